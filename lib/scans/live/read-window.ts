import { sql } from "@/lib/platform/db";
import type { Owner } from "@/lib/rollups";
import { notErased } from "@/lib/rollups";
import { findScans } from "../read/list";
import type { ScanEvent } from "../schema";

/** Scans of a stretch of time. */
export interface ScanWindow {
  /** Oldest first; the newest ones where there are too many. */
  events: ScanEvent[];
  /** How many older ones of the stretch are left out, counted as far as 100,000. */
  skipped: number;
}

/** Scans that are read at once; a second of a busy account at the pace of reading. */
const mostEvents = 500;
const mostCounted = 100_000;

/** The scans after `since`, up to `until` where it is given. */
export async function readWindow(account: Owner, since: Date, until?: Date): Promise<ScanWindow> {
  const selection = { ...account, since, until };
  const events = (await findScans(selection, mostEvents, 0n)).reverse();
  if (events.length < mostEvents) return { events, skipped: 0 };
  const newest = new Date(events.at(-1)?.scannedAt ?? since);
  const total = await countScans(account, since, newest);
  return { events, skipped: Math.max(0, total - events.length) };
}

async function countScans(account: Owner, since: Date, until: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>({
    name: "count_live_scans",
    text: `SELECT count(*)::int AS total FROM (
        SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at <= $4
          AND ${notErased("qr_code_id")}
        LIMIT ${mostCounted}) AS counted`,
    values: [account.accountId, account.isSandbox, since, until],
  });
  return rows[0]?.total ?? 0;
}

/** The stamp of the account's last scan; the beginning of time before its first. */
export async function readLastStamp({ accountId, isSandbox }: Owner): Promise<Date> {
  const { rows } = await sql.query<{ lastStamp: Date }>({
    name: "last_live_stamp",
    text: `SELECT last_stamp AS "lastStamp" FROM scan_ledger WHERE account_id = $1 AND is_sandbox = $2`,
    values: [accountId, isSandbox],
  });
  return rows[0]?.lastStamp ?? new Date(0);
}
