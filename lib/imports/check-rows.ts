import type { Caller } from "@/lib/accounts/schema";
import { previewCodes } from "@/lib/codes";
import { requireBulk } from "@/lib/plans";
import type { RowCheck } from "./input-schema";
import type { ImportRow, RowFault } from "./schema";
import { readStyle } from "./style";
import { importing } from "./words";

/**
 * What the rows would be refused for if they were made now, one by one: content, addresses that are blocked, whether the
 * picture can be scanned. Nothing is stored. Room is not asked for: it is the whole import's, and the page has its numbers.
 */
export async function checkRows(caller: Caller, { presetId, rows }: RowCheck): Promise<RowFault[]> {
  requireBulk(caller.plan, importing);
  const settings = await readStyle(caller, presetId);
  const items = rows.map((row) => toNewCode(row, settings));
  const { errors } = await previewCodes(caller, items);
  return errors
    .filter(({ code }) => code !== "quota_exceeded")
    .map(({ index, error, code, details = [] }) => ({ row: rows[index]?.row ?? 0, error, code, details }));
}

/** A row as the body of a single call. */
export function toNewCode({ name, type, content, isDynamic }: ImportRow, settings: object): object {
  return { name, type, content, isDynamic, settings };
}
