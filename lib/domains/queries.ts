import { type Executor, sql } from "@/lib/platform/db";
import type { DomainFindings, DomainStatus } from "./schema";

/** A row of a host under its lock, for whichever account. */
export interface HostRow {
  id: string;
  accountId: string;
  host: string;
  status: DomainStatus;
  isServed: boolean;
  token: string;
  failedChecks: number;
  isSuspended: boolean;
  checkedAt: Date | null;
}

const hostColumns = `id, account_id AS "accountId", host, status, is_served AS "isServed", token, failed_checks AS "failedChecks",
     suspended_at IS NOT NULL AS "isSuspended", checked_at AS "checkedAt"`;

/**
 * Locks the rows of all accounts that have the host of one row, in the order of their ids: who proves a host is decided under
 * these locks. They let codes refer to the domain meanwhile. Empty: the row is gone.
 */
export async function lockHostRows(tx: Executor, id: string): Promise<HostRow[]> {
  const { rows } = await tx.query<HostRow>(
    `SELECT ${hostColumns} FROM domain WHERE host = (SELECT host FROM domain WHERE id = $1) ORDER BY id FOR NO KEY UPDATE`,
    [id],
  );
  return rows;
}

/** Locks the rows of all accounts that have a host, as `lockHostRows` does. */
export async function lockRowsOfHost(tx: Executor, host: string): Promise<HostRow[]> {
  const { rows } = await tx.query<HostRow>(
    `SELECT ${hostColumns} FROM domain WHERE host = $1 ORDER BY id FOR NO KEY UPDATE`,
    [host],
  );
  return rows;
}

/**
 * Suspends a host for every account that has or had it, or with a reason of null resumes it. Suspended again it keeps its first
 * time, which is returned. Who has only claimed the host learns nothing of it.
 */
export async function setSuspension(tx: Executor, host: string, reason: string | null): Promise<Date | null> {
  const { rows } = await tx.query<{ since: Date | null }>(
    `UPDATE domain SET suspended_reason = $2::text, updated_at = now(), suspended_at = CASE WHEN $2::text IS NOT NULL
       THEN coalesce((SELECT min(suspended_at) FROM domain WHERE host = $1), now()) END
     WHERE host = $1 AND status <> 'pending' RETURNING suspended_at AS since`,
    [host, reason],
  );
  return rows[0]?.since ?? null;
}

/**
 * Suspends a domain like another one with its host, also one that was deleted with its account. Returns the reason; null: the
 * host is not suspended.
 */
export async function adoptSuspension(tx: Executor, { id, host }: HostRow): Promise<string | null> {
  const { rows } = await tx.query<{ reason: string }>(
    `UPDATE domain SET suspended_at = known.since, suspended_reason = known.reason
     FROM (
       SELECT suspended_at AS since, suspended_reason AS reason FROM domain WHERE host = $2 AND suspended_at IS NOT NULL
       UNION ALL SELECT since, reason FROM suspended_host WHERE host = $2
       ORDER BY since LIMIT 1
     ) known WHERE id = $1 RETURNING suspended_reason AS reason`,
    [id, host],
  );
  return rows[0]?.reason ?? null;
}

