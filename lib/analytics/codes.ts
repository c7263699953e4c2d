import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { sql } from "@/lib/platform/db";
import type { Counts } from "@/lib/rollups";
import { maxTopCodes, type TopCode } from "./figures";

/** A code as it is called now. */
interface NamedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
}

/**
 * One row at least, with the number of all codes; without a code where none was asked for, or none is left. Of those that
 * are asked for the first that are in use: a soft-deleted one leaves its place to the next.
 */
const selectNames = {
  name: "name_codes_of_analytics",
  text: `SELECT total, c.id, c.name, c.type, c.is_dynamic AS "isDynamic"
    FROM (SELECT count(*)::int AS total FROM qr_code
      WHERE account_id = $1 AND environment = $2 AND purge_after IS NULL) AS counted
    LEFT JOIN (SELECT q.* FROM unnest((SELECT $3::uuid[])) WITH ORDINALITY AS ranked(id, place)
      JOIN qr_code q ON q.id = ranked.id
      WHERE account_id = $1 AND environment = $2 AND purge_after IS NULL
      ORDER BY place LIMIT ${maxTopCodes}) AS c ON true`,
};

/** How many codes the caller has, and those of them with the most scans, by their names of now. */
export async function rankCodes(
  { accountId, environment }: Caller,
  scanned: Counts["codes"],
): Promise<{ total: number; top: TopCode[] }> {
  const ranked = scanned.toSorted(
    (one, other) => other.scans - one.scans || (one.codeId < other.codeId ? -1 : 1),
  );
  const values = [accountId, environment, ranked.map(({ codeId }) => codeId)];
  const { rows } = await sql.query<{ total: number } & (NamedCode | { id: null })>({
    ...selectNames,
    values,
  });
  const named = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  const top = ranked.flatMap(({ codeId, scans }) => {
    const code = named.get(codeId);
    if (code === undefined) return [];
    const { id, name, type, isDynamic } = code;
    return [{ id, name, type, scanCount: scans, isDynamic }];
  });
  return { total: rows[0]?.total ?? 0, top };
}
