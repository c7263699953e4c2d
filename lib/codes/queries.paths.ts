import { type Executor, sql } from "@/lib/platform/db";
import { heldDays } from "./slug";

/** A slug for a code. */
export interface NewPath {
  /** The slug in lower case. */
  key: string;
  path: string;
  codeId: string;
  accountId: string;
}

const isOverdue = `released_at <= now() - interval '${heldDays} days'`;

/** Whether a path is free for an account: no code has it, and the account had it last or its time is over. */
const isFree = (account: string) =>
  `(short_url_path.qr_code_id IS NULL AND (short_url_path.account_id = ${account} OR short_url_path.${isOverdue}))`;

// In the order of their keys, so that two of these wait for each other in turn.
const takePaths = `INSERT INTO short_url_path (key, path, qr_code_id, account_id)
    SELECT key, path, qr_code_id, account_id
    FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[]) AS wanted(key, path, qr_code_id, account_id) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET path = excluded.path, qr_code_id = excluded.qr_code_id, account_id = excluded.account_id,
      created_at = CASE WHEN short_url_path.qr_code_id IS NULL THEN now() ELSE short_url_path.created_at END, released_at = NULL
    WHERE short_url_path.qr_code_id = excluded.qr_code_id OR ${isFree("excluded.account_id")}
    RETURNING key`;

/**
 * Gives each code its path unless another code has it or another account had it; returns the keys of those that got theirs.
 * Waits for transactions that take the same paths. The codes exist, and no key is repeated.
 */
export async function takePathRows(tx: Executor, paths: readonly NewPath[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ key: string }>({
    name: "take_paths",
    text: takePaths,
    values: [
      paths.map(({ key }) => key),
      paths.map(({ path }) => path),
      paths.map(({ codeId }) => codeId),
      paths.map(({ accountId }) => accountId),
    ],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Which of the keys an account can't take now. */
export async function listTakenKeys(
  executor: Executor,
  accountId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await executor.query<{ key: string }>({
    name: "list_taken_paths",
    text: `SELECT key FROM short_url_path WHERE key = ANY($2::text[]) AND ${isFree("$1::uuid")} IS NOT TRUE`,
    values: [accountId, keys],
  });
  return new Set(rows.map(({ key }) => key));
}

export async function countPaths(executor: Executor, codeId: string): Promise<number> {
  const { rows } = await executor.query<{ count: number }>({
    name: "count_paths",
    text: "SELECT count(*)::int AS count FROM short_url_path WHERE qr_code_id = $1",
    values: [codeId],
  });
  return rows[0]?.count ?? 0;
}

/** Paths that are held for an account although no code has them. */
export async function countReleasedPaths(executor: Executor, accountId: string): Promise<number> {
  const { rows } = await executor.query<{ count: number }>({
    name: "count_released_paths",
    text: "SELECT count(*)::int AS count FROM short_url_path WHERE account_id = $1 AND qr_code_id IS NULL",
    values: [accountId],
  });
  return rows[0]?.count ?? 0;
}

/** Deletes paths that are free for everybody by now, so many at most; how many. */
export async function deleteFreePaths(limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: "delete_free_paths",
    text: `DELETE FROM short_url_path WHERE key IN (SELECT key FROM short_url_path
      WHERE qr_code_id IS NULL AND ${isOverdue} LIMIT $1) AND qr_code_id IS NULL`,
    values: [limit],
  });
  return rowCount ?? 0;
}

/** Frees a path that no code has for everybody; undefined where there is none. */
export async function deleteReleasedPath(
  tx: Executor,
  key: string,
): Promise<{ accountId: string | null; releasedAt: Date } | undefined> {
  const { rows } = await tx.query<{ accountId: string | null; releasedAt: Date }>(
    `DELETE FROM short_url_path WHERE key = $1 AND qr_code_id IS NULL
     RETURNING account_id AS "accountId", released_at AS "releasedAt"`,
    [key],
  );
  return rows[0];
}
