import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { Caller } from "@/lib/accounts/schema";
import { newId } from "@/lib/platform/ids";
import type { ChangedCode } from "../draw/change";
import { type CodeRow, ownCodes, ownerOf, styleOf } from "../rows";
import { keptTargets } from "../targets/kept";

/**
 * Guarded by what the change was merged with. What a dynamic code led to before, be it by its content or by its fallback, is
 * noted in the same statement, and what the history has no room for any more is forgotten: rows of the moment before, so
 * the new one is counted beside.
 */
const updateRow = {
  name: "update_code",
  text: `WITH changed AS (
      UPDATE qr_code SET name = $4, content = $5, target = $6, settings = $7::jsonb, rules = $8::jsonb,
        updated_at = CASE WHEN $9 THEN now() ELSE updated_at END
      WHERE ${ownCodes} AND id = $3 AND name = $10 AND content = $11 AND settings = $12::jsonb
        AND rules IS NOT DISTINCT FROM $13::jsonb
      RETURNING id, is_dynamic, updated_at),
    noted AS (
      INSERT INTO target_change (id, qr_code_id, content, fallback_url, replaced_at, user_id, key_id)
      SELECT $14::uuid, id, $11, $13::jsonb ->> 'fallbackUrl', updated_at, $15::uuid, $16::uuid FROM changed
      WHERE is_dynamic
        AND ($5 <> $11 OR $8::jsonb ->> 'fallbackUrl' IS DISTINCT FROM $13::jsonb ->> 'fallbackUrl')
      RETURNING qr_code_id),
    forgotten AS (
      DELETE FROM target_change WHERE id IN (
        SELECT id FROM target_change WHERE qr_code_id = (SELECT qr_code_id FROM noted)
        ORDER BY replaced_at DESC, id DESC OFFSET ${keptTargets}))
    SELECT updated_at AS "updatedAt" FROM changed`,
};

/** When the code was last changed; undefined when it is not any more what the change was merged with. */
export async function storeChange(
  database: Pick<pg.Pool | pg.PoolClient, "query">,
  caller: Caller,
  row: CodeRow,
  changed: ChangedCode,
): Promise<Date | undefined> {
  const { name, content, target, settings, rules, style } = changed;
  const isRenamed = name !== row.name || content !== row.content;
  const isSeen = isRenamed || !isDeepStrictEqual(style, styleOf(row)) || !isDeepStrictEqual(rules, row.rules);
  // A member that is sent as it already was by default stays so from now on, though no answer shows a difference.
  if (!isSeen && isDeepStrictEqual(settings, row.settings)) return row.updatedAt;
  const { rows } = await (database as pg.Pool).query<{ updatedAt: Date }>({
    ...updateRow,
    values: [
      ...ownerOf(caller),
      row.id,
      ...[name, content, target, JSON.stringify(settings), rules && JSON.stringify(rules), isSeen],
      ...[row.name, row.content, JSON.stringify(row.settings), row.rules && JSON.stringify(row.rules)],
      ...[newId(), caller.userId ?? null, caller.key?.id ?? null],
    ],
  });
  return rows[0]?.updatedAt;
}
