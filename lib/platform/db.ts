import pg from "pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { KeyedMutex } from "./concurrency";
import { isConnectionInDoubt } from "./database-errors";
import { env } from "./env";
import { log } from "./log";
import { gauge } from "./metrics";
import { PoolAdapter, withConnection } from "./prisma-adapter";
import { oncePerProcess } from "./process-state";
import { bindTrace, watchStatements } from "./traces";

/** Connections of one process at most: of its own work, and of short URLs, which wait for nobody else. */
const maxConnections = 10;
const maxRedirectConnections = 3;
const maxReplicaConnections = 6;
/** A request that finds no free connection within this time fails instead of queueing on. */
const acquireTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;
/** For a database that no longer answers at all: the client gives the statement up and drops the connection. */
export const queryTimeoutMs = 6_000;

const location = oncePerProcess("database location", () => ({ url: undefined as string | undefined }));

/** Names the database of this process; called once, before the first query. Without it, it is `DATABASE_URL`. */
export function setDatabaseUrl(url: string): void {
  location.url = url;
}

function requireUrl(): string {
  const url = location.url ?? env.databaseUrl;
  if (url === undefined)
    throw new Error("No database: set DATABASE_URL, or start the service by npm start, which brings one.");
  return url;
}

/** A connection whose address is read when it is opened, so that the pool can exist before the database does. */
class Connection extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionString: config.connectionString ?? requireUrl() });
    // Cut while it is lent out, the statement that runs on it fails; without a listener the process would end, too.
    this.on("error", (err) => log.debug({ err }, "a database connection broke"));
    watchStatements(this);
  }
}

/** A pool hands a connection to who waits for one from within the call that gives it back: what runs then is the waiter's. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect(bindTrace(callback));
  }
}

type Connected = Parameters<pg.Pool["connect"]>[0];

function createPool(max: number, options: pg.ClientConfig = {}): pg.Pool {
  const pool = new Pool({
    Client: Connection,
    ...options,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: "quietzone",
    keepAlive: true,
  });
  // An idle connection that breaks is replaced at the next query.
  pool.on("error", (err) => log.warn({ err }, "an idle database connection broke"));
  return pool;
}

function watchPool(pool: pg.Pool): pg.Pool {
  gauge({
    name: "quietzone_database_connections",
    help: "Connections of the pool by state; waiting: requests without one.",
    labels: ["state"],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  return pool;
}

/** The pool of this process, for statements where speed or SQL matters. Connects at the first query. */
export const sql: pg.Pool = oncePerProcess("database pool", () => watchPool(createPool(maxConnections)));

/** A pool that short URLs have to themselves: a redirect and its scan never wait for the API's work. */
export const redirectSql: pg.Pool = oncePerProcess("redirect pool", () =>
  createPool(maxRedirectConnections, { pipeline: true }),
);

/** The pool of a replica that only answers reads; null without one. Used through `read-replica.ts`. */
export const replicaSql = () => openReplicaPool("replica pool", maxReplicaConnections);

/** One connection to the replica for looks at its state, which slow reads must not delay; null without one. */
export const replicaStateSql = () => openReplicaPool("replica state pool", 1);

function openReplicaPool(name: string, max: number): pg.Pool | null {
  const url = env.databaseReadUrl;
  return url === undefined ? null : oncePerProcess(name, () => createPool(max, { connectionString: url }));
}

/** A connection of its own, outside the pools and not opened yet, for what stays with one: listening. */
export function openConnection(
  name: string,
  options?: Pick<pg.ClientConfig, "query_timeout" | "connectionString">,
): pg.Client {
  return new Connection({
    ...options,
    application_name: name,
    connectionTimeoutMillis: acquireTimeoutMs,
    keepAlive: true,
  });
}

/**
 * Prisma over the same pool, for plain reads and writes. What it throws has PostgreSQL's SQLSTATE as `code`. Defaults come from
 * the database's clock; a time that is compared later is written in SQL, never as `new Date()`.
 */
export const db: PrismaClient = oncePerProcess(
  "database client",
  () => new PrismaClient({ adapter: new PoolAdapter(sql), errorFormat: "minimal" }),
);

export type { Prisma };

/** What runs SQL: the pool, or either kind of transaction. Writers that every module shares (audit, events, quota) take it. */
export type Executor = Pick<pg.PoolClient, "query">;

export type Transaction = Executor;

/** Prisma Client inside a transaction, which runs SQL in it as well. */
export type PrismaTransaction = Prisma.TransactionClient & Executor;

/** What the driver's client has beyond its types. */
interface PipelinedClient {
  pipeline: boolean;
  connection: { stream: { cork(): void; uncork(): void } };
}

/**
 * Runs statements of a transaction in their order; in one trip where its connection sends one before the last is answered, as
 * those of `redirectSql` do. None may depend on another's answer. Rejects with the first refusal; the ones behind it do nothing.
 */
