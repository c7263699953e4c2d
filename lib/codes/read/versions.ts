import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ownCodes, ownerOf } from "../rows";

/** When each of the caller's codes was changed last; those that are not there are left out. */
export async function findVersions(caller: Caller, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<{ id: string; updatedAt: Date }>({
    name: "find_versions_of_codes",
    text: `SELECT id, updated_at AS "updatedAt" FROM qr_code
      WHERE ${ownCodes} AND id = ANY((SELECT $3::uuid[])::uuid[])`,
    values: [...ownerOf(caller), ids],
  });
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
}
