import type { Caller } from "@/lib/accounts/schema";
import { isOverLimit, type OwnDomains, ownDomains, takesCodes } from "@/lib/codes/domains";
import { pageBehind, paginate, readPosition, writeCursor } from "@/lib/platform/cursor";
import { db, type Prisma, type PrismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { serviceHost, txtNameOf, txtValueOf } from "./dns";
import { listHostWarnings } from "./host";
import type {
  ConsoleDomain,
  Domain,
  DomainFault,
  DomainFindings,
  DomainListQuery,
  DomainPage,
} from "./schema";

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
  const [rows, domains] = await Promise.all([
    db.domain.findMany({
      where: { accountId },
      select: domainColumns,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    ownDomains(caller)(),
  ]);
  return Promise.all(rows.map((row) => completeInConsole(caller, row, domains)));
}

/** One of them. Throws `not_found`. */
export async function getConsoleDomain(caller: Caller, id: string): Promise<ConsoleDomain> {
  const row = await requireDomain(db, caller, id);
  return completeInConsole(caller, row, await ownDomains(caller)());
}

/** With what the dashboard shows beside what a response does. */
async function completeInConsole(
  caller: Caller,
  row: DomainRow,
  domains: Awaited<ReturnType<OwnDomains>>,
): Promise<ConsoleDomain> {
  const own = domains.find(({ id }) => id === row.id);
  return {
    ...presentDomain(row),
    findings: row.findings as DomainFindings | null,
    nextCheckAt: row.nextCheckAt.toISOString(),
    isServed: row.isServed,
    isOverLimit: own !== undefined && isOverLimit(caller, own),
    aliases: await countAliases(db, row.id),
    moveTargets: domains
      .filter((one) => one !== own && takesCodes(caller, one, own))
      .map(({ id, host }) => ({ id, host })),
  };
}

/** How many domains of the account can no longer be proved: what its pages show on every one of them. */
export function countFailingDomains({ accountId }: Caller): Promise<number> {
  return db.domain.count({ where: { accountId, status: "failing" } });
}

/** Null for a host whose short URLs work. */
export function findDomainFault({ accountId }: Caller, host: string): Promise<DomainFault | null> {
  return db.domain.findFirst({
    where: { accountId, host, OR: [{ suspendedAt: { not: null } }, { isServed: false }] },
    select: { id: true, host: true, suspendedReason: true },
  });
}

/** Hosts that a new code of the caller may have: served, not suspended, and within the plan's number. None in the sandbox. */
export async function listUsableHosts(caller: Caller): Promise<{ host: string; isDefault: boolean }[]> {
  if (caller.environment === "sandbox") return [];
  const usable = (await ownDomains(caller)()).filter((own) => takesCodes(caller, own));
  return usable
    .map(({ host, isDefault }) => ({ host, isDefault }))
    .sort((one, other) => (one.host < other.host ? -1 : 1));
}

const domainColumns = {
  id: true,
  host: true,
  status: true,
  isServed: true,
  token: true,
  rootUrl: true,
  notFoundUrl: true,
  expiredUrl: true,
  isDefault: true,
  pointsHere: true,
  findings: true,
  verifiedAt: true,
  checkedAt: true,
  nextCheckAt: true,
  suspendedAt: true,
  suspendedReason: true,
  createdAt: true,
  updatedAt: true,
  _count: { select: { qrCodes: true } },
} satisfies Prisma.DomainSelect;
type DomainRow = Prisma.DomainGetPayload<{ select: typeof domainColumns }>;

/** Everything that a response shows, and nothing else. */
export function presentDomain(row: DomainRow): Domain {
  const warnings = listHostWarnings(row.host);
  return {
    id: row.id,
    host: row.host,
    status: row.status,
    dns: { txtName: txtNameOf(row.host), txtValue: txtValueOf(row.token), cname: serviceHost() },
    pointsHere: row.pointsHere,
    rootUrl: row.rootUrl,
    notFoundUrl: row.notFoundUrl,
    expiredUrl: row.expiredUrl,
    isDefault: row.isDefault,
    codes: row._count.qrCodes,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.suspendedAt !== null && {
      suspended: { since: row.suspendedAt.toISOString(), reason: row.suspendedReason ?? "" },
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Throws `sandbox_forbidden`: a domain belongs to production. */
export function refuseSandbox({ environment }: Caller): void {
  if (environment === "production") return;
  throw new ServiceError("sandbox_forbidden", "Domains are for production alone; use a production key");
}

/** Throws `not_found`, also for a domain of another account. */
export async function requireDomain(
  client: Pick<PrismaTransaction, "domain">,
  { accountId }: Caller,
  id: string,
): Promise<DomainRow> {
  const row = isId(id)
    ? await client.domain.findFirst({ where: { id, accountId }, select: domainColumns })
    : null;
  if (row === null) throw new ServiceError("not_found", "There is no domain with this id");
  return row;
}

/** Paths on a domain that open codes whose short URL is elsewhere by now. */
export function countAliases(
  client: Pick<PrismaTransaction, "shortUrlPath">,
  domainId: string,
): Promise<number> {
  return client.shortUrlPath.count({
    where: { domainId, qrCode: { OR: [{ domainId: null }, { domainId: { not: domainId } }] } },
  });
}
