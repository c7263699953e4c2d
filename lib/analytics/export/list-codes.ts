import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { sql } from "@/lib/platform/db";
import type { Counts } from "@/lib/rollups";

/** A code with its scans of a window. */
export interface CountedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
  shortCode: string | null;
  scans: number;
}

/** All the caller's codes or the one, scanned or not, those with the most scans first. */
export async function listCodes(
  { accountId, environment }: Caller,
  codeId: string | undefined,
  scanned: Counts["codes"],
): Promise<CountedCode[]> {
  const { rows } = await sql.query<Omit<CountedCode, "scans">>(
    `SELECT id, name, type, is_dynamic AS "isDynamic", short_code AS "shortCode" FROM qr_code
     WHERE account_id = $1 AND environment = $2 AND set_aside_until IS NULL AND ($3::uuid IS NULL OR id = $3)`,
    [accountId, environment, codeId ?? null],
  );
  const scansOf = new Map(scanned.map(({ codeId, scans }) => [codeId, scans]));
  return rows
    .map((code) => ({ ...code, scans: scansOf.get(code.id) ?? 0 }))
    .sort((one, other) => other.scans - one.scans || (one.id < other.id ? -1 : 1));
}
