import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

const selectCode = {
  name: "select_code_of_scans",
  text: `SELECT FROM qr_code WHERE id = $1 AND account_id = $2 AND environment = $3
    AND purge_after IS NULL`,
};

/** Throws `not_found` unless the caller has this code, and has not set it aside. */
export async function requireCode({ accountId, environment }: Caller, id: string): Promise<void> {
  const { rowCount } = isId(id)
    ? await sql.query({ ...selectCode, values: [id, accountId, environment] })
    : { rowCount: 0 };
  if (rowCount === 0) throw new ServiceError("not_found", "There is no such code");
}
