import type { Caller, Environment } from "@/lib/accounts/schema";
import { sandboxEntitlements } from "@/lib/plans";
import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { subscribedSql } from "@/lib/queries.events";
import { hostSql } from "@/lib/queries.paths";
import type { DeletedRow, EndedRow } from "./events";
import { isOfOwner, isOwn } from "./queries.read";
import type { CodeRow } from "./rows";
import { undoSeconds } from "./schema";

/** Whose codes. */
export interface Owner {
  accountId: string;
  environment: Environment;
}

const codeOwner = { account: "qr_code.account_id", environment: "qr_code.environment" };

/** A code as it is to be, for `updateCodeRow`. */
export interface CodeUpdate
  extends Pick<
    CodeRow,
    | "name"
    | "content"
    | "slug"
    | "domainId"
    | "settings"
    | "rules"
    | "tags"
    | "note"
    | "isArchived"
    | "isImagePublic"
  > {
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
  leastModule: number | null;
}

/** A code to insert. */
export interface NewRow extends Owner, CodeUpdate, Pick<CodeRow, "id" | "type"> {
  shortCode: string | null;
}

export interface InsertedRow {
  createdAt: Date;
  /** Whether a webhook is subscribed to `qr.created`. */
  hasSubscribers: boolean;
}

const insertCodes = `INSERT INTO qr_code (account_id, environment, id, name, type, content, target, settings, rules, short_code, slug, domain_id,
        least_module, tags, note, is_archived, public_image, is_dynamic, ends_at, created_at, updated_at)
      SELECT account_id, environment, id, name, type, content, target, settings::jsonb, rules::jsonb, short_code, slug, domain_id,
        least_module, ARRAY(SELECT jsonb_array_elements_text(tags::jsonb)), note, is_archived, public_image, short_code IS NOT NULL,
        (rules::jsonb ->> 'expiresAt')::timestamptz, now(), now()
      FROM unnest($1::uuid[], $2::environment[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
          $10::text[], $11::smallint[], $12::text[], $13::text[], $14::boolean[], $15::text[], $16::uuid[], $17::boolean[])
        AS c(account_id, environment, id, name, type, content, target, settings, rules, short_code, least_module, tags, note,
          is_archived, slug, domain_id, public_image)
      RETURNING created_at AS "createdAt", ${subscribedSql("qr.created", codeOwner)} AS "hasSubscribers"`;

const columnsOf = (codes: readonly NewRow[], names: readonly (keyof NewRow)[]) =>
  names.map((name) => codes.map((code) => code[name]));

/** Inserts codes; returns a row for each, in their order. Throws 23505 for a short code that is taken. */
export async function insertCodeRows(tx: Transaction, codes: readonly NewRow[]): Promise<InsertedRow[]> {
  const { rows } = await tx.query<InsertedRow>({
    name: "insert_codes",
    text: insertCodes,
    values: [
      ...columnsOf(codes, ["accountId", "environment", "id", "name", "type", "content", "target"]),
      codes.map(({ settings }) => JSON.stringify(settings)),
      codes.map(({ rules }) => rules && JSON.stringify(rules)),
      ...columnsOf(codes, ["shortCode", "leastModule"]),
      codes.map(({ tags }) => JSON.stringify(tags)),
      ...columnsOf(codes, ["note", "isArchived", "slug", "domainId", "isImagePublic"]),
    ],
  });
  return rows;
}

/** Earlier targets of a code that are kept. */
export const keptTargets = 100;

const isUpdateSubscribed = subscribedSql("qr.updated", codeOwner);

export type UpdatedRow = Pick<
  CodeRow,
  "updatedAt" | "scanCount" | "lastScannedAt" | "suspendedAt" | "suspendedReason"
> & {
  /** Whether a webhook is subscribed to `qr.updated`. */
  hasSubscribers: boolean;
};

/** Whether a code with these rules has expired or had its last scan. */
const hasEnded = (rules: string) =>
  `coalesce((${rules} ->> 'expiresAt')::timestamptz <= now() OR scan_count >= (${rules} ->> 'maxScans')::bigint, false)`;

