import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { sql } from "@/lib/platform/db";
import { migrationsFolder } from "@/server/database/migrate";

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows that a statement answers. */
export function ask<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(text, values)).rows);
}

/**
 * The rows of one database in another whose tables know less: columns that it lacks are left out. Answers how many of each
 * table. Nothing fires meanwhile, which the owner of an embedded server may ask for.
 */
export async function copyRows(from: string, to: string): Promise<Record<string, number>> {
  const copied: Record<string, number> = {};
  await withClient(to, async (client) => {
    await client.query("SET session_replication_role = replica");
    const tables = await client.query<{ name: string; columns: string[] }>(
      `SELECT table_name AS name, array_agg(quote_ident(column_name::text) ORDER BY 1) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY 1`,
    );
    for (const { name, columns } of tables.rows) {
      const rows = await ask<{ row: object }>(from, `SELECT to_jsonb(t) AS row FROM "${name}" t`);
      const list = columns.join(", ");
      await client.query(
        `INSERT INTO "${name}" (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::"${name}", $1)`,
        [JSON.stringify(rows.map(({ row }) => row))],
      );
      copied[name] = rows.length;
    }
  });
  return copied;
}

/** What every table of a database holds: how many rows, and a digest of them in an order of their own. */
export function digestTables(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query("SET timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string; kind: string }>(
      `SELECT relname AS name, relkind AS kind FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p', 'S') AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name, kind } of tables) {
      // How many values a sequence has logged ahead is its own affair.
      const line = kind === "S" ? "last_value || ' ' || is_called" : "t::text";
      const { rows } = await client.query<{ line: string }>(
        `SELECT ${line} AS line FROM "${name}" t ORDER BY (${line}) COLLATE "C"`,
      );
      const digest = createHash("sha256").update(JSON.stringify(rows.map(({ line }) => line)));
      digests[name] = `${rows.length} ${digest.digest("hex")}`;
    }
    return digests;
  });
}

/** Everything of a schema beside its rows, as PostgreSQL writes it down. */
export function describeObjects(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      // A table is the same with and without partitions.
      `SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS line
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
       UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(o.oid) || convalidated
         FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid
         WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND NOT c.relispartition
       UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '')
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^scan_(before|past|[0-9]{8})$'
       UNION ALL SELECT migration_name || ' ' || checksum || (finished_at IS NOT NULL)::text FROM _prisma_migrations
       ORDER BY 1`,
    );
    return rows.map(({ line }) => line);
  });
}

/** Names of whatever is in a database: an empty one has none. */
export function listObjects(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  });
}

/** A folder with our migrations and one of a later version after them, which the caller removes. */
export async function copyLaterMigrations(): Promise<{ folder: string; later: string }> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-migrations-"));
  await cp(migrationsFolder, folder, { recursive: true });
  const later = "99990101000000_later";
  await mkdir(join(folder, later));
  await writeFile(
    join(folder, later, "migration.sql"),
    `ALTER TABLE "account" ADD COLUMN "later" TEXT NOT NULL DEFAULT 'yes';\n`,
  );
  return { folder, later };
}

/** Everything that COPY's text has to escape, and that a careless reader would take for something else. */
const hostileTexts = ["\\.", "\\N", "a\tb\nc\r\nd\\", '"{},', "Größe 1.50 ✅ \u2028", " ", "\\x41", ""];

/** Rows that a backup could get wrong, in tables of several kinds: texts, bytes, lists, documents, nothing at all. */
export async function storeHostileRows(): Promise<void> {
  for (const text of hostileTexts) {
    await sql.query(
      `INSERT INTO public_code (short_code, type, content, png, expires_at)
       VALUES (left(md5($1::text), 12), 'text', $1, $2, now() + interval '1 day')`,
      [text, Buffer.from([0, 9, 10, 13, 92, 255])],
    );
    await sql.query(
      `INSERT INTO abuse_report (id, short_code, reason, note) VALUES (gen_random_uuid(), 'abcdefgh', 'other', $1)`,
      [text === "" ? null : text],
    );
    await sql.query(
      `INSERT INTO scan_day (account_id, is_sandbox, day, qr_code_id, scans, bots, quarters, totals)
       VALUES (gen_random_uuid(), false, '2026-11-22', gen_random_uuid(), 1, 0, ARRAY[1, NULL, 3],
         jsonb_build_object('city', jsonb_build_object($1::text, 1e300)))`,
      [text],
    );
  }
}
