import { sql } from "@/lib/platform/db";

/** Every row of every table of the service as JSON text, by table; bytes stand in it as hex. */
export async function readAllRows(): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await sql.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** The tables that hold a text anywhere, as it is or as bytes. */
export async function findInRows(text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString("hex");
  const all = await readAllRows();
  const holds = (rows: string[]) => rows.some((row) => row.includes(text) || row.includes(hex));
  return [...all].filter(([, rows]) => holds(rows)).map(([name]) => name);
}