/** A code that had ended and still has keeps its end, so that `qr.expired` comes once for each. */
const endOfUpdated = `CASE WHEN ${hasEnded("$13::jsonb")} AND ${hasEnded("$8::jsonb")} THEN ends_at
          WHEN scan_count >= ($8::jsonb ->> 'maxScans')::bigint THEN now()
          ELSE ($8::jsonb ->> 'expiresAt')::timestamptz END`;

const updateCode = `WITH changed AS (
        UPDATE qr_code SET name = $4, content = $5, target = $6, settings = $7::jsonb, rules = $8::jsonb, least_module = $17,
          tags = $18::text[], note = $19, is_archived = $20, slug = $24, domain_id = $26::uuid, public_image = $28,
          ends_at = ${endOfUpdated},
          updated_at = CASE WHEN $9 THEN now() ELSE updated_at END
        WHERE ${isOwn} AND id = $3 AND name = $10 AND content = $11 AND settings = $12::jsonb
          AND rules IS NOT DISTINCT FROM $13::jsonb AND tags = $21::text[] AND note IS NOT DISTINCT FROM $22
          AND is_archived = $23 AND slug IS NOT DISTINCT FROM $25 AND domain_id IS NOT DISTINCT FROM $27::uuid
          AND public_image = $29
        RETURNING id, is_dynamic, updated_at, scan_count, last_scanned_at, suspended_at, suspended_reason,
          $9 AND ${isUpdateSubscribed} AS has_subscribers),
      noted AS (
        INSERT INTO target_change (id, qr_code_id, content, fallback_url, routes, replaced_at, user_id, key_id)
        SELECT $14::uuid, id, $11, $13::jsonb ->> 'fallbackUrl', $13::jsonb -> 'routes', updated_at, $15::uuid, $16::uuid FROM changed
        WHERE is_dynamic
          AND ($5 <> $11 OR $8::jsonb ->> 'fallbackUrl' IS DISTINCT FROM $13::jsonb ->> 'fallbackUrl'
            OR $8::jsonb -> 'routes' IS DISTINCT FROM $13::jsonb -> 'routes')
        RETURNING qr_code_id),
      forgotten AS (
        DELETE FROM target_change WHERE id IN (
          SELECT id FROM target_change WHERE qr_code_id = (SELECT qr_code_id FROM noted)
          ORDER BY replaced_at DESC, id DESC OFFSET ${keptTargets}))
      SELECT updated_at AS "updatedAt", scan_count AS "scanCount", last_scanned_at AS "lastScannedAt",
        suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason", has_subscribers AS "hasSubscribers" FROM changed`;

/**
 * Updates a code if it still is as the change was merged with. Stores the earlier target of a dynamic code where content,
 * fallback or rules change, and deletes the oldest beyond `keptTargets`; both read rows from before, so the new one is counted apart.
 *
 * @param targetChangeId of the row that stores the earlier target.
 * @param isVisible whether a response shows a difference: then `updatedAt` changes.
 */
export async function updateCodeRow(
  executor: Executor,
  caller: Caller,
  before: CodeRow,
  after: CodeUpdate,
  options: { targetChangeId: string; isVisible: boolean },
): Promise<UpdatedRow | undefined> {
  const { rows } = await executor.query<UpdatedRow>({
    name: "update_code",
    text: updateCode,
    values: [
      caller.accountId,
      caller.environment,
      before.id,
      after.name,
      after.content,
      after.target,
      JSON.stringify(after.settings),
      after.rules && JSON.stringify(after.rules),
      options.isVisible,
      before.name,
      before.content,
      JSON.stringify(before.settings),
      before.rules && JSON.stringify(before.rules),
      options.targetChangeId,
      caller.userId ?? null,
      caller.key?.id ?? null,
      after.leastModule,
      after.tags,
      after.note,
      after.isArchived,
      before.tags,
      before.note,
      before.isArchived,
      after.slug,
      before.slug,
      after.domainId,
      before.domainId,
      after.isImagePublic,
      before.isImagePublic,
    ],
  });
  return rows[0];
}

