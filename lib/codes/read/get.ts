import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import { isId } from "@/lib/platform/ids";
import { type CodeRow, codeColumns, codeNotFound, presentStored } from "../rows";
import type { StoredCode } from "../schema";

/** One code of the caller's. Throws `not_found`, for another's as for none. */
export async function getCode(caller: Caller, id: string): Promise<StoredCode> {
  return presentStored(await getRow(caller, id));
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
  ask: selectRows,
  maxBatch: 32,
  maxRunning: 2,
  maxWaiting: 5_000,
});

/**
 * Each id within the account and environment that ask for it. The lists stand in sub-selects so that they are hidden from
 * the planner, which would else plan each execution anew for their length.
 */
const selectCodes = {
  name: "select_codes",
  text: `SELECT wanted.place::int, ${codeColumns()}
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[]), (SELECT $3::uuid[])) WITH ORDINALITY
      AS wanted(account_id, environment, id, place)
    JOIN qr_code AS code USING (account_id, environment, id)`,
};

async function selectRows(questions: readonly Question[]): Promise<(CodeRow | undefined)[]> {
  const values = [
    questions.map(({ caller }) => caller.accountId),
    questions.map(({ caller }) => caller.environment),
    questions.map(({ id }) => id),
  ];
  const { rows } = await sql.query<CodeRow & { place: number }>({ ...selectCodes, values });
  const found: (CodeRow | undefined)[] = questions.map(() => undefined);
  for (const { place, ...row } of rows) found[place - 1] = row;
  return found;
}
