import pg from "pg";

/** What the service needs of a database. The start refuses without it, and `doctor` says the same sentences. */

const oldestVersion = 15;
const connectMs = 10_000;
/** Beyond it one-time codes and expiry times go wrong. */
const clockToleranceMs = 30_000;

/** What to do about a connection that fails, by the driver's code or PostgreSQL's SQLSTATE. */
const fixes: [RegExp, string][] = [
  [
    /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/,
    "start PostgreSQL there, or correct the host and port",
  ],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "correct the host, or add it to DNS"],
  [/^28P01$/, "correct the user and password"],
  [/^28000$/, "correct the user, or let it in by pg_hba.conf"],
  [/^3D000$/, "create the database, or correct its name at the end of the address"],
  [/^42501$/, "let the user connect: GRANT CONNECT ON DATABASE"],
  [/^53300$/, "run fewer processes on it, or raise max_connections"],
  [/^57P03$/, "wait until PostgreSQL has started"],
  [/CERT|SELF_SIGNED|SSL/, "add its authority by NODE_EXTRA_CA_CERTS, or correct sslmode"],
];

/** A sentence on a database that can't be reached; it never repeats the address, which holds a password. */
export function describeConnectionFault(error: unknown): string {
  const { message, code = "" } = error as NodeJS.ErrnoException;
  // The driver gives its own deadline no code.
  const key = code || (/timeout/i.test(message) ? "ETIMEDOUT" : "");
  const [, fix = "correct the address"] = fixes.find(([pattern]) => pattern.test(key)) ?? [];
  return `DATABASE_URL names a database that cannot be used: ${message || code}; ${fix}.`;
}

/** A sentence on a PostgreSQL that is too old, as `server_version_num` counts; null for one that is not. */
export function describeOldVersion(number: number): string | null {
  const major = Math.floor(number / 10_000);
  if (major >= oldestVersion) return null;
  return `DATABASE_URL names a PostgreSQL ${major}; Quietzone needs ${oldestVersion} or later: upgrade it, or name another one.`;
}

/** The version of PostgreSQL, as it writes it and as a number that can be compared. */
export async function readVersion(connection: pg.ClientBase): Promise<{ version: string; number: number }> {
  const { rows } = await connection.query<{ version: string; number: number }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
  );
  return rows[0] ?? { version: "", number: 0 };
}

const poolerFault =
  "DATABASE_URL leads through a pooler in transaction mode, which breaks the locks and notifications that the service keeps on a connection; name PostgreSQL itself, or set the pooler's pool_mode to session.";

/** Which of two open connections asks next; however a pooler takes turns, one of them meets another's server process. */
const turns = [0, 1, 1, 0, 0, 1] as const;

/** Throws a sentence where two connections that are open at once share server processes. */
async function requireSessions(clients: readonly [pg.Client, pg.Client]): Promise<void> {
  const seen: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (const turn of turns) {
    const { rows } = await clients[turn].query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    seen[turn].add(rows[0]?.pid ?? 0);
  }
  if (new Set([...seen[0], ...seen[1]]).size !== 2 || seen.some(({ size }) => size !== 1))
    throw new Error(poolerFault);
}

/** Throws a sentence unless the service can work on the database of this address. */
export async function requireUsable(url: string): Promise<void> {
  const open = () =>
    new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      application_name: "quietzone check",
    });
  const clients = [open(), open()] as const;
  try {
    for (const client of clients) {
      client.on("error", () => {});
      await client.connect().catch((cause: unknown) => {
        throw new Error(describeConnectionFault(cause), { cause });
      });
    }
    const fault = describeOldVersion((await readVersion(clients[0])).number);
    if (fault !== null) throw new Error(fault);
    await requireSessions(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** A sentence where the role may not create tables; null where it may. */
export async function findMissingRight(connection: pg.ClientBase): Promise<string | null> {
  const { rows } = await connection.query<{ role: string; schema: string | null; isAllowed: boolean | null }>(
    `SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema,
       has_schema_privilege(current_schema(), 'CREATE') AS "isAllowed"`,
  );
  const { role = "", schema = null, isAllowed = false } = rows[0] ?? {};
  if (schema !== null && isAllowed) return null;
  const place = schema ?? "public";
  return `the role ${role} may not create tables in the schema ${place}; as the database's owner, run GRANT USAGE, CREATE ON SCHEMA ${place} TO ${role}`;
}

/** A sentence where this machine's clock and another differ too much to work; null where they agree. */
export function describeClockOffset(offsetMs: number, other: string): string | null {
  if (Math.abs(offsetMs) <= clockToleranceMs) return null;
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return `This machine's clock is ${seconds} seconds ${offsetMs > 0 ? "ahead of" : "behind"} that of ${other}; turn on time synchronisation on both (timedatectl set-ntp true).`;
}

/** As `describeClockOffset`, of the database. */
export async function findClockFault(connection: pg.ClientBase): Promise<string | null> {
  const before = Date.now();
  const { rows } = await connection.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const after = Date.now();
  return describeClockOffset((before + after) / 2 - (rows[0]?.at ?? new Date()).getTime(), "the database");
}
