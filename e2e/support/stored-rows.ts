import type { ClientBase } from "pg";
import { openConnection, sql } from "@/lib/platform/db";

/** A connection whose statements take as long as they take, where the service's own are cut after 5 s. */
async function withPatience<T>(work: (client: Pick<ClientBase, "query">) => Promise<T>): Promise<T> {
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
  await withPatience((client) => client.query(statement, [...values]));
}

/** The tables of the service that hold a text anywhere, as it is or as bytes. Other tests may be filling them. */
export async function findInRows(text: string): Promise<string[]> {
  const { rows: tables } = await sql.query<{ name: string }>(
    // The rows of partitions are those of their table.
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  );
  const forms = [text, Buffer.from(text).toString("hex")];
  return withPatience(async (client) => {
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
