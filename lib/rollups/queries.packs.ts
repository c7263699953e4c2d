import type { Transaction } from "@/lib/platform/db";
import { keyOf, type Owner, wholeAccount } from "./counts";
import type { PackedScan } from "./packs";
import { dayOfNumber, notDeleted, numberOfDay } from "./queries.fragments";

/** The raw rows of a UTC day, as they are packed. */
export async function listScansToPack(tx: Transaction, owner: Owner, day: number): Promise<PackedScan[]> {
  const { rows } = await tx.query<PackedScan>(
    `SELECT (floor(date_part('epoch', scanned_at) / 60)::int8 % 1440)::int AS minute, device, os, browser, country, city,
       qr_code_id AS "codeId", visitor::text AS visitor, route, variant
     FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND ${notDeleted("qr_code_id")}
       AND scanned_at >= ${dayOfNumber("$3::int")}::timestamp AT TIME ZONE 'UTC'
       AND scanned_at < ${dayOfNumber("$3::int + 1")}::timestamp AT TIME ZONE 'UTC'`,
    [...keyOf(owner), day],
  );
  return rows;
}

/** Days of an account from one on, before another, that have a document; null: it has no pack. */
export async function listPacks(
  tx: Transaction,
  owner: Owner,
  { from, to }: { from: number; to: number },
): Promise<{ day: number; pack: Buffer | null }[]> {
  const { rows } = await tx.query<{ day: number; pack: Buffer | null }>({
    name: "read_packs",
    text: `SELECT ${numberOfDay("day")} AS day, pack FROM scan_day
      WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = '${wholeAccount}'
        AND day >= ${dayOfNumber("$3::int")} AND day < ${dayOfNumber("$4::int")}`,
    values: [...keyOf(owner), from, to],
  });
  return rows;
}
