import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { ownCodes, ownerOf } from "../rows";
import type { DrawnCode } from "../schema";
import { updateCode } from "../update";

interface Earlier {
  content: string;
  fallbackUrl: string | null;
}

const selectTarget = {
  name: "select_target",
  text: `SELECT content, fallback_url AS "fallbackUrl" FROM target_change WHERE id = $4
    AND qr_code_id = (SELECT id FROM qr_code WHERE ${ownCodes} AND id = $3)`,
};

/**
 * Lets a code lead to what it led to before, content and fallback as they were together, by a change as any other: judged
 * as new, and in the history itself.
 * Throws `not_found` for a code that is not there as for a target that it never had or that is no longer kept.
 */
export async function restoreTarget(
  caller: Caller,
  id: string,
  targetId: string,
  beforeCommit?: BeforeCommit<DrawnCode>,
): Promise<DrawnCode> {
  const earlier = await findEarlier(caller, id, targetId);
  if (earlier === undefined) throw new ServiceError("not_found", "There is no such code or earlier target");
  const { content, fallbackUrl } = earlier;
  return updateCode(caller, id, { content, settings: { fallbackUrl } }, beforeCommit);
}

async function findEarlier(caller: Caller, id: string, targetId: string): Promise<Earlier | undefined> {
  if (!isId(id) || !isId(targetId)) return undefined;
  const values = [...ownerOf(caller), id, targetId];
  const { rows } = await sql.query<Earlier>({ ...selectTarget, values });
  return rows[0];
}
