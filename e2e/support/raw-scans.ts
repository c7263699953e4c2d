import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** A row of `scan` as a test thinks of it; what is left out is the same for all. */
export interface RawScan {
  id?: string;
  codeId: string;
  at: Date;
  visitor?: number;
  device?: string;
  os?: string;
  browser?: string;
  country?: string;
  city?: string;
  route?: string;
  variant?: string;
}

interface DataSet {
  accountId: string;
  isSandbox: boolean;
}

/** Stores scans as rows alone: nothing is counted, marked or told. */
export async function storeRawScans({ accountId, isSandbox }: DataSet, scans: readonly RawScan[]) {
  await sql.query(
    `INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country, city,
       user_agent, route, variant)
     SELECT s.id, $1, $2, s.code, s.at, s.visitor, s.device, s.os, s.browser, s.country, s.city, 'test', s.route, s.variant
     FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::bigint[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::text[])
       AS s(id, code, at, visitor, device, os, browser, country, city, route, variant)`,
    [
      accountId,
      isSandbox,
      scans.map(({ id }) => id ?? newId()),
      scans.map(({ codeId }) => codeId),
      scans.map(({ at }) => at),
      scans.map(({ visitor }) => visitor ?? 1),
      scans.map(({ device }) => device ?? "Mobile"),
      scans.map(({ os }) => os ?? "iOS"),
      scans.map(({ browser }) => browser ?? "Safari"),
      scans.map(({ country }) => country ?? "DE"),
      scans.map(({ city }) => city ?? "Berlin"),
      scans.map(({ route }) => route ?? null),
      scans.map(({ variant }) => variant ?? null),
    ],
  );
}

/** Stores scans, newest last, as those of a code with `appendScanId`, and returns their ids. */
export async function storeGoalScans(owner: DataSet, scans: readonly RawScan[]): Promise<string[]> {
  const known = scans.map((scan) => ({ ...scan, id: scan.id ?? newId() }));
  await storeRawScans(owner, known);
  const ids = known.map(({ id }) => id);
  await sql.query(
    `INSERT INTO goal_scan (scan_id, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country)
     SELECT id, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country FROM scan
     WHERE account_id = $1 AND is_sandbox = $2 AND id = ANY($3)`,
    [owner.accountId, owner.isSandbox, ids],
  );
  return ids;
}

/** Stores calls that are no person's scans. */
export async function storeExcluded(
  { accountId, isSandbox }: DataSet,
  calls: readonly { codeId: string; at: Date; reason: string }[],
) {
  await sql.query(
    `INSERT INTO excluded_scan (id, account_id, is_sandbox, qr_code_id, seen_at, reason, user_agent)
     SELECT e.id, $1, $2, e.code, e.at, e.reason, 'bot'
     FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[]) AS e(id, code, at, reason)`,
    [
      accountId,
      isSandbox,
      calls.map(() => newId()),
      calls.map(({ codeId }) => codeId),
      calls.map(({ at }) => at),
      calls.map(({ reason }) => reason),
    ],
  );
}

/** Counts scans beyond the detailed ones in a minute. */
export async function storeCapped(
  { accountId, isSandbox }: DataSet,
  { codeId, minute, count }: { codeId: string; minute: Date; count: number },
) {
  await sql.query(
    `INSERT INTO over_limit_scan (account_id, is_sandbox, minute, qr_code_id, count) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account_id, is_sandbox, minute, qr_code_id) DO UPDATE SET count = over_limit_scan.count + $5`,
    [accountId, isSandbox, minute, codeId, count],
  );
}

/** The counter that so many rows of `scan` up to a stamp leave behind. */
export async function storeScanCounter({ accountId, isSandbox }: DataSet, unrolled: number, lastStamp: Date) {
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, $2, $3, date_trunc('month', now()), 0, $4)
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET unrolled = scan_counter.unrolled + $4,
       last_stamp = greatest(scan_counter.last_stamp, $3)`,
    [accountId, isSandbox, lastStamp, unrolled],
  );
}
