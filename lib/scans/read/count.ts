import { sql } from "@/lib/platform/db";

/** Whose scans, and from when to when. */
export interface ScanSelection {
  accountId: string;
  isSandbox: boolean;
  codeId?: string;
  /** Only after this instant. */
  since?: Date | undefined;
  /** Only up to this instant. */
  until?: Date | undefined;
}

/** How many scans a list holds on all its pages; `least` of them were seen a moment ago. */
export async function countListed(selection: ScanSelection, least: number): Promise<number> {
  const { accountId, isSandbox, codeId, since, until } = selection;
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM scan WHERE account_id = $1 AND is_sandbox = $2
       AND scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz
       AND ($5::uuid IS NULL OR qr_code_id = $5)
       AND qr_code_id NOT IN (SELECT e.id FROM scan_erasure e WHERE e.account_id = $1 AND e.is_sandbox = $2)`,
    [accountId, isSandbox, since ?? "-infinity", until ?? "infinity", codeId ?? null],
  );
  return Math.max(least, rows[0]?.total ?? 0);
}
