import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/require-valid";
import { type NameChange, nameChangeSchema } from "./schema";

/** Changes what a person is called; an empty name is none. Throws `not_found` for somebody who is gone. */
export async function changeName(userId: string, input: NameChange): Promise<void> {
  const { name = null } = requireValid(nameChangeSchema, input, "form");
  const { rowCount } = await sql.query("UPDATE app_user SET name = $2, updated_at = now() WHERE id = $1", [
    userId,
    name,
  ]);
  if (rowCount === 0) throw new ServiceError("not_found", "There is no such person any more");
}
