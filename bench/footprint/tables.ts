import type pg from "pg";

/** What tables take on the disk, in bytes. */
export interface TableBytes {
  rows: number;
  indexes: number;
  /** Values that are too long for a row. */
  toast: number;
}

export async function sizeOf(
  database: Pick<pg.Client, "query">,
  ...tables: readonly string[]
): Promise<TableBytes> {
  const { rows } = await database.query<TableBytes>(
    `SELECT coalesce(sum(pg_relation_size(oid)), 0)::float8 AS rows,
       coalesce(sum(pg_indexes_size(oid)), 0)::float8 AS indexes,
       coalesce(sum(pg_total_relation_size(nullif(reltoastrelid, 0))), 0)::float8 AS toast
     FROM pg_class WHERE oid = ANY($1::text[]::regclass[])`,
    [tables],
  );
  return rows[0]!;
}

/** Each index of a table with its bytes. */
export async function sizesOfIndexes(
  database: Pick<pg.Client, "query">,
  table: string,
): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await database.query<{ name: string; bytes: number }>(
    `SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid)::float8 AS bytes
     FROM pg_index WHERE indrelid = $1::regclass ORDER BY bytes DESC`,
    [table],
  );
  return rows;
}

export function totalOf({ rows, indexes, toast }: TableBytes): number {
  return rows + indexes + toast;
}

export function grownBy(after: TableBytes, before: TableBytes): TableBytes {
  return {
    rows: after.rows - before.rows,
    indexes: after.indexes - before.indexes,
    toast: after.toast - before.toast,
  };
}

/** `412 MB (rows 245, indexes 167)` of a million, decimal megabytes: of one the same number is bytes. */
export function formatTables(bytes: TableBytes, count: number): string {
  const each = (value: number) => Math.round(value / count);
  const toast = bytes.toast > count ? `, TOAST ${each(bytes.toast)}` : "";
  return `${each(totalOf(bytes))} MB (rows ${each(bytes.rows)}, indexes ${each(bytes.indexes)}${toast})`;
}

/** Megabytes of a million. */
export function formatMillion(bytes: number, count: number): string {
  return `${Math.round(bytes / count)} MB`;
}
