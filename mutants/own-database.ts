import pg from "pg";

async function run(statements: readonly string[], databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Gives a run its own copy of the migrated database that `DATABASE_URL` names. The runner did the rest of
 * `e2e/support/database.ts` once for all runs, which saves each of them the migrations and the certificates.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const template = url.pathname.slice(1);
  const copy = `${template}_${process.pid}`;
  url.pathname = "/postgres";
  const server = url.href;
  await run([`CREATE DATABASE ${copy} TEMPLATE ${template}`], server);
  url.pathname = `/${copy}`;
  process.env.DATABASE_URL = url.href;
  return () => run([`DROP DATABASE ${copy} WITH (FORCE)`], server);
}