export interface NewDomainRow {
  id: string;
  accountId: string;
  host: string;
  token: string;
  rootUrl: string | null;
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

/** @param firstCheckSeconds from now until DNS is asked for the first time. */
export async function insertDomain(
  tx: Executor,
  row: NewDomainRow,
  firstCheckSeconds: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO domain (id, account_id, host, status, token, root_url, not_found_url, expired_url, next_check_at)
     VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, now() + $8 * interval '1 second')`,
    [
      row.id,
      row.accountId,
      row.host,
      row.token,
      row.rootUrl,
      row.notFoundUrl,
      row.expiredUrl,
      firstCheckSeconds,
    ],
  );
}

interface AddressesRow {
  rootUrl: string | null;
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

export async function updateAddresses(tx: Executor, id: string, addresses: AddressesRow): Promise<void> {
  await tx.query(
    `UPDATE domain SET root_url = $2, not_found_url = $3, expired_url = $4, updated_at = now() WHERE id = $1`,
    [id, addresses.rootUrl, addresses.notFoundUrl, addresses.expiredUrl],
  );
}

/** Takes the default from the account's domain that has it. */
export async function clearDefault(tx: Executor, accountId: string): Promise<void> {
  await tx.query(
    "UPDATE domain SET is_default = false, updated_at = now() WHERE account_id = $1 AND is_default",
    [accountId],
  );
}

/** False: another account has proved the host meanwhile, or the operator has suspended it. */
export async function makeDefault(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE domain SET is_default = true, updated_at = now() WHERE id = $1 AND is_served AND suspended_at IS NULL",
    [id],
  );
  return rowCount === 1;
}

/** What a check came to; `pointsHere: null` leaves it as it is. */
export interface CheckedRow {
  id: string;
  status: DomainStatus;
  isServed: boolean;
  failedChecks: number;
  findings: DomainFindings;
  pointsHere: boolean | null;
}

/** When a domain is checked next; `by age`: within an hour on its first day, then within a day. */
export type NextCheck = "kept" | "hour" | "day" | "by age";

/** Stores what a check came to. `updated_at` moves only with the status and with whether it is served. */
export async function updateChecked(tx: Executor, row: CheckedRow, next: NextCheck): Promise<void> {
  await tx.query(
    `UPDATE domain SET status = $2::domain_status, is_served = $3, failed_checks = $4, findings = $5,
       points_here = coalesce($6, points_here), checked_at = now(),
       verified_at = CASE WHEN $3 THEN coalesce(verified_at, now()) ELSE verified_at END,
       next_check_at = CASE WHEN $7::text = 'kept' THEN next_check_at
         WHEN $7 = 'hour' OR ($7 = 'by age' AND created_at > now() - interval '1 day') THEN now() + interval '1 hour'
         ELSE now() + interval '1 day' END,
       updated_at = CASE WHEN (status, is_served) IS DISTINCT FROM ($2::domain_status, $3::boolean) THEN now() ELSE updated_at END
     WHERE id = $1`,
    [row.id, row.status, row.isServed, row.failedChecks, row.findings, row.pointsHere, next],
  );
}

/** Takes a host from the account that had it. */
export async function stopServing(tx: Executor, id: string): Promise<void> {
  await tx.query(
    "UPDATE domain SET is_served = false, is_default = false, status = 'failing', updated_at = now() WHERE id = $1",
    [id],
  );
}

/** Locks a domain that is about to be deleted: a code that is to have it waits, and then finds none. */
export async function lockDomain(tx: Executor, accountId: string, id: string): Promise<void> {
  await tx.query("SELECT FROM domain WHERE account_id = $1 AND id = $2 FOR UPDATE", [accountId, id]);
}

export async function deleteDomainRow(tx: Executor, id: string): Promise<void> {
  await tx.query("DELETE FROM domain WHERE id = $1", [id]);
}

/** Takes the domains whose check is due, each for so long that no other process checks it meanwhile. */
export async function claimDueDomains(
  limit: number,
  leaseSeconds: number,
): Promise<{ id: string; host: string }[]> {
  const { rows } = await sql.query<{ id: string; host: string }>(
    `UPDATE domain SET next_check_at = now() + $2 * interval '1 second'
     WHERE id IN (SELECT id FROM domain WHERE next_check_at <= now() ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, host`,
    [limit, leaseSeconds],
  );
  return rows;
}

/** Deletes domains whose proof was not found for so many days; how many. */
export async function deleteUnproved(days: number): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM domain WHERE status = 'pending' AND created_at < now() - $1 * interval '1 day'
       AND (findings ->> 'hasProof') IS DISTINCT FROM 'true'`,
    [days],
  );
  return rowCount ?? 0;
}
