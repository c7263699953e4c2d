import type { Caller } from "@/lib/accounts/schema";
import { requireBulkSize } from "../bulk";
import { findRow } from "../read/get";
import { type CodeRow, presentStored } from "../rows";
import type { StoredCode } from "../schema";
import { requireMany } from "./change-each";

/** As many as are seen beside each other; a logo in each may have half a megabyte. */
const maxSamples = 4;

/** Some of the caller's codes whole, with the pictures of their logos, to be drawn with another look. Throws `plan_required`. */
export async function readSamples(caller: Caller, ids: readonly string[]): Promise<StoredCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSamples);
  const rows = await Promise.all(ids.map((id) => findRow(caller, id)));
  return rows.filter((row): row is CodeRow => row !== undefined).map((row) => presentStored(row, []));
}
