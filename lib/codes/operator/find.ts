import type { Caller } from "@/lib/accounts/schema";
import { sql, type Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type CodeRow, codeColumns, ownCodes, ownerOf } from "../rows";

/** A code with whose it is; of any account and environment. */
export type FoundCode = CodeRow & {
  accountId: string;
  environment: string;
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
};

/** Ids of an account's dynamic codes, the oldest first. */
export async function findDynamicIds(caller: Caller): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM qr_code WHERE ${ownCodes} AND is_dynamic ORDER BY created_at, id`,
    [...ownerOf(caller)],
  );
  return rows.map(({ id }) => id);
}

/** The code that the operator names by its short code or its id; locked in a transaction. Throws `not_found`. */
export async function findCode(code: string, tx?: Transaction): Promise<FoundCode> {
  const { rows } = await (tx ?? sql).query<FoundCode>(
    `SELECT ${codeColumns()}, account_id AS "accountId", environment, target FROM qr_code
     WHERE ${isId(code) ? "id = $1" : "short_code = $1"} ${tx ? "FOR UPDATE" : ""}`,
    [code],
  );
  const [found] = rows;
  if (found === undefined) throw new ServiceError("not_found", "There is no code with this short code or id");
  return found;
}
