import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { requireBulkSize } from "../bulk";
import { codeNotFound, ownCodes, ownerOf } from "../rows";
import { asideSeconds, maxSelected } from "../schema";

/** A code by its name, as a deletion tells of it. */
export interface NamedCode {
  id: string;
  name: string;
}

/** By the clock of the moment, not of the statement's begin: who waited for a lock has the whole time to think again. */
const setAside = {
  name: "set_codes_aside",
  text: `UPDATE qr_code SET set_aside_until = clock_timestamp() + interval '${asideSeconds} seconds'
    WHERE id IN (SELECT id FROM qr_code WHERE ${ownCodes} AND id = ANY($3::uuid[]) ORDER BY id FOR NO KEY UPDATE)
    RETURNING id, name, set_aside_until AS until`,
};

/**
 * Sets those of the ids that name codes of the caller's aside: from now on they are not there for any list, change or
 * call, while their short URLs answer, their scans count and their places in the quota are held. `deleteSetAside`
 * deletes them after `until`, unless they are brought back. Throws `not_found` when none of them is there, and
 * `bulk_limit_exceeded` for more than 500. All go in one statement, so that one Undo brings all of them back.
 */
export async function setCodesAside(
  caller: Caller,
  ids: readonly string[],
): Promise<{ until: string; codes: NamedCode[] }> {
  requireBulkSize("qrCodeIds", ids.length, maxSelected);
  const values = [...ownerOf(caller), ids.filter(isId)];
  const { rows } = await sql.query<NamedCode & { until: Date }>({ ...setAside, values });
  if (rows.length === 0) throw codeNotFound();
  // The earliest of them: nothing is gone before.
  const until = new Date(Math.min(...rows.map((row) => row.until.getTime())));
  return { until: until.toISOString(), codes: rows.map(({ id, name }) => ({ id, name })) };
}
