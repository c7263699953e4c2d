import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type CodeRow, codeColumns, codeNotFound, ownCodes, ownerOf, presentStored } from "../rows";
import type { StoredCode } from "../schema";

/** One code of the caller's. Throws `not_found`, for another's as for none. */
export async function getCode(caller: Caller, id: string): Promise<StoredCode> {
  return presentStored(await getRow(caller, id));
}

const selectCode = {
  name: "select_code",
  text: `SELECT ${codeColumns()} FROM qr_code WHERE ${ownCodes} AND id = $3`,
};

/** A caller's row; undefined for a foreign one, as for none. */
export async function findRow(caller: Caller, id: string): Promise<CodeRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql.query<CodeRow>({ ...selectCode, values: [...ownerOf(caller), id] });
  return rows[0];
}

export async function getRow(caller: Caller, id: string): Promise<CodeRow> {
  const row = await findRow(caller, id);
  if (row === undefined) throw codeNotFound();
  return row;
}