/** Stores the least pixels of a module of a code that still is as it was measured. */
export async function setLeastModule(
  { accountId, environment }: Owner,
  { id, content, settings }: CodeRow,
  leastModule: number,
): Promise<void> {
  await sql.query({
    name: "keep_least_module",
    text: `UPDATE qr_code SET least_module = $4
      WHERE ${isOwn} AND id = $3 AND least_module IS NULL AND content = $5 AND settings = $6::jsonb`,
    values: [accountId, environment, id, leastModule, content, JSON.stringify(settings)],
  });
}

/** Deletes the codes of a condition, locked in the order of their ids (`lib/accounts/queries.ts`). */
const deleteSql = (condition: string) =>
  `DELETE FROM qr_code WHERE id IN (SELECT id FROM qr_code WHERE ${condition} ORDER BY id FOR UPDATE)
    RETURNING id, name, type, short_code AS "shortCode", slug, tags, ${hostSql("qr_code")} AS host, now() AS "deletedAt",
      ${subscribedSql("qr.deleted", codeOwner)} AS "hasSubscribers"`;

export async function deleteCodeRows(
  tx: Transaction,
  { accountId, environment }: Owner,
  ids: readonly string[],
): Promise<DeletedRow[]> {
  const { rows } = await tx.query<DeletedRow>({
    name: "delete_codes",
    text: deleteSql(`${isOwn} AND id = ANY($3::uuid[])`),
    values: [accountId, environment, ids],
  });
  return rows;
}

/** Codes of a sandbox that are as old as a sandbox keeps them, given the time to judge by. */
const isExpired = `environment = 'sandbox'
  AND created_at <= coalesce($1::timestamptz, now()) - interval '${sandboxEntitlements.keptDays} days'`;

/** @param now null: the database's clock. */
export async function deleteExpiredSandboxRows(
  tx: Transaction,
  accountId: string,
  now: Date | null,
): Promise<DeletedRow[]> {
  const { rows } = await tx.query<DeletedRow>(deleteSql(`account_id = $2 AND ${isExpired}`), [
    now,
    accountId,
  ]);
  return rows;
}

/** Accounts with such codes; reads only accounts that have sandbox codes at all. */
export async function listAccountsWithExpiredSandbox(limit: number, now: Date | null): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM account a WHERE sandbox_code_count > 0
       AND EXISTS (SELECT 1 FROM qr_code WHERE account_id = a.id AND ${isExpired}) LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** A code that was soft-deleted or restored. */
export interface NamedCode {
  id: string;
  name: string;
}

/** Returns when each will be deleted: counted from now, not from the start of a transaction that waited for a lock. */
export async function softDeleteRows(
  { accountId, environment }: Owner,
  ids: readonly string[],
): Promise<(NamedCode & { until: Date })[]> {
  const { rows } = await sql.query<NamedCode & { until: Date }>({
    name: "set_codes_aside",
    text: `UPDATE qr_code SET purge_after = clock_timestamp() + interval '${undoSeconds} seconds'
      WHERE id IN (SELECT id FROM qr_code WHERE ${isOwn} AND id = ANY($3::uuid[]) ORDER BY id FOR NO KEY UPDATE)
      RETURNING id, name, purge_after AS until`,
    values: [accountId, environment, ids],
  });
  return rows;
}

/** Returns codes that were not soft-deleted, too, so that an undo can be repeated. */
export async function restoreRows(
  { accountId, environment }: Owner,
  ids: readonly string[],
): Promise<NamedCode[]> {
  const { rows } = await sql.query<NamedCode>({
    name: "bring_codes_back",
    text: `UPDATE qr_code SET purge_after = NULL
      WHERE id IN (SELECT id FROM qr_code WHERE ${isOfOwner} AND id = ANY($3::uuid[]) ORDER BY id FOR NO KEY UPDATE)
      RETURNING id, name`,
    values: [accountId, environment, ids],
  });
  return rows;
}

/**
 * Owners of soft-deleted codes whose time is over, the longest overdue first. Runs every second on an index of soft-deleted
 * codes alone, which is nearly always empty.
 *
 * @param failed accounts to leave out.
 */
export async function listOwnersOfDue(failed: readonly string[], limit: number): Promise<Owner[]> {
  const { rows } = await sql.query<Owner>({
    name: "owners_of_codes_due",
    text: `SELECT account_id AS "accountId", environment FROM qr_code
      WHERE purge_after IS NOT NULL AND purge_after <= now() AND account_id <> ALL($1::uuid[])
      GROUP BY account_id, environment ORDER BY min(purge_after) LIMIT $2`,
    values: [failed, limit],
  });
  return rows;
}

