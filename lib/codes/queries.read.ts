import type { Caller, Environment } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { reader } from "@/lib/platform/read-replica";
import { isGeneratedCode, keyOfPath } from "@/lib/platform/short-path";
import { hostSql, rowPathSql } from "@/lib/queries.paths";
import type { Route } from "@/lib/routes";
import type { CodeRow, StoredRow } from "./rows";
import type { SelectedCode } from "./schema";

/** Limits codes to the account ($1) and environment ($2) of their owner; soft-deleted ones are among them. */
export const isOfOwner = "account_id = $1 AND environment = $2";
/** Likewise without soft-deleted codes (`soft-delete.ts`). */
export const isOwn = `${isOfOwner} AND purge_after IS NULL`;

/** The columns of a `CodeRow` of a table; `settings` as they are, or by an expression. */
export const columns = (code = "qr_code", settings = "settings") =>
  `id, name, type, content, short_code AS "shortCode", slug, domain_id AS "domainId", ${hostSql(code)} AS host, ${settings} AS settings, rules,
    least_module AS "leastModule", tags, note, is_archived AS "isArchived", public_image AS "isImagePublic", suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason", scan_count AS "scanCount",
    last_scanned_at AS "lastScannedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The columns of a `StoredRow`, of the table `qr_code`. */
const storedColumns = `${columns()}, ARRAY(SELECT ${rowPathSql()} FROM short_url_path LEFT JOIN domain ON domain.id = domain_id
    WHERE qr_code_id = qr_code.id ORDER BY short_url_path.created_at DESC, key)::text[] AS paths`;

export interface CodeQuestion {
  caller: Caller;
  id: string;
}

type OwnedRow = StoredRow & Pick<Caller, "accountId" | "environment">;

const selectCodes = `SELECT account_id AS "accountId", environment, ${storedColumns} FROM qr_code
      WHERE id = ANY((SELECT $2::uuid[])::uuid[]) AND account_id = ANY((SELECT $1::uuid[])::uuid[])
        AND purge_after IS NULL`;

/**
 * The code of each question; undefined for one that its caller does not own. The lists stand in sub-selects to hide them
 * from the planner, which would else plan each execution again for their length; a join to a list of rows takes twice the
 * time.
 */
export async function findCodeRows(questions: readonly CodeQuestion[]): Promise<(StoredRow | undefined)[]> {
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

/** A code with a public image, without what the image is drawn from. */
export interface PublicImageHead extends Pick<Caller, "accountId" | "environment"> {
  id: string;
  shortCode: string | null;
  /** Its `updated_at` to the microsecond: differs from one look to the next. */
  version: string;
}

const headColumns = `account_id AS "accountId", environment, id, short_code AS "shortCode", extract(epoch FROM updated_at)::text AS version`;

/** Suspended and soft-deleted codes have no public image. */
const hasPublicImage = "public_image AND suspended_at IS NULL AND purge_after IS NULL";

/** Finds a public image by the code's generated short code, a slug on the service's host, or the id of a static code. */
export async function findPublicImageHead(name: string): Promise<PublicImageHead | undefined> {
  const by = isId(name)
    ? "id = $1::uuid AND short_code IS NULL"
    : isGeneratedCode(name)
      ? "short_code = $1"
      : "id = (SELECT qr_code_id FROM short_url_path WHERE key = $1 AND domain_id IS NULL)";
  const { rows } = await sql.query<PublicImageHead>(
    `SELECT ${headColumns} FROM qr_code WHERE ${by} AND ${hasPublicImage}`,
    [isId(name) || isGeneratedCode(name) ? name : keyOfPath(name)],
  );
  return rows[0];
}

/** What a public image is drawn from; undefined where it ended meanwhile. */
export async function findPublicImageRow(
  head: PublicImageHead,
): Promise<(CodeRow & Pick<PublicImageHead, "version">) | undefined> {
  const { rows } = await sql.query<CodeRow & PublicImageHead>(
    `SELECT ${headColumns}, ${columns()} FROM qr_code WHERE ${isOfOwner} AND id = $3 AND ${hasPublicImage}`,
    [head.accountId, head.environment, head.id],
  );
  return rows[0];
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

/** Codes of these ids, in the order of the ids. */
export async function listSelectedRows(
  { accountId, environment }: Caller,
  ids: readonly string[],
): Promise<SelectedCode[]> {
  const { rows } = await sql.query<SelectedCode>({
    name: "select_chosen_codes",
    text: `SELECT id, name, type, is_dynamic AS "isDynamic", CASE WHEN type = 'url' THEN content END AS target, tags,
        is_archived AS "isArchived"
      FROM qr_code WHERE ${isOwn} AND id = ANY((SELECT $3::uuid[])::uuid[])
      ORDER BY array_position((SELECT $3::uuid[]), id)`,
    values: [accountId, environment, ids],
  });
  return rows;
}

/** What some of the owner's codes looked like before these changes, each by the time that it left as `updatedAt`. */
export async function listEarlierStyles(
  { accountId, environment }: Caller,
  changes: readonly { id: string; version: string }[],
) {
  const { rows } = await sql.query<{ codeId: string; settings: CodeRow["settings"] }>({
    name: "list_earlier_styles",
    text: `SELECT qr_code_id AS "codeId", earlier.settings
      FROM earlier_style AS earlier JOIN qr_code ON id = qr_code_id
      WHERE ${isOfOwner} AND kept_until > now()
        AND (qr_code_id, changed_at) IN (SELECT * FROM unnest($3::uuid[], $4::timestamptz[]))`,
    values: [accountId, environment, changes.map(({ id }) => id), changes.map(({ version }) => version)],
  });
  return rows;
}

/** A code with its earlier targets, the newest first, for an export. */
export type ExportedRow = StoredRow & { earlierTargets: EarlierTarget[] };

export interface EarlierTarget {
  content: string;
  fallbackUrl: string | null;
  routes: Route[] | null;
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
  const { rows } = await reader().query<ExportedRow>({
    name: "walk_codes",
    text: `SELECT ${storedColumns}, coalesce((SELECT jsonb_agg(jsonb_build_object('content', content, 'fallbackUrl', fallback_url,
          'routes', routes, 'replacedAt', to_char(replaced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'userId', user_id,
          'keyId', key_id) ORDER BY replaced_at DESC, id DESC)
        FROM target_change WHERE qr_code_id = qr_code.id), '[]'::jsonb) AS "earlierTargets"
      FROM qr_code
      WHERE ${isOwn} AND (created_at, id) > ($3, $4::uuid) ORDER BY created_at, id LIMIT ${exportedAtOnce}`,
    values: [accountId, environment, after.createdAt, after.id],
  });
  return rows;
}

/** What a code leads to, with one earlier target; without any, `id` is null. */
export type TargetRow = {
  current: string;
  currentFallback: string | null;
  currentRoutes: Route[] | null;
  isDynamic: boolean;
  createdAt: Date;
} & (TargetChangeRow | { id: null });

export interface TargetChangeRow {
  id: string;
  /** What was replaced. */
  content: string;
  fallbackUrl: string | null;
  /** Null: none. */
  routes: Route[] | null;
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
    text: `SELECT code.content AS current, code.rules ->> 'fallbackUrl' AS "currentFallback", code.rules -> 'routes' AS "currentRoutes",
        code.is_dynamic AS "isDynamic", code.created_at AS "createdAt", change.id, change.content,
        change.fallback_url AS "fallbackUrl", change.routes, change.replaced_at AS "replacedAt", change.user_id AS "userId",
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
): Promise<Pick<TargetChangeRow, "content" | "fallbackUrl" | "routes"> | undefined> {
  const { rows } = await sql.query<Pick<TargetChangeRow, "content" | "fallbackUrl" | "routes">>({
    name: "select_target",
    text: `SELECT content, fallback_url AS "fallbackUrl", routes FROM target_change WHERE id = $4
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
export type OperatorRow = StoredRow & {
  accountId: string;
  environment: Environment;
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
};

const whichCode = (code: string) => {
  if (isId(code)) return "id = $1";
  if (code.includes("/"))
    return `id = (SELECT qr_code_id FROM short_url_path JOIN domain ON domain.id = domain_id AND is_served
      WHERE host = lower(split_part($1, '/', 1)) AND key = domain.id || '/' || lower(split_part($1, '/', 2)))`;
  return isGeneratedCode(code)
    ? "short_code = $1"
    : "id = (SELECT qr_code_id FROM short_url_path WHERE key = $1)";
};

/** @param code an id, or what follows `/r/` in a short URL; of a domain with the host and a slash before it. */
export async function findAnyCode(
  executor: Executor,
  code: string,
  isLocked: boolean,
): Promise<OperatorRow | undefined> {
  const { rows } = await executor.query<OperatorRow>(
    `SELECT ${storedColumns}, account_id AS "accountId", environment, target FROM qr_code
     WHERE ${whichCode(code)} ${isLocked ? "FOR UPDATE" : ""}`,
    [isId(code) ? code : keyOfPath(code)],
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
