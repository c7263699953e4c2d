import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { requireBulkSize } from "../bulk";
import { codeNotFound, ofOwner, ownerOf } from "../rows";
import { maxSelected } from "../schema";
import type { NamedCode } from "./set-aside";

/** One that is in use already stays as it is and is answered, too: an undo that comes twice is one. */
const bringBack = {
  name: "bring_codes_back",
  text: `UPDATE qr_code SET set_aside_until = NULL
    WHERE id IN (SELECT id FROM qr_code WHERE ${ofOwner} AND id = ANY($3::uuid[]) ORDER BY id FOR NO KEY UPDATE)
    RETURNING id, name`,
};

/**
 * Puts codes that were set aside back as they were, `updatedAt` included. As long as the job has not deleted them, late
 * as it may be, they can be brought back. Answers those that are in use now; throws `not_found` when all of them are
 * gone for good, or never were the caller's.
 */
export async function bringCodesBack(caller: Caller, ids: readonly string[]): Promise<NamedCode[]> {
  requireBulkSize("qrCodeIds", ids.length, maxSelected);
  const values = [...ownerOf(caller), ids.filter(isId)];
  const { rows } = await sql.query<NamedCode>({ ...bringBack, values });
  if (rows.length === 0) throw codeNotFound();
  return rows;
}