/** Deletes an owner's soft-deleted codes whose time is over. */
export async function deleteDueRows(
  tx: Transaction,
  { accountId, environment }: Owner,
): Promise<DeletedRow[]> {
  const { rows } = await tx.query<DeletedRow>({
    name: "delete_codes_due",
    text: deleteSql(`${isOfOwner} AND purge_after <= now()`),
    values: [accountId, environment],
  });
  return rows;
}

const isEnded = "ends_at IS NOT NULL AND purge_after IS NULL AND ends_at <= now()";

/**
 * Owners of codes whose end is still to be reported, the longest ago first; soft-deleted codes wait until they are restored.
 *
 * @param failed accounts to leave out.
 */
export async function listOwnersOfEnded(failed: readonly string[], limit: number): Promise<Owner[]> {
  const { rows } = await sql.query<Owner>({
    name: "owners_of_ended_codes",
    text: `SELECT account_id AS "accountId", environment FROM qr_code
      WHERE ${isEnded} AND account_id <> ALL($1::uuid[])
      GROUP BY account_id, environment ORDER BY min(ends_at) LIMIT $2`,
    values: [failed, limit],
  });
  return rows;
}

/** Marks ends of an owner's codes as reported, the earliest first, and returns them. */
export async function takeEndedRows(
  tx: Transaction,
  { accountId, environment }: Owner,
  limit: number,
): Promise<EndedRow[]> {
  const { rows } = await tx.query<EndedRow>({
    name: "take_ended_codes",
    text: `WITH ended AS MATERIALIZED (
        SELECT id FROM qr_code WHERE ${isOfOwner} AND ${isEnded} ORDER BY ends_at, id LIMIT $3
      ), locked AS MATERIALIZED (
        SELECT id, ends_at FROM qr_code WHERE id IN (SELECT id FROM ended) AND ${isEnded} ORDER BY id FOR NO KEY UPDATE
      ), taken AS (
        UPDATE qr_code SET ends_at = NULL FROM locked WHERE qr_code.id = locked.id
        RETURNING qr_code.id, name, tags, short_code AS "shortCode", slug, ${hostSql("qr_code")} AS host, locked.ends_at AS at,
          CASE WHEN (rules ->> 'expiresAt')::timestamptz <= locked.ends_at THEN 'expired' ELSE 'used_up' END AS reason
      )
      SELECT * FROM taken ORDER BY at, id`,
    values: [accountId, environment, limit],
  });
  return rows;
}

/** Suspends a code, or resumes it for a null reason; returns since when it is suspended. */
export async function setSuspension(
  tx: Transaction,
  codeId: string,
  reason: string | null,
): Promise<Date | null> {
  const { rows } = await tx.query<{ since: Date | null }>(
    `UPDATE qr_code SET suspended_at = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(suspended_at, now()) END,
       suspended_reason = $2
     WHERE id = $1 RETURNING suspended_at AS since`,
    [codeId, reason],
  );
  return rows[0]?.since ?? null;
}

/** Keeps what a code looked like until a change, for ten minutes. */
export async function keepEarlierStyle(
  tx: Transaction,
  codeId: string,
  changedAt: string,
  settings: CodeRow["settings"],
): Promise<void> {
  await tx.query({
    name: "keep_earlier_style",
    text: `INSERT INTO earlier_style (qr_code_id, changed_at, settings, kept_until)
      VALUES ($1, $2, $3, now() + interval '10 minutes')
      ON CONFLICT (qr_code_id) DO UPDATE SET changed_at = EXCLUDED.changed_at, settings = EXCLUDED.settings,
        kept_until = EXCLUDED.kept_until`,
    values: [codeId, changedAt, JSON.stringify(settings)],
  });
}

/** Deletes looks that are kept no longer; returns how many. */
export async function deleteEarlierStyles(): Promise<number> {
  const { rowCount } = await sql.query("DELETE FROM earlier_style WHERE kept_until <= now()");
  return rowCount ?? 0;
}
