import type { BulkAnswer } from "@/lib/codes/schema";
import { sql, type Transaction } from "@/lib/platform/db";
import { type ImportFault, type ImportRow, lotSize } from "../schema";

/** The next rows of an import. */
export interface Lot {
  id: string;
  accountId: string;
  userId: string;
  /** Rows that were tried before it. */
  done: number;
  rows: ImportRow[];
  settings: object;
  ageHours: number;
}

/** The rows alone travel, not the whole import. */
const selectLot = {
  name: "next_lot_of_import",
  text: `SELECT id, account_id AS "accountId", user_id AS "userId", done, rows->'settings' AS settings,
      jsonb_path_query_array(rows, '$.rows[$from to $to]', jsonb_build_object('from', done, 'to', done + ${lotSize - 1})) AS rows,
      extract(epoch FROM now() - created_at)::float8 / 3600 AS "ageHours"
    FROM code_import WHERE id = $1 AND account_id = $2 AND finished_at IS NULL`,
};

/** Null once all are done, or the import is gone. */
export async function findLot(accountId: string, id: string): Promise<Lot | null> {
  const { rows } = await sql.query<Lot>({ ...selectLot, values: [id, accountId] });
  return rows[0] ?? null;
}

/** `done` is what the lot was read at: a lot is noted once, by whoever comes first. What was made leaves the table at the end. */
const advance = {
  name: "advance_import",
  text: `UPDATE code_import SET done = done + $4, code_ids = code_ids || $5::uuid[], faults = faults || $6::jsonb,
      updated_at = clock_timestamp(),
      finished_at = CASE WHEN done + $4 >= total THEN clock_timestamp() END,
      rows = CASE WHEN done + $4 >= total THEN '{"rows":[]}'::jsonb ELSE rows END
    WHERE id = $1 AND account_id = $2 AND done = $3 AND finished_at IS NULL`,
};

/** Notes in the transaction that makes a lot what came of it; false: it is noted already. */
export async function settleLot(
  tx: Transaction,
  lot: Lot,
  { created, errors }: BulkAnswer,
): Promise<boolean> {
  const faults = errors.flatMap(({ index, error, code }) => {
    const row = lot.rows[index];
    return row === undefined ? [] : [presentFault(row, error, code)];
  });
  const ids = created.map(({ id }) => id);
  return advanceBy(tx, lot, lot.rows.length, ids, faults);
}

/** Ends an import where it is: every row that is left gets the same fault. Returns how many there were. */
export async function giveUp(
  lot: Lot,
  { code, message }: { code: string; message: string },
): Promise<number> {
  const { rows } = await sql.query<{ left: ImportRow[] }>(
    `SELECT jsonb_path_query_array(rows, '$.rows[$from to last]', jsonb_build_object('from', done)) AS left
     FROM code_import WHERE id = $1 AND account_id = $2 AND done = $3`,
    [lot.id, lot.accountId, lot.done],
  );
  const left = rows[0]?.left ?? [];
  const faults = left.map((row) => presentFault(row, message, code));
  return (await advanceBy(sql, lot, left.length, [], faults)) ? left.length : 0;
}

async function advanceBy(
  connection: Pick<Transaction, "query">,
  { id, accountId, done }: Lot,
  count: number,
  codeIds: string[],
  faults: ImportFault[],
): Promise<boolean> {
  const values = [id, accountId, done, count, codeIds, JSON.stringify(faults)];
  const { rowCount } = await connection.query({ ...advance, values });
  return rowCount === 1;
}

function presentFault({ row, name, type, content, isDynamic }: ImportRow, error: string, code: string) {
  return { row, name, type, content, kind: isDynamic ? "dynamic" : "static", error, code };
}
