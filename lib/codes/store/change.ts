import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { heardSql, writeEvents } from "@/lib/events";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { ChangedCode } from "../draw/change";
import { tellUpdated } from "../event-data";
import type { ChangeableField } from "../event-schema";
import { type CodeRow, ownCodes, ownerOf, styleOf } from "../rows";
import { keptTargets } from "../targets/kept";

const isHeard = heardSql("qr.updated", { account: "qr_code.account_id", environment: "qr_code.environment" });

/**
 * Guarded by what the change was merged with, and, where $17 says that no event can be written, by there being nobody to
 * hear of it. What a dynamic code led to before, be it by its content or by its fallback, is noted in the same statement,
 * and what the history has no room for any more is forgotten: rows of the moment before, so the new one is counted beside.
 */
const updateRow = {
  name: "update_code",
  text: `WITH changed AS (
      UPDATE qr_code SET name = $4, content = $5, target = $6, settings = $7::jsonb, rules = $8::jsonb, least_module = $18,
        updated_at = CASE WHEN $9 THEN now() ELSE updated_at END
      WHERE ${ownCodes} AND id = $3 AND name = $10 AND content = $11 AND settings = $12::jsonb
        AND rules IS NOT DISTINCT FROM $13::jsonb AND ($17 OR NOT $9 OR NOT ${isHeard})
      RETURNING id, is_dynamic, updated_at, scan_count, last_scanned_at, suspended_at, suspended_reason,
        $9 AND ${isHeard} AS is_heard),
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
    SELECT updated_at AS "updatedAt", scan_count AS "scanCount", last_scanned_at AS "lastScannedAt",
      suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason", is_heard AS "isHeard" FROM changed`,
};

type Updated = Pick<
  CodeRow,
  "updatedAt" | "scanCount" | "lastScannedAt" | "suspendedAt" | "suspendedReason"
> & { isHeard: boolean };

/**
 * When the code was last changed; undefined when it is not any more what the change was merged with. Where a webhook hears
 * of the change, the event that tells of it is written with it.
 *
 * @param tx the transaction of the change; without one it is a statement of its own, unless there is an event to write.
 */
export async function storeChange(
  tx: Transaction | undefined,
  caller: Caller,
  row: CodeRow,
  changed: ChangedCode,
): Promise<Date | undefined> {
  const changedFields = listChanged(row, changed);
  // A member that is sent as it already was by default stays so from now on, though no answer shows a difference.
  if (changedFields.length === 0 && isDeepStrictEqual(changed.settings, row.settings)) return row.updatedAt;
  const values = valuesOf(caller, row, changed, changedFields.length > 0);
  const store = async (tx: Transaction) => {
    const { rows } = await tx.query<Updated>({
      ...updateRow,
      values: [...values, true, changed.leastModule],
    });
    const [updated] = rows;
    if (updated?.isHeard) {
      await writeEvents(tx, [tellUpdated(caller, { ...row, ...changed, ...updated }, changedFields)]);
    }
    return updated?.updatedAt;
  };
  if (tx !== undefined) return store(tx);
  const { rows } = await sql.query<Updated>({
    ...updateRow,
    values: [...values, false, changed.leastModule],
  });
  return rows[0]?.updatedAt ?? transaction(store);
}

/** What an answer shows otherwise than before. */
function listChanged(row: CodeRow, { name, content, style, rules }: ChangedCode): ChangeableField[] {
  const changedFields: ChangeableField[] = [];
  if (name !== row.name) changedFields.push("name");
  if (content !== row.content) changedFields.push("content");
  if (!isDeepStrictEqual(style, styleOf(row)) || !isDeepStrictEqual(rules, row.rules)) {
    changedFields.push("settings");
  }
  return changedFields;
}

function valuesOf(caller: Caller, row: CodeRow, changed: ChangedCode, isSeen: boolean): unknown[] {
  const { name, content, target, settings, rules } = changed;
  return [
    ...ownerOf(caller),
    row.id,
    ...[name, content, target, JSON.stringify(settings), rules && JSON.stringify(rules), isSeen],
    ...[row.name, row.content, JSON.stringify(row.settings), row.rules && JSON.stringify(row.rules)],
    ...[newId(), caller.userId ?? null, caller.key?.id ?? null],
  ];
}
