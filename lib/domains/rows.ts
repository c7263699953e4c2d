import type { Caller } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import type { Prisma, PrismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { serviceHost, txtNameOf, txtValueOf } from "./dns";
import { listHostWarnings } from "./host";
import type { ConsoleDomain, Domain, DomainFindings, DomainStatus } from "./schema";

export const domainColumns = {
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
export type DomainRow = Prisma.DomainGetPayload<{ select: typeof domainColumns }>;

/** Everything that a response shows, and nothing else. */
export function presentDomain(row: DomainRow): Domain {
  const warnings = listHostWarnings(row.host);
  return {
    id: row.id,
    host: row.host,
    status: row.status as DomainStatus,
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

/** The same with what the dashboard shows beside it. */
export function presentInConsole(row: DomainRow, isOverLimit: boolean, aliases: number): ConsoleDomain {
  return {
    ...presentDomain(row),
    findings: row.findings as DomainFindings | null,
    nextCheckAt: row.nextCheckAt.toISOString(),
    isServed: row.isServed,
    isOverLimit,
    aliases,
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

/**
 * Ids of the served domains that a plan has room for: those that were added first. The others go on answering and take no new
 * codes.
 *
 * @param without counted as if it were deleted.
 */
export async function listHeldIds(
  client: Pick<PrismaTransaction, "domain">,
  { accountId, plan }: Caller,
  without?: string,
): Promise<Set<string>> {
  const rows = await client.domain.findMany({
    where: { accountId, isServed: true, ...(without !== undefined && { id: { not: without } }) },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: entitlements[plan].domains,
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
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
