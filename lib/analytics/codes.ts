import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { sql } from "@/lib/platform/db";
import type { Counts } from "@/lib/rollups";
import { maxTopCodes, type TopCode } from "./schema";

/** A code as it is called now. */
interface NamedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
}

/** One row at least, with the number of all codes; without a code where none was asked for, or none is left. */
const selectNames = {
  name: "name_codes_of_analytics",
  text: `SELECT total, c.id, c.name, c.type, c.is_dynamic AS "isDynamic"
    FROM (SELECT count(*)::int AS total FROM qr_code WHERE account_id = $1 AND environment = $2) AS counted
    LEFT JOIN (SELECT * FROM qr_code WHERE id = ANY((SELECT $3::uuid[])::uuid[])
      AND account_id = $1 AND environment = $2) AS c ON true`,
};

/** How many codes the caller has, and those of them with the most scans, by their names of now. */
export async function rankCodes(
  { accountId, environment }: Caller,
  scanned: Counts["codes"],
): Promise<{ total: number; top: TopCode[] }> {
  const first = scanned
    .toSorted((one, other) => other.scans - one.scans || (one.codeId < other.codeId ? -1 : 1))
    .slice(0, maxTopCodes);
  const values = [accountId, environment, first.map(({ codeId }) => codeId)];
  const { rows } = await sql.query<{ total: number } & (NamedCode | { id: null })>({
    ...selectNames,
    values,
  });
  const named = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  const top = first.flatMap(({ codeId, scans }) => {
    const code = named.get(codeId);
    if (code === undefined) return [];
    const { id, name, type, isDynamic } = code;
    return [{ id, name, type, scanCount: scans, isDynamic }];
  });
  return { total: rows[0]?.total ?? 0, top };
}
