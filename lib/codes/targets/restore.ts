import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { ownCodes, ownerOf } from "../rows";
import type { DrawnCode } from "../schema";
import { updateCode } from "../update";

const selectTarget = {
  name: "select_target",
  text: `SELECT content FROM target_change WHERE id = $4
    AND qr_code_id = (SELECT id FROM qr_code WHERE ${ownCodes} AND id = $3)`,
};

/**
 * Lets a code lead to what it led to before, by a change as any other: judged as new content, and in the history itself.
 * Throws `not_found` for a code that is not there as for a target that it never had or that is no longer kept.
 */
export async function restoreTarget(
  caller: Caller,
  id: string,
  targetId: string,
  beforeCommit?: BeforeCommit<DrawnCode>,
): Promise<DrawnCode> {
  const content = await findContent(caller, id, targetId);
  if (content === undefined) throw new ServiceError("not_found", "There is no such code or earlier target");
  return updateCode(caller, id, { content }, beforeCommit);
}

async function findContent(caller: Caller, id: string, targetId: string): Promise<string | undefined> {
  if (!isId(id) || !isId(targetId)) return undefined;
  const values = [...ownerOf(caller), id, targetId];
  const { rows } = await sql.query<{ content: string }>({ ...selectTarget, values });
  return rows[0]?.content;
}
