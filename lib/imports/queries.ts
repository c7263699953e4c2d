import { type Executor, sql } from "@/lib/platform/db";
import { batchSize, type ImportFault, type ImportRow, importDays, undoHours } from "./schema";

export interface ImportProgressRow {
  id: string;
  name: string;
  total: number;
  done: number;
  made: number;
  createdAt: Date;
  finishedAt: Date | null;
}

const progressColumns = `id, name, total, done, cardinality(code_ids) AS made, created_at AS "createdAt", finished_at AS "finishedAt"`;

/** The newest imports of an account. */
export async function listImportRows(accountId: string, limit: number): Promise<ImportProgressRow[]> {
  const { rows } = await sql.query<ImportProgressRow>(
    `SELECT ${progressColumns} FROM code_import WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [accountId, limit],
  );
  return rows;
}

export async function findImportProgress(accountId: string, id: string): Promise<ImportProgressRow | null> {
  const { rows } = await sql.query<ImportProgressRow>(
    `SELECT ${progressColumns} FROM code_import WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return rows[0] ?? null;
}

export interface ImportRowWithCodes extends ImportProgressRow {
  faults: ImportFault[];
  codeIds: string[];
  scans: number;
}

/** An import with its codes that still exist, in the order of the file, and their scans. */
export async function findImport(accountId: string, id: string): Promise<ImportRowWithCodes | null> {
  const { rows } = await sql.query<ImportRowWithCodes>(
    `SELECT ${progressColumns}, faults, there.ids AS "codeIds", there.scans
     FROM code_import i, LATERAL (
       SELECT coalesce(array_agg(c.id ORDER BY made.at), '{}') AS ids, coalesce(sum(c.scan_count), 0)::int AS scans
       FROM unnest(i.code_ids) WITH ORDINALITY AS made (code_id, at)
       JOIN qr_code c ON c.id = made.code_id AND c.account_id = i.account_id AND c.purge_after IS NULL) AS there
     WHERE i.id = $1 AND i.account_id = $2`,
    [id, accountId],
  );
  return rows[0] ?? null;
}

/** The codes of an import that can still be undone; null if there is none. */
export async function findUndoableCodeIds(accountId: string, id: string): Promise<string[] | null> {
  const { rows } = await sql.query<{ ids: string[] }>(
    `SELECT code_ids AS ids FROM code_import
     WHERE id = $1 AND account_id = $2 AND finished_at > now() - interval '${undoHours} hours'`,
    [id, accountId],
  );
  return rows[0]?.ids ?? null;
}

/** Deletes an account's imports beyond the newest `kept`. */
export async function deleteImportsBeyond(tx: Executor, accountId: string, kept: number): Promise<void> {
  await tx.query(
    `DELETE FROM code_import WHERE id IN
       (SELECT id FROM code_import WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
    [accountId, kept],
  );
}

/** Deletes finished imports after `importDays`; how many. */
export async function deleteOldImports(): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM code_import WHERE finished_at < now() - interval '${importDays} days'`,
  );
  return rowCount ?? 0;
}

/** The next rows of an import. */
export interface Batch {
  id: string;
  accountId: string;
  userId: string;
  /** Rows tried before these. */
  done: number;
  rows: ImportRow[];
  settings: object;
  ageHours: number;
}

/** The next batch of an unfinished import; reads its rows alone, not the whole import. */
export async function findBatch(accountId: string, id: string): Promise<Batch | null> {
  const { rows } = await sql.query<Batch>({
    name: "next_batch_of_import",
    text: `SELECT id, account_id AS "accountId", user_id AS "userId", done, rows->'settings' AS settings,
        jsonb_path_query_array(rows, '$.rows[$from to $to]', jsonb_build_object('from', done, 'to', done + ${batchSize - 1})) AS rows,
        extract(epoch FROM now() - created_at)::float8 / 3600 AS "ageHours"
      FROM code_import WHERE id = $1 AND account_id = $2 AND finished_at IS NULL`,
    values: [id, accountId],
  });
  return rows[0] ?? null;
}

/** All rows of an import from this batch on. */
export async function listRowsLeft({ id, accountId, done }: Batch): Promise<ImportRow[]> {
  const { rows } = await sql.query<{ left: ImportRow[] }>(
    `SELECT jsonb_path_query_array(rows, '$.rows[$from to last]', jsonb_build_object('from', done)) AS left
     FROM code_import WHERE id = $1 AND account_id = $2 AND done = $3`,
    [id, accountId, done],
  );
  return rows[0]?.left ?? [];
}

/**
 * Records the outcome of `count` rows from a batch on; false if another process did. `done` fences it: a batch is recorded once.
 * The rows leave the table with the last batch.
 */
export async function advanceImportRow(
  connection: Executor,
  { id, accountId, done }: Batch,
  outcome: { count: number; codeIds: string[]; faults: ImportFault[] },
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: "advance_import",
    text: `UPDATE code_import SET done = done + $4, code_ids = code_ids || $5::uuid[], faults = faults || $6::jsonb,
        updated_at = clock_timestamp(),
        finished_at = CASE WHEN done + $4 >= total THEN clock_timestamp() END,
        rows = CASE WHEN done + $4 >= total THEN '{"rows":[]}'::jsonb ELSE rows END
      WHERE id = $1 AND account_id = $2 AND done = $3 AND finished_at IS NULL`,
    values: [id, accountId, done, outcome.count, outcome.codeIds, JSON.stringify(outcome.faults)],
  });
  return rowCount === 1;
}

/** Claims the unfinished import that has rested longest, if for so many seconds; one process at a time gets it. */
export async function claimRestingImport(
  except: readonly string[],
  afterSeconds: number,
): Promise<{ id: string; accountId: string } | null> {
  const { rows } = await sql.query<{ id: string; accountId: string }>({
    name: "claim_import",
    text: `UPDATE code_import SET updated_at = clock_timestamp() WHERE id = (
        SELECT id FROM code_import WHERE finished_at IS NULL AND id <> ALL($1::uuid[])
          AND updated_at <= clock_timestamp() - $2 * interval '1 second'
        ORDER BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, account_id AS "accountId"`,
    values: [except, afterSeconds],
  });
  return rows[0] ?? null;
}
