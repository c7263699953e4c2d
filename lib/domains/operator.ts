import { suspensionSchema } from "@/lib/codes/schema";
import { db, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { readHost } from "@/lib/platform/short-path";
import { requireValid } from "@/lib/platform/validation";
import { recordDomainAudit } from "./domains";
import { type DueMail, mailSuspended } from "./mails";
import { type HostRow, lockRowsOfHost, setSuspension } from "./queries";

/** A host as the operator sees it. */
interface HostSuspension {
  host: string;
  /**
   * The domains with this host; of several accounts where one has lost it to another. Claims without a proof are left out. None:
   * the account was deleted, and the host is still suspended.
   */
  domains: Pick<HostRow, "id" | "accountId" | "status">[];
  suspended: { since: string; reason: string } | null;
}

/**
 * Suspends a host: within a second every path on it answers 410 on every process, whatever its owner has set. Suspended again it
 * has the new reason and the first time. It stays suspended when its account is deleted and when another account proves it. Its
 * owner sees the reason, gets a mail, and can't delete the domain. Throws `not_found`.
 *
 * @param host in any case, without a path; an international name in Unicode or punycode.
 */
export async function suspendDomain(host: string, input: { reason: string }): Promise<HostSuspension> {
  const { reason } = requireValid(suspensionSchema, input, "suspension");
  const { result, mails } = await change(host, reason);
  for (const mail of mails) mail();
  return result;
}

/** Resumes a suspended host as it is set now; does nothing where it isn't suspended. Throws `not_found`. */
export async function resumeDomain(host: string): Promise<HostSuspension> {
  return (await change(host, null)).result;
}

/** Which accounts have or had a host, and why it is suspended. Throws `not_found`. */
export async function showDomain(text: string): Promise<HostSuspension> {
  const host = readHost(text);
  const rows = await db.domain.findMany({
    where: { host, status: { not: "pending" } },
    select: { id: true, accountId: true, status: true, suspendedAt: true, suspendedReason: true },
    orderBy: { id: "asc" },
  });
  const deleted = await db.suspendedHost.findUnique({ where: { host } });
  if (rows.length === 0 && deleted === null) throw noDomain();
  const domains = rows.map(({ id, accountId, status }) => ({ id, accountId, status }));
  const row = rows.find(({ suspendedAt }) => suspendedAt !== null);
  const [since, reason] = row ? [row.suspendedAt, row.suspendedReason] : [deleted?.since, deleted?.reason];
  return { host, domains, suspended: since ? { since: since.toISOString(), reason: reason ?? "" } : null };
}

const noDomain = () => new ServiceError("not_found", "There is no domain with this host");

function change(
  text: string,
  reason: string | null,
): Promise<{ result: HostSuspension; mails: readonly DueMail[] }> {
  const host = readHost(text);
  return prismaTransaction(async (tx) => {
    const rows =
      host === "" ? [] : (await lockRowsOfHost(tx, host)).filter(({ status }) => status !== "pending");
    const deleted = await changeDeleted(tx, host, reason);
    if (rows.length === 0 && deleted === null) throw noDomain();
    const domains = rows.map(({ id, accountId, status }) => ({ id, accountId, status }));
    const isChange = reason !== null || rows.some(({ isSuspended }) => isSuspended);
    if (!isChange) return { result: { host, domains, suspended: null }, mails: [] };
    const since = (await setSuspension(tx, host, reason)) ?? deleted;
    const action = reason === null ? "domain.resumed" : "domain.suspended";
    for (const { id, accountId } of rows) await recordDomainAudit(tx, { accountId, key: null }, action, id);
    const newlySuspended =
      reason === null ? [] : rows.filter(({ isServed, isSuspended }) => isServed && !isSuspended);
    const mails = await Promise.all(newlySuspended.map((row) => mailSuspended(tx, row, reason ?? "")));
    const suspended = reason === null || since === null ? null : { since: since.toISOString(), reason };
    return { result: { host, domains, suspended }, mails };
  });
}

/** Gives a host whose account was deleted the new reason, or resumes it. Since when it was suspended; null: it was not. */
async function changeDeleted(
  tx: PrismaTransaction,
  host: string,
  reason: string | null,
): Promise<Date | null> {
  const row = await tx.suspendedHost.findUnique({ where: { host } });
  if (row === null) return null;
  if (reason === null) await tx.suspendedHost.deleteMany({ where: { host } });
  else await tx.suspendedHost.updateMany({ where: { host }, data: { reason } });
  return row.since;
}
