import type { Caller } from "@/lib/accounts/schema";
import { bringCodesBack, setCodesAside } from "@/lib/codes/aside";
import { maxBulkItems } from "@/lib/codes/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { undoHours } from "./schema";

/**
 * Takes an import back: sets aside the codes that it made and that are still there, whatever has become of them, so that
 * they are deleted after `until` unless they are brought back. Throws `not_found` for another's import, one that is not
 * done or was done too long ago, and when none of its codes is left.
 */
export async function setImportAside(caller: Caller, id: string): Promise<{ until: string; count: number }> {
  const parts = await inLots(await readCodeIds(caller, id), (ids) => setCodesAside(caller, ids));
  // The earliest of them: nothing is gone before.
  const [until] = parts.map((part) => part.until).sort();
  if (until === undefined) throw notThere();
  return { until, count: parts.reduce((sum, { codes }) => sum + codes.length, 0) };
}

/** Undo of that, as long as they are not gone. Throws `not_found` once all are. */
export async function bringImportBack(caller: Caller, id: string): Promise<{ count: number }> {
  const parts = await inLots(await readCodeIds(caller, id), (ids) => bringCodesBack(caller, ids));
  if (parts.length === 0) throw notThere();
  return { count: parts.flat().length };
}

async function readCodeIds({ accountId }: Caller, id: string): Promise<string[]> {
  const { rows } = await sql.query<{ ids: string[] }>(
    `SELECT code_ids AS ids FROM code_import
     WHERE id = $1 AND account_id = $2 AND finished_at > now() - interval '${undoHours} hours'`,
    [isId(id) ? id : null, accountId],
  );
  const [row] = rows;
  if (row === undefined) throw new ServiceError("not_found", "There is no import that could be taken back");
  return row.ids;
}

/** What the work answers for each lot; one of which nothing is left answers nothing. */
async function inLots<T>(ids: readonly string[], work: (ids: string[]) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < ids.length; from += maxBulkItems) {
    try {
      answers.push(await work(ids.slice(from, from + maxBulkItems)));
    } catch (fault) {
      if (!(fault instanceof ServiceError && fault.code === "not_found")) throw fault;
    }
  }
  return answers;
}

function notThere(): ServiceError {
  return new ServiceError("not_found", "None of the codes of this import is left");
}
