import type { ClientBase } from "pg";
import { openConnection, sql } from "@/lib/platform/db";

/** A connection whose statements take as long as they take, where the service's own are cut after 5 s. */
async function withoutStatementTimeout<T>(
  work: (client: Pick<ClientBase, "query">) => Promise<T>,
): Promise<T> {
  const client = openConnection("belongs to a test");
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Stores what a test prepares in bulk. */
export async function storeInBulk(statement: string, values: readonly unknown[]): Promise<void> {
  await withoutStatementTimeout((client) => client.query(statement, [...values]));
}

/** The tables of the service that hold a text anywhere, as it is or as bytes. Other tests may be filling them. */
export async function findInRows(text: string): Promise<string[]> {
  const { rows: tables } = await sql.query<{ name: string }>(
    // The rows of partitions are those of their table.
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  );
  const forms = [text, Buffer.from(text).toString("hex")];
  return withoutStatementTimeout(async (client) => {
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ holds: boolean }>(
        `SELECT EXISTS (SELECT FROM "${name}" t, LATERAL (SELECT to_jsonb(t)::text AS row OFFSET 0) AS written
           WHERE strpos(row, $1) > 0 OR strpos(row, $2) > 0) AS holds`,
        forms,
      );
      if (rows[0]?.holds) found.push(name);
    }
    return found;
  });
}

export interface ForeignKey {
  name: string;
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
  /** `c`: cascade; `n`: set to null; `a`: refused at the end of the statement. */
  onDelete: string;
}

export async function readForeignKeys(): Promise<ForeignKey[]> {
  const { rows } = await sql.query<ForeignKey>(
    `SELECT c.conname AS name, c.conrelid::regclass::text AS table, a.attname AS column,
       c.confrelid::regclass::text AS parent, p.attname AS "parentColumn", c.confdeltype AS "onDelete"
     FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows;
}