export async function runInOneTrip<T extends readonly unknown[]>(
  tx: Transaction,
  statements: { [Place in keyof T]: () => Promise<T[Place]> },
): Promise<T> {
  const { pipeline, connection } = tx as Partial<PipelinedClient>;
  if (pipeline && connection !== undefined) {
    // Held back until all are written: one system call instead of one for each.
    connection.stream.cork();
    const answers = Promise.all(statements.map((run) => run()));
    connection.stream.uncork();
    return (await answers) as unknown as T;
  }
  const answers: unknown[] = [];
  for (const run of statements) answers.push(await run());
  return answers as unknown as T;
}

/**
 * Called in the transaction of a change, right before it commits, with what the change answers: what it writes is
 * there if and only if the change is. What it throws undoes the change.
 */
export type BeforeCommit<T> = (tx: Executor, result: T) => Promise<void>;

/** Whether PostgreSQL refused a statement with this SQLSTATE, and, where it is named, by this constraint. */
export function isSqlState(thrown: unknown, state: string, constraint?: string): boolean {
  const { code, meta, ...error } = (thrown ?? {}) as {
    code?: unknown;
    constraint?: unknown;
    meta?: { constraint?: unknown };
  };
  return (
    code === state && (constraint === undefined || (error.constraint ?? meta?.constraint) === constraint)
  );
}

/** Attempts of one transaction: a deadlock or a serialisation failure is the database asking to try again. */
const maxAttempts = 3;
const tryAgain = new Set(["40001", "40P01"]);

const byAccount = oncePerProcess("transactions by account", () => new KeyedMutex());

/**
 * Runs `work` in one transaction: all of it or nothing. After a deadlock it runs again from its start, three times at
 * most, so it must do nothing outside the transaction.
 *
 * @param account whose row the work locks. Such work waits for its turn here, since one that waits in the database holds
 *   one of the process's few connections, which all other accounts need.
 */
export function transaction<T>(work: (tx: Transaction) => Promise<T>, account?: string): Promise<T> {
  return account === undefined ? runTransaction(work) : byAccount.run(account, () => runTransaction(work));
}

interface TransactionOptions {
  /** What begins it; `BEGIN` unless told. */
  begin?: string;
  /** Whose connections it takes; those of the process's own work unless told. */
  pool?: pg.Pool;
}

/** Prisma's own limit on a transaction; each statement ends sooner. */
const prismaTimeoutMs = 30_000;

/** `transaction` for work that uses Prisma Client. */
export function prismaTransaction<T>(
  work: (tx: PrismaTransaction) => Promise<T>,
  account?: string,
): Promise<T> {
  const options = { maxWait: prismaTimeoutMs, timeout: prismaTimeoutMs };
  const run = () =>
    repeatConflicts(() =>
      withConnection((getConnection) =>
        db.$transaction((client) => work(withQuery(client, getConnection())), options),
      ),
    );
  return account === undefined ? run() : byAccount.run(account, run);
}

function withQuery(client: Prisma.TransactionClient, connection: pg.PoolClient): PrismaTransaction {
  const query = connection.query.bind(connection);
  return new Proxy(client, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name)),
  }) as PrismaTransaction;
}

/** `transaction` without a turn, begun otherwise or on other connections. */
export function runTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return repeatConflicts(() => attemptTransaction(work, options));
}

async function repeatConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === maxAttempts || !tryAgain.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

async function attemptTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { begin = "BEGIN", pool = sql }: TransactionOptions,
): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query(begin);
    const result = await work(tx);
    await tx.query("COMMIT");
    return result;
  } catch (error) {
    if (isConnectionInDoubt(error)) broken = error as Error;
    else {
      await tx.query("ROLLBACK").catch((fault: Error) => {
        broken = fault;
      });
    }
    throw error;
  } finally {
    tx.release(broken);
  }
}

/** Closes idle connections that are probably dead, so that no query waits out its timeout on one. */
export function dropIdleConnections(): void {
  for (const pool of [sql, redirectSql]) {
    for (let left = pool.idleCount; left > 0; left -= 1) {
      pool.connect().then(
        (connection) => connection.release(true),
        () => {},
      );
    }
  }
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect();
  for (const pool of [sql, redirectSql, replicaSql(), replicaStateSql()])
    if (pool?.ended === false) await pool.end();
}

/** Advisory locks of the database, each by a number that is ours alone. */

export const migrationLock = 7_104_310;

/** That each server holds as long as it lives, to be counted by the next. */
export const serverLock = 7_104_311;

/** Held by each process that delivers webhooks as long as it is connected, so that others see that there is one. */
export const workerLock = 7_104_314;

/** Held by the process that stamps scans until the commit, so that stamps rise in commit order over all processes. */
export const stampLock = 7_104_312;

/** First half of the lock that each process holds on its dedicated connection; the second is the session's number. */
export const sessionLock = 7_104_315;

/** First half of the locks of writers of day documents; the second is the data set's. */
export const documentLock = 7_104_313;

/** First half of the locks of writers of goals; the second is the code's. */
export const goalLock = 7_104_316;

/** First half of the locks under which the events of an account get their places in its feed. */
export const feedLock = 7_104_317;

/** Held by the session that changes the partitions of the table of scans. */
export const partitionLock = 7_104_318;
