import { type Executor, sql } from "@/lib/platform/db";
import { heldDays } from "./slug";

/** A path for a code. */
export interface NewPath {
  /** As `keyOfPath` gives it. */
  key: string;
  path: string;
  domainId: string | null;
  codeId: string;
  accountId: string;
}

const isOverdue = `released_at <= now() - interval '${heldDays} days'`;

/** Whether a path is free for an account: no code has it, and the account had it last or its time is over. */
const isFree = (account: string) =>
  `(short_url_path.qr_code_id IS NULL AND (short_url_path.account_id = ${account} OR short_url_path.${isOverdue}))`;

// In the order of their keys, so that two of these wait for each other in turn.
const takePaths = `INSERT INTO short_url_path (key, path, qr_code_id, account_id, domain_id)
    SELECT key, path, qr_code_id, account_id, domain_id
    FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[])
      AS wanted(key, path, qr_code_id, account_id, domain_id) ORDER BY key
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
      paths.map(({ domainId }) => domainId),
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

/** Which keys on domains are those of generated codes there. */
export async function listGeneratedKeys(executor: Executor, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await executor.query<{ key: string }>({
    name: "list_generated_paths",
    text: `SELECT key FROM unnest($1::text[]) AS wanted(key) WHERE EXISTS (SELECT FROM qr_code
      WHERE domain_id = split_part(key, '/', 1)::uuid AND lower(short_code) = split_part(key, '/', 2))`,
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Whether a key is another code's than this one, or closed: its code was deleted while it was suspended. */
export async function isOthersKey(
  executor: Executor,
  { key, codeId, accountId }: Pick<NewPath, "key" | "codeId" | "accountId">,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: "is_others_path",
    text: `SELECT FROM short_url_path WHERE key = $1 AND qr_code_id IS DISTINCT FROM $2 AND ${isFree("$3::uuid")} IS NOT TRUE`,
    values: [key, codeId, accountId],
  });
  return rowCount !== 0;
}

export async function countPaths(executor: Executor, codeId: string): Promise<number> {
  const { rows } = await executor.query<{ count: number }>({
    name: "count_paths",
    text: "SELECT count(*)::int AS count FROM short_url_path WHERE qr_code_id = $1",
    values: [codeId],
  });
  return rows[0]?.count ?? 0;
}

/** How many paths of the service's host are held for an account although no code has them, and which of the keys these are. */
export async function countReleasedPaths(
  executor: Executor,
  accountId: string,
  keys: readonly string[],
): Promise<{ count: number; own: string[] }> {
  const { rows } = await executor.query<{ count: number; own: string[] }>({
    name: "count_released_paths",
    text: `SELECT count(*)::int AS count, coalesce(array_agg(key) FILTER (WHERE key = ANY($2::text[])), '{}') AS own
      FROM short_url_path WHERE account_id = $1 AND qr_code_id IS NULL AND domain_id IS NULL`,
    values: [accountId, keys],
  });
  return rows[0] ?? { count: 0, own: [] };
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

/** A domain of an account as its codes may have it. */
export interface OwnDomain {
  id: string;
  host: string;
  isDefault: boolean;
  isServed: boolean;
  isSuspended: boolean;
  /** Among those that are served, counted from 1, the oldest first; of another one, what it would be. */
  place: number;
}

/** The oldest first. */
export async function listDomainRows(executor: Executor, accountId: string): Promise<OwnDomain[]> {
  const { rows } = await executor.query<OwnDomain>({
    name: "list_own_domains",
    text: `SELECT id, host, is_default AS "isDefault", is_served AS "isServed",
        suspended_at IS NOT NULL AS "isSuspended",
        1 + (count(*) FILTER (WHERE is_served)
          OVER (ORDER BY created_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))::int AS place
      FROM domain WHERE account_id = $1 ORDER BY created_at, id`,
    values: [accountId],
  });
  return rows;
}

/** Of these domains how many are served; they can't be deleted until the transaction ends. */
export async function lockServedDomains(tx: Executor, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query({
    name: "lock_served_domains",
    text: "SELECT id FROM domain WHERE id = ANY($1::uuid[]) AND is_served ORDER BY id FOR KEY SHARE",
    values: [ids],
  });
  return rowCount ?? 0;
}

/** A path of a domain that opens a code. */
export interface PathOnDomain {
  key: string;
  path: string;
  /** The generated code of its code, not a slug. */
  isGenerated: boolean;
  /** It is the code's short URL, not an alias. */
  isPresent: boolean;
  /** Whether another code has it on the host that it is to move to, or another account had it there. */
  isTaken: boolean;
  /** Whether the generated code of a code that moves is another code's slug there. */
  isCodeTaken: boolean;
  shortCode: string;
}

/** The paths of a domain, and which of them are taken on another one, or on the service's host, for the account. */
export async function listPathsOn(
  tx: Executor,
  domainId: string,
  toDomainId: string | null,
  accountId: string,
): Promise<PathOnDomain[]> {
  const { rows } = await tx.query<PathOnDomain>(
    `SELECT own.key, own.path, own.path = short_code AS "isGenerated",
       qr_code.domain_id = $1 AND own.path = coalesce(slug, short_code) AS "isPresent",
       EXISTS (SELECT FROM short_url_path WHERE NOT (own.path = short_code AND $2::uuid IS NULL)
         AND key = concat($2::text || '/', lower(own.path)) AND qr_code_id IS DISTINCT FROM own.qr_code_id
         AND ${isFree("$3::uuid")} IS NOT TRUE)
       -- Generated codes open on their domain without a row.
       OR EXISTS (SELECT FROM qr_code AS other WHERE other.domain_id = $2::uuid AND lower(other.short_code) = lower(own.path)
         AND other.id <> own.qr_code_id)
       AS "isTaken",
       qr_code.domain_id = $1 AND EXISTS (SELECT FROM short_url_path
         WHERE key = $2::text || '/' || lower(short_code) AND qr_code_id IS DISTINCT FROM own.qr_code_id
           AND ${isFree("$3::uuid")} IS NOT TRUE) AS "isCodeTaken",
       short_code AS "shortCode"
     FROM short_url_path AS own JOIN qr_code ON qr_code.id = qr_code_id WHERE own.domain_id = $1 ORDER BY own.key`,
    [domainId, toDomainId, accountId],
  );
  return rows;
}

/**
 * Gives paths other keys on another domain, or on the service's host, and their codes that domain; a path without a key is
 * deleted, and one that its code has there already, too. Returns how many codes moved. Throws 23505 where another account took
 * one of them meanwhile.
 */
export async function movePathRows(
  tx: Executor,
  {
    fromDomainId,
    toDomainId,
    accountId,
  }: { fromDomainId: string; toDomainId: string | null; accountId: string },
  paths: readonly { from: string; to: string | null }[],
): Promise<number> {
  const moves = paths.filter((move): move is { from: string; to: string } => move.to !== null);
  const values = [moves.map(({ from }) => from), moves.map(({ to }) => to)];
  const listed = "unnest($1::text[], $2::text[]) AS move(old, new)";
  // What is held there for the account itself, or is the code's own already, gives way.
  await tx.query(
    `DELETE FROM short_url_path USING ${listed}, short_url_path AS own
     WHERE own.key = old AND short_url_path.key = new
       AND (short_url_path.qr_code_id = own.qr_code_id OR ${isFree("$3::uuid")})`,
    [...values, accountId],
  );
  await tx.query(`UPDATE short_url_path SET key = new, domain_id = $3::uuid FROM ${listed} WHERE key = old`, [
    ...values,
    toDomainId,
  ]);
  await tx.query("DELETE FROM short_url_path WHERE domain_id = $1", [fromDomainId]);
  const { rowCount } = await tx.query(
    `UPDATE qr_code SET domain_id = $2::uuid, updated_at = now()
     WHERE id IN (SELECT id FROM qr_code WHERE domain_id = $1 ORDER BY id FOR NO KEY UPDATE)`,
    [fromDomainId, toDomainId],
  );
  return rowCount ?? 0;
}
