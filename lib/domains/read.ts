import type { Caller } from "@/lib/accounts/schema";
import { pageBehind, paginate, readPosition, writeCursor } from "@/lib/platform/cursor";
import { db, type Prisma } from "@/lib/platform/db";
import {
  countAliases,
  type DomainRow,
  domainColumns,
  listHeldIds,
  presentDomain,
  presentInConsole,
  refuseSandbox,
  requireDomain,
} from "./rows";
import type { ConsoleDomain, Domain, DomainListQuery, DomainPage } from "./schema";

/** One page of the account's domains, the newest first. A page beyond the last is empty. */
export async function listDomains(caller: Caller, query: DomainListQuery): Promise<DomainPage> {
  refuseSandbox(caller);
  const { page = 1, limit, cursor } = query;
  const { accountId } = caller;
  const select = domainColumns;
  const orderBy: Prisma.DomainOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "desc" }];
  if (cursor !== undefined) {
    const { at, id } = readPosition(cursor);
    const isBehind = { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id } }] };
    const where = { accountId, ...isBehind };
    const rows = await db.domain.findMany({ where, select, orderBy, take: limit + 1 });
    return pageBehind(rows.map(presentDomain), limit, ({ createdAt }) => createdAt);
  }
  const where = { accountId };
  // Beyond what Prisma can skip there is nothing.
  const skip = Math.min((page - 1) * limit, 2 ** 31 - 1);
  const [total, rows] = await Promise.all([
    db.domain.count({ where }),
    db.domain.findMany({ where, select, orderBy, skip, take: limit }),
  ]);
  const data = rows.map(presentDomain);
  const cursorOf = ({ createdAt, id }: Domain) => writeCursor([createdAt, id]);
  return { data, pagination: paginate(data, { page, limit, total }, cursorOf) };
}

/** Throws `not_found`, also for a domain of another account. */
export async function getDomain(caller: Caller, id: string): Promise<Domain> {
  refuseSandbox(caller);
  return presentDomain(await requireDomain(db, caller, id));
}

/** All domains of the account with what the dashboard shows of them, the newest first. */
export async function listConsoleDomains(caller: Caller): Promise<ConsoleDomain[]> {
  const { accountId } = caller;
  const [rows, held] = await Promise.all([
    db.domain.findMany({
      where: { accountId },
      select: domainColumns,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    listHeldIds(db, caller),
  ]);
  return Promise.all(rows.map((row) => completeInConsole(row, held)));
}

/** One of them. Throws `not_found`. */
export async function getConsoleDomain(caller: Caller, id: string): Promise<ConsoleDomain> {
  const row = await requireDomain(db, caller, id);
  return completeInConsole(row, await listHeldIds(db, caller));
}

async function completeInConsole(row: DomainRow, held: ReadonlySet<string>): Promise<ConsoleDomain> {
  return presentInConsole(row, row.isServed && !held.has(row.id), await countAliases(db, row.id));
}

/** How many domains of the account can no longer be proved: what its pages show on every one of them. */
export function countFailingDomains({ accountId }: Caller): Promise<number> {
  return db.domain.count({ where: { accountId, status: "failing" } });
}

/** Hosts that a new code of the caller may have: served, not suspended, and within the plan's number. None in the sandbox. */
export async function listUsableHosts(caller: Caller): Promise<{ host: string; isDefault: boolean }[]> {
  if (caller.environment === "sandbox") return [];
  const held = await listHeldIds(db, caller);
  return db.domain.findMany({
    where: { id: { in: [...held] }, accountId: caller.accountId, suspendedAt: null },
    select: { host: true, isDefault: true },
    orderBy: { host: "asc" },
  });
}
