import { openConnection, sql } from "@/lib/platform/db";

/** Stores what a test prepares in bulk: takes as long as it takes, where the service's own statements are cut after 5 s. */
export async function storeInBulk(statement: string, values: readonly unknown[]): Promise<void> {
  const client = openConnection("prepares a test");
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** The tables of the service that hold a text anywhere, as it is or as bytes. Other tests may be filling them. */
export async function findInRows(text: string): Promise<string[]> {
  const { rows: tables } = await sql.query<{ name: string }>(
    // The rows of partitions are those of their table.
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY 1`,
  );
  const forms = [text, Buffer.from(text).toString("hex")];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ holds: boolean }>(
      `SELECT EXISTS (SELECT FROM "${name}" t, LATERAL (SELECT to_jsonb(t)::text AS row OFFSET 0) AS written
         WHERE strpos(row, $1) > 0 OR strpos(row, $2) > 0) AS holds`,
      forms,
    );
    if (rows[0]?.holds) found.push(name);
  }
  return found;
}
