import type pg from "pg";

/** Settings that would end long work, and those that COPY's text depends on. */
const wanted = {
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  transaction_timeout: "0",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  timezone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  // Rows that a policy hides are an error instead of missing.
  row_security: "off",
};

/** Settles, until the transaction ends, what a role or a database may have set otherwise. Older servers lack some of them. */
export async function withoutTimeouts(connection: pg.ClientBase): Promise<void> {
  await connection.query(
    `SELECT set_config(wanted.name, wanted.value, true) FROM unnest($1::text[], $2::text[]) AS wanted(name, value)
     JOIN pg_settings ON lower(pg_settings.name) = wanted.name`,
    [Object.keys(wanted), Object.values(wanted)],
  );
}
