import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { requireBulkSize } from "../bulk";
import { ownCodes, ownerOf } from "../rows";
import { maxSelected, type SelectedCode } from "../schema";
import { requireMany } from "./change-each";

const selectChosen = {
  name: "select_chosen_codes",
  text: `SELECT id, name, type, is_dynamic AS "isDynamic", CASE WHEN type = 'url' THEN content END AS target
    FROM qr_code WHERE ${ownCodes} AND id = ANY((SELECT $3::uuid[])::uuid[])
    ORDER BY array_position((SELECT $3::uuid[]), id)`,
};

/**
 * Those of up to 500 ids that name codes of the caller's, in the order of the ids: one that was deleted meanwhile is left
 * out, as another's is. Throws `plan_required`, and `bulk_limit_exceeded` for more.
 */
export async function describeSelected(caller: Caller, ids: readonly string[]): Promise<SelectedCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSelected);
  const values = [...ownerOf(caller), ids.filter(isId)];
  const { rows } = await sql.query<SelectedCode>({ ...selectChosen, values });
  return rows;
}
