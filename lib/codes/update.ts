import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { mergeErrors, ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { Turns } from "@/lib/platform/turns";
import { type ChangedCode, changeCode, judgeCodeChange } from "./draw/change";
import { findRow } from "./read/get";
import { type CodeRow, codeNotFound, ownCodes, ownerOf, presentDrawn, styleOf } from "./rows";
import type { CodeChange, DrawnCode } from "./schema";

/** A change is merged anew so often when another process was quicker. */
const maxAttempts = 4;

const turns = oncePerProcess("code-changes", () => new Turns());

/**
 * Changes a code and draws it anew. Changes of the same code come one after the other, so that each is merged with what
 * the one before left; what changes nothing that an answer shows leaves `updatedAt`. Throws `not_found`, then everything
 * that the change is refused for at once (`immutable_field` and the errors of drawing), and `unavailable` when other
 * processes were quicker four times.
 */
export function updateCode(caller: Caller, id: string, change: CodeChange): Promise<DrawnCode> {
  return turns.take(`${caller.accountId}/${id}`, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const row = await findRow(caller, id);
      if (row === undefined) throw refuseMissing(change);
      const changed = await changeCode(caller, row, change);
      const updatedAt = await storeChange(caller, row, changed);
      if (updatedAt) return presentDrawn({ ...row, ...changed, updatedAt });
    }
    throw new ServiceError("unavailable", "The code is being changed by many at once", {
      retryAfterSeconds: 1,
    });
  });
}

/** A change that no code could take is told so before that there is none (decisions §5). */
function refuseMissing(change: CodeChange): ServiceError {
  const [fault, ...others] = judgeCodeChange(change);
  return fault ? mergeErrors([fault, ...others]) : codeNotFound();
}

/** Guarded by what the change was merged with. */
const updateRow = {
  name: "update_code",
  text: `UPDATE qr_code SET name = $4, content = $5, target = $6, settings = $7::jsonb,
      updated_at = CASE WHEN $8 THEN now() ELSE updated_at END
    WHERE ${ownCodes} AND id = $3 AND name = $9 AND content = $10 AND settings = $11::jsonb
    RETURNING updated_at AS "updatedAt"`,
};

/** When the code was last changed; undefined when it is not any more what the change was merged with. */
async function storeChange(caller: Caller, row: CodeRow, changed: ChangedCode): Promise<Date | undefined> {
  const { name, content, target, settings, style } = changed;
  const isRenamed = name !== row.name || content !== row.content;
  const isSeen = isRenamed || !isDeepStrictEqual(style, styleOf(row));
  // A member that is sent as it already was by default stays so from now on, though no answer shows a difference.
  if (!isSeen && isDeepStrictEqual(settings, row.settings)) return row.updatedAt;
  const news = [name, content, target, JSON.stringify(settings), isSeen];
  const olds = [row.name, row.content, JSON.stringify(row.settings)];
  const values = [...ownerOf(caller), row.id, ...news, ...olds];
  const { rows } = await sql.query<{ updatedAt: Date }>({ ...updateRow, values });
  return rows[0]?.updatedAt;
}
