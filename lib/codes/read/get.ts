import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import { isId } from "@/lib/platform/ids";
import { findRecentScans } from "@/lib/scans";
import { type CodeRow, codeColumns, codeNotFound, presentStored } from "../rows";
import type { StoredCode } from "../schema";
import { measureRow } from "./least-module";

/** One code of the caller's with its last scans. Throws `not_found`, for another's as for none. */
export async function getCode(caller: Caller, id: string): Promise<StoredCode> {
  const code = await findCode(caller, id);
  if (code === null) throw codeNotFound();
  return code;
}

/** The same for whom a missing code is no fault: null for another's as for none. */
export async function findCode(caller: Caller, id: string): Promise<StoredCode | null> {
  const found = await findRow(caller, id);
  if (found === undefined) return null;
  const row = await measureRow(caller, found);
  // A code that was never scanned costs no second trip.
  if (row.lastScannedAt === null) return presentStored(row, []);
  const { accountId, environment } = caller;
  const scanned = { accountId, isSandbox: environment === "sandbox", codeId: id };
  return presentStored(row, await findRecentScans(scanned));
}

export async function getRow(caller: Caller, id: string): Promise<CodeRow> {
  const row = await findRow(caller, id);
  if (row === undefined) throw codeNotFound();
  return row;
}

/** A caller's row; undefined for a foreign one, as for none. */
export async function findRow(caller: Caller, id: string): Promise<CodeRow | undefined> {
  return isId(id) ? lookUp({ caller, id }) : undefined;
}

interface Question {
  caller: Caller;
  id: string;
}

const lookUp: (question: Question) => Promise<CodeRow | undefined> = createGatherer({
  name: "find code",
  ask: selectRows,
  maxBatch: 32,
  maxRunning: 2,
  maxWaiting: 5_000,
});

/**
 * What any of the callers asks for. The lists stand in sub-selects so that they are hidden from the planner, which would
 * else plan each execution anew for their length; joined to a list of rows it takes twice the time.
 */
const selectCodes = {
  name: "select_codes",
  text: `SELECT account_id AS "accountId", environment, ${codeColumns()} FROM qr_code
    WHERE id = ANY((SELECT $2::uuid[])::uuid[]) AND account_id = ANY((SELECT $1::uuid[])::uuid[])
      AND set_aside_until IS NULL`,
};

type OwnedRow = CodeRow & Pick<Caller, "accountId" | "environment">;

async function selectRows(questions: readonly Question[]): Promise<(CodeRow | undefined)[]> {
  const values = [questions.map(({ caller }) => caller.accountId), questions.map(({ id }) => id)];
  const { rows } = await sql.query<OwnedRow>({ ...selectCodes, values });
  const found = new Map(rows.map((row) => [row.id, row]));
  return questions.map(({ caller, id }) => {
    const row = found.get(id);
    // A foreign row is a missing row, also where its owner asks at the same moment.
    return row?.accountId === caller.accountId && row.environment === caller.environment ? row : undefined;
  });
}
