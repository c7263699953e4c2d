import type { Caller } from "@/lib/accounts/schema";
import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { isOfOwner, isOwn } from "./queries.read";
import type { Tag } from "./tag-schema";

type Owner = Pick<Caller, "accountId" | "environment">;

const selectTags = `SELECT tag AS name, count(*)::int AS codes, sum(scan_count)::float8 AS "scanCount"
  FROM qr_code, unnest(tags) AS tag WHERE ${isOwn}`;

/** All tags of a data set, by code point. */
export async function listTagRows({ accountId, environment }: Owner): Promise<Tag[]> {
  const { rows } = await sql.query<Tag>({
    name: "list_tags",
    text: `${selectTags} GROUP BY tag ORDER BY tag COLLATE "C"`,
    values: [accountId, environment],
  });
  return rows;
}

export async function findTagRow(
  tx: Transaction,
  { accountId, environment }: Owner,
  name: string,
): Promise<Tag | undefined> {
  const { rows } = await tx.query<Tag>({
    name: "find_tag",
    text: `${selectTags} AND tags @> ARRAY[$3] AND tag = $3 GROUP BY tag`,
    values: [accountId, environment, name],
  });
  return rows[0];
}

/** The names in use, those of soft-deleted codes included, which can be restored. */
export async function listTagNames(
  executor: Executor,
  { accountId, environment }: Owner,
  exceptCodeId: string | null,
): Promise<string[]> {
  const { rows } = await executor.query<{ name: string }>({
    name: "list_tag_names",
    text: `SELECT DISTINCT unnest(tags) AS name FROM qr_code WHERE ${isOfOwner} AND id IS DISTINCT FROM $3::uuid`,
    values: [accountId, environment, exceptCodeId],
  });
  return rows.map(({ name }) => name);
}

/**
 * Gives every code of a tag another instead, or with `null` none, and sets `updatedAt`. Soft-deleted codes are among them.
 * Rows are locked in the order of their ids (`lib/accounts/queries.ts`).
 */
export async function replaceTag(
  tx: Transaction,
  { accountId, environment }: Owner,
  name: string,
  replacement: string | null,
): Promise<void> {
  await tx.query({
    name: "replace_tag",
    text: `UPDATE qr_code SET updated_at = now(), tags = ARRAY(
        SELECT DISTINCT tag COLLATE "C" FROM unnest(array_remove(tags, $3) || $4::text[]) AS tag ORDER BY 1)
      WHERE id IN (SELECT id FROM qr_code WHERE ${isOfOwner} AND tags @> ARRAY[$3] ORDER BY id FOR NO KEY UPDATE)`,
    values: [accountId, environment, name, replacement === null ? [] : [replacement]],
  });
}
