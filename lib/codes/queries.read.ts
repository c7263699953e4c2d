import type { Caller } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { FindQuery, FoundCode } from "./read-schema";
import type { CodeRow } from "./rows";
import type { CodeListQuery, SelectedCode } from "./schema";

/** Limits codes to the account ($1) and environment ($2) of their owner; soft-deleted ones are among them. */
export const isOfOwner = "account_id = $1 AND environment = $2";
/** Likewise without soft-deleted codes (`soft-delete.ts`). */
export const isOwn = `${isOfOwner} AND purge_after IS NULL`;

/** The columns of a `CodeRow`; `settings` as they are, or by an expression. */
const columns = (settings = "settings") =>
  `id, name, type, content, short_code AS "shortCode", ${settings} AS settings, rules,
    least_module AS "leastModule", suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason", scan_count AS "scanCount",
    last_scanned_at AS "lastScannedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

export interface CodeQuestion {
  caller: Caller;
  id: string;
}

type OwnedRow = CodeRow & Pick<Caller, "accountId" | "environment">;

const selectCodes = `SELECT account_id AS "accountId", environment, ${columns()} FROM qr_code
      WHERE id = ANY((SELECT $2::uuid[])::uuid[]) AND account_id = ANY((SELECT $1::uuid[])::uuid[])
        AND purge_after IS NULL`;

/**
 * The code of each question; undefined for one that its caller does not own. The lists stand in sub-selects to hide them
 * from the planner, which would else plan each execution again for their length; a join to a list of rows takes twice the
 * time.
 */
export async function findCodeRows(questions: readonly CodeQuestion[]): Promise<(CodeRow | undefined)[]> {
  const { rows } = await sql.query<OwnedRow>({
    name: "select_codes",
    text: selectCodes,
    values: [questions.map(({ caller }) => caller.accountId), questions.map(({ id }) => id)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return questions.map(({ caller, id }) => {
    const row = found.get(id);
    // Questions of several callers share the statement: each gets only its own code.
    return row?.accountId === caller.accountId && row.environment === caller.environment ? row : undefined;
  });
}

/** When codes of the caller were changed last. */
export async function listUpdateTimes(
  { accountId, environment }: Caller,
  ids: readonly string[],
): Promise<{ id: string; updatedAt: Date }[]> {
  const { rows } = await sql.query<{ id: string; updatedAt: Date }>({
    name: "find_versions_of_codes",
    text: `SELECT id, updated_at AS "updatedAt" FROM qr_code
      WHERE ${isOwn} AND id = ANY((SELECT $3::uuid[])::uuid[])`,
    values: [accountId, environment, ids],
  });
  return rows;
}

/** A code of a search. */
export type FoundRow = Omit<FoundCode, "shortUrl" | "updatedAt"> & {
  shortCode: string | null;
  updatedAt: Date;
};

const searchedColumns = { names: "name", targets: "content" } as const;

/**
 * Codes that contain every word, in any case: those that begin with the first word first, then the last changed. Without
 * words: the last changed.
 */
export async function searchCodeRows(
  { accountId, environment }: Caller,
  words: readonly string[],
  place: FindQuery["place"],
  limit: number,
): Promise<FoundRow[]> {
  const column = searchedColumns[place];
  const { rows } = await sql.query<FoundRow>({
    name: `find-codes-by-${place}`,
    text: `SELECT id, name, type, CASE WHEN type = 'url' THEN content END AS target, short_code AS "shortCode",
        updated_at AS "updatedAt"
      FROM qr_code
      WHERE ${isOwn}
        AND NOT EXISTS (SELECT FROM unnest($3::text[]) AS word WHERE strpos(lower(${column}), lower(word)) = 0)
      ORDER BY strpos(lower(${column}), lower(($3::text[])[1])) = 1 DESC, updated_at DESC, id DESC
      LIMIT $4`,
    values: [accountId, environment, words, limit],
  });
  return rows;
}

/** Codes of these ids, in the order of the ids. */
export async function listSelectedRows(
  { accountId, environment }: Caller,
  ids: readonly string[],
): Promise<SelectedCode[]> {
  const { rows } = await sql.query<SelectedCode>({
    name: "select_chosen_codes",
    text: `SELECT id, name, type, is_dynamic AS "isDynamic", CASE WHEN type = 'url' THEN content END AS target
      FROM qr_code WHERE ${isOwn} AND id = ANY((SELECT $3::uuid[])::uuid[])
      ORDER BY array_position((SELECT $3::uuid[]), id)`,
    values: [accountId, environment, ids],
  });
  return rows;
}

/** A code with its earlier targets, the newest first, for an export. */
export type ExportedRow = CodeRow & { earlierTargets: EarlierTarget[] };

export interface EarlierTarget {
  content: string;
  fallbackUrl: string | null;
  replacedAt: string;
  /** Who replaced it; both null: the operator. */
  userId: string | null;
  keyId: string | null;
}

/** Codes that one statement exports: the logo of each may have half a megabyte. */
const exportedAtOnce = 10;

/** The next codes after a position, the oldest first. */
export async function listExportedRows(
  { accountId, environment }: Caller,
  after: { createdAt: Date; id: string },
): Promise<ExportedRow[]> {
  const { rows } = await sql.query<ExportedRow>({
    name: "walk_codes",
    text: `SELECT ${columns()}, coalesce((SELECT jsonb_agg(jsonb_build_object('content', content, 'fallbackUrl', fallback_url,
          'replacedAt', to_char(replaced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'userId', user_id,
          'keyId', key_id) ORDER BY replaced_at DESC, id DESC)
        FROM target_change WHERE qr_code_id = code.id), '[]'::jsonb) AS "earlierTargets"
      FROM qr_code AS code
      WHERE ${isOwn} AND (created_at, id) > ($3, $4::uuid) ORDER BY created_at, id LIMIT ${exportedAtOnce}`,
    values: [accountId, environment, after.createdAt, after.id],
  });
  return rows;
}

/** Which codes a list has. */
export type CodeFilter = Pick<CodeListQuery, "type" | "isDynamic" | "search" | "sort" | "order">;

/** Names are sorted by code points without regard to case, whatever the database's locale. */
const sortKeys: Record<CodeListQuery["sort"], readonly string[]> = {
  createdAt: ["created_at"],
  updatedAt: ["updated_at"],
  name: ['lower(name) COLLATE "C"', 'name COLLATE "C"'],
  scanCount: ["scan_count"],
};

/** Text as a search compares it: composed, and by way of capitals, since Σ has two small letters. */
const folded = (text: string) => `lower(upper(normalize(${text}, NFC)))`;

/** Conditions of the filters that a query sets. `strpos` takes text literally: nothing in it is a pattern. */
const conditions = {
  type: (value: string) => `type = ${value}`,
  isDynamic: (value: string) => `is_dynamic = ${value}`,
  search: (value: string) =>
    `(strpos(${folded("name")}, ${folded(value)}) > 0 OR strpos(${folded("content")}, ${folded(value)}) > 0)`,
};
type Filter = keyof typeof conditions;
const filterNames = Object.keys(conditions) as Filter[];

/**
 * Without the picture of a logo, which may be half a megabyte; an empty one stands for a logo. Computed for the codes of the
 * page alone: before the sort it would read every logo of the account.
 */
const listedColumns = columns(`jsonb_set(settings, '{logo,dataUrl}', '""', false)`);

interface Statement {
  name: string;
  text: string;
}

const statements = new Map<string, Statement>();

/**
 * The statement of a sort, an order and the filters that are set: built once, prepared once for each connection. Filters that
 * are not set are left out, so that the total of a list without any is counted in the index alone.
 */
function listStatement(
  { sort, order }: CodeFilter,
  filters: readonly Filter[],
  shown: "listed" | "id",
): Statement {
  const name = ["list_codes", shown, sort, order, ...filters].join("_");
  const known = statements.get(name);
  if (known !== undefined) return known;
  const matching = [isOwn, ...filters.map((filter, index) => conditions[filter](`$${index + 5}`))].join(
    " AND ",
  );
  const keys = [...sortKeys[sort], "id"].map((key) => `${key} ${order}`).join(", ");
  const text = `SELECT total, code.* FROM (SELECT count(*)::int AS total FROM qr_code WHERE ${matching}) AS counted
    LEFT JOIN LATERAL (SELECT ${shown === "id" ? "id" : listedColumns} FROM (SELECT * FROM qr_code WHERE ${matching}
      ORDER BY ${keys} LIMIT $3::int OFFSET $4::bigint) AS page) AS code ON true`;
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}

interface Page {
  limit: number;
  offset: bigint;
}

/** A page of a list with the total of all pages; rows of an empty page have the total alone. */
async function listPage<Row>(
  { accountId, environment }: Caller,
  query: CodeFilter,
  { limit, offset }: Page,
  shown: "listed" | "id",
): Promise<{ rows: Row[]; total: number }> {
  const filters = filterNames.filter((name) => query[name] !== undefined && query[name] !== "");
  const { rows } = await sql.query<Row & { id: string | null; total: number }>({
    ...listStatement(query, filters, shown),
    values: [accountId, environment, limit, offset, ...filters.map((name) => query[name])],
  });
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

export function listCodeRows(caller: Caller, query: CodeFilter, page: Page) {
  return listPage<CodeRow>(caller, query, page, "listed");
}

export function listCodeIds(caller: Caller, query: CodeFilter, page: Page) {
  return listPage<{ id: string }>(caller, query, page, "id");
}

/** What a code leads to, with one earlier target; without any, `id` is null. */
export type TargetRow = {
  current: string;
  currentFallback: string | null;
  isDynamic: boolean;
  createdAt: Date;
} & (TargetChangeRow | { id: null });

export interface TargetChangeRow {
  id: string;
  /** What was replaced. */
  content: string;
  fallbackUrl: string | null;
  replacedAt: Date;
  userId: string | null;
  keyId: string | null;
  userName: string | null;
  keyName: string | null;
}

/** Earlier targets of a code, the newest first; no rows where there is no such code. */
export async function listTargetRows(
  { accountId, environment }: Caller,
  codeId: string,
  limit: number,
): Promise<TargetRow[]> {
  const { rows } = await sql.query<TargetRow>({
    name: "select_targets",
    text: `SELECT code.content AS current, code.rules ->> 'fallbackUrl' AS "currentFallback",
        code.is_dynamic AS "isDynamic", code.created_at AS "createdAt", change.id, change.content,
        change.fallback_url AS "fallbackUrl", change.replaced_at AS "replacedAt", change.user_id AS "userId",
        change.key_id AS "keyId", app_user.name AS "userName", api_key.name AS "keyName"
      FROM (SELECT * FROM qr_code WHERE ${isOwn} AND id = $3) AS code
      LEFT JOIN LATERAL (SELECT * FROM target_change WHERE qr_code_id = code.id
        ORDER BY replaced_at DESC, id DESC LIMIT $4) AS change ON true
      LEFT JOIN app_user ON app_user.id = change.user_id
      LEFT JOIN api_key ON api_key.id = change.key_id
      ORDER BY change.replaced_at DESC, change.id DESC`,
    values: [accountId, environment, codeId, limit],
  });
  return rows;
}

/** One earlier target of a code. */
export async function findTargetRow(
  { accountId, environment }: Caller,
  codeId: string,
  targetId: string,
): Promise<{ content: string; fallbackUrl: string | null } | undefined> {
  const { rows } = await sql.query<{ content: string; fallbackUrl: string | null }>({
    name: "select_target",
    text: `SELECT content, fallback_url AS "fallbackUrl" FROM target_change WHERE id = $4
      AND qr_code_id = (SELECT id FROM qr_code WHERE ${isOwn} AND id = $3)`,
    values: [accountId, environment, codeId, targetId],
  });
  return rows[0];
}

/** Ids of an account's dynamic codes, the oldest first. */
export async function listDynamicIds({ accountId, environment }: Caller): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM qr_code WHERE ${isOwn} AND is_dynamic ORDER BY created_at, id`,
    [accountId, environment],
  );
  return rows.map(({ id }) => id);
}

/** A code of any account and environment, for the operator. */
export type OperatorRow = CodeRow & {
  accountId: string;
  environment: string;
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
};

/** @param code a short code or an id. */
export async function findAnyCode(
  executor: Executor,
  code: string,
  isLocked: boolean,
): Promise<OperatorRow | undefined> {
  const { rows } = await executor.query<OperatorRow>(
    `SELECT ${columns()}, account_id AS "accountId", environment, target FROM qr_code
     WHERE ${isId(code) ? "id = $1" : "short_code = $1"} ${isLocked ? "FOR UPDATE" : ""}`,
    [code],
  );
  return rows[0];
}

/** The owner of a code, for the operator. */
export interface OwnerRow {
  accountId: string;
  plan: Plan;
  /** The addresses that its users sign in with. */
  emails: string[];
}

export async function findOwner(accountId: string): Promise<OwnerRow | null> {
  const { rows } = await sql.query<OwnerRow>(
    `SELECT id AS "accountId", plan, ARRAY(SELECT email::text FROM app_user WHERE account_id = account.id ORDER BY 1) AS emails
     FROM account WHERE id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}
