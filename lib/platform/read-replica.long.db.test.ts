import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openMigratedPair, type SpareServer } from "@/e2e/support/database";
import { newId } from "./ids";

let primary: SpareServer;
let replica: SpareServer;
let replicas: typeof import("./read-replica");
let database: typeof import("./db");
let metrics: typeof import("./metrics");
const accountId = newId();

/** Settings are read when a module is loaded: each service has modules of its own. */
async function loadModules(readUrl: string): Promise<void> {
  process.env.DATABASE_URL = primary.url;
  process.env.DATABASE_READ_URL = readUrl;
  vi.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for("quietzone"));
  [replicas, database, metrics] = await Promise.all([
    import("./read-replica"),
    import("./db"),
    import("./metrics"),
  ]);
}

beforeAll(async () => {
  ({ primary, replica } = await openMigratedPair());
  await loadModules(replica.url);
  await database.sql.query("INSERT INTO account (id, name, plan) VALUES ($1, 'first', 'pro')", [accountId]);
  await replicas.recordWritePosition(accountId);
  await replicas.openReplica();
});
afterAll(async () => {
  await database.closeDatabase();
  await replica.drop();
  await primary.drop();
});

interface Answer {
  isReplica: boolean;
  name: string;
}

/** What a list reads of the account, and where. */
const read = () =>
  replicas.readFromReplica(accountId, async (): Promise<Answer> => {
    const statement = 'SELECT pg_is_in_recovery() AS "isReplica", name FROM account WHERE id = $1';
    return (await replicas.reader().query<Answer>(statement, [accountId])).rows[0] as Answer;
  });

async function rename(name: string): Promise<void> {
  await database.sql.query("UPDATE account SET name = $2 WHERE id = $1", [accountId, name]);
  await replicas.recordWritePosition(accountId);
}

const askReplica = async (statement: string) => {
  await database.replicaSql()?.query(statement);
};

const untilReplica = () => expect.poll(read).toMatchObject({ isReplica: true });

async function readMetric(name: string): Promise<number> {
  const found = await metrics.registry.getSingleMetric(name)?.get();
  return found?.values[0]?.value ?? Number.NaN;
}

/** Stops and continues a server with its sessions, which are processes of their own. */
async function signalReplica(signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
  const pids = execFileSync("pgrep", ["-P", String(replica.pid()), "-d", " "], { encoding: "utf8" });
  for (const pid of [...pids.trim().split(" "), String(replica.pid())]) process.kill(Number(pid), signal);
}

it("reads from the replica inside readFromReplica, and from the primary outside", async () => {
  await untilReplica();
  expect(replicas.reader()).toBe(database.sql);
});

it("reads an account's own write from the primary while the replica lags, and other reads from the replica", async () => {
  await rename("seen by all");
  await untilReplica();
  await askReplica("SELECT pg_wal_replay_pause()");
  await database.sql.query("UPDATE account SET name = 'of a visitor' WHERE id = $1", [accountId]);
  expect(await read()).toEqual({ isReplica: true, name: "seen by all" });
  await rename("of the owner");
  expect(await read()).toEqual({ isReplica: false, name: "of the owner" });
  await expect.poll(() => readMetric("quietzone_replica_lag_seconds")).toBeGreaterThan(0.5);
  await askReplica("SELECT pg_wal_replay_resume()");
  await untilReplica();
  expect(await read()).toEqual({ isReplica: true, name: "of the owner" });
});

it("reads nothing older than the read point while the replica lags", async () => {
  await untilReplica();
  await askReplica("SELECT pg_wal_replay_pause()");
  await database.sql.query("UPDATE account SET name = 'before the walk' WHERE id = $1", [accountId]);
  const point = await replicas.findReadPoint();
  const piece = () =>
    replicas.readBehind(point, async () => {
      const { rows } = await replicas.reader().query("SELECT name FROM account WHERE id = $1", [accountId]);
      return rows[0]?.name;
    });
  expect(await piece()).toBe("before the walk");
  await askReplica("SELECT pg_wal_replay_resume()");
  await untilReplica();
});

it("falls back to the primary while the replica hangs, including reads in progress", async () => {
  await untilReplica();
  let isBegun = false;
  const waiting = replicas.readFromReplica(accountId, async () => {
    const [pool, wasBegun] = [replicas.reader(), isBegun];
    isBegun = true;
    if (!wasBegun) await signalReplica("SIGSTOP");
    return (await pool.query("SELECT pg_is_in_recovery() AS is")).rows[0]?.is;
  });
  expect(await waiting).toBe(false);
  expect(await read()).toMatchObject({ isReplica: false });
  expect(await readMetric("quietzone_replica_degraded")).toBe(1);
  await signalReplica("SIGCONT");
  await untilReplica();
  expect(await readMetric("quietzone_replica_degraded")).toBe(0);
});

it("fails no read when the replica dies, and uses it again after its return", async () => {
  await untilReplica();
  const answers: Promise<Answer>[] = [];
  for (let i = 0; i < 200; i += 1) {
    if (i === 50) replica.kill("SIGKILL");
    answers.push(read());
    if (i % 10 === 0) await answers[i];
  }
  const all = await Promise.all(answers);
  expect(all.map(({ name }) => name)).toEqual(Array(200).fill("before the walk"));
  expect(all.some(({ isReplica }) => !isReplica)).toBe(true);
  await untilReplica();
});

it("passes on the service's own errors, and repeats on the primary what a replica cannot do", async () => {
  await untilReplica();
  const { ServiceError } = await import("./errors");
  const refusal = new ServiceError("not_found", "There is no such code");
  await expect(replicas.readFromReplica(accountId, () => Promise.reject(refusal))).rejects.toBe(refusal);
  const write = () => replicas.reader().query("UPDATE account SET name = 'w' WHERE id = $1", [accountId]);
  expect((await replicas.readFromReplica(accountId, write)).rowCount).toBe(1);
});

it("keeps using a replica whose connections are all busy with slow reads", async () => {
  await untilReplica();
  const slow = () =>
    replicas.readFromReplica(accountId, async () => {
      const statement = 'SELECT pg_is_in_recovery() AS "isReplica", pg_sleep(2)';
      return (await replicas.reader().query<{ isReplica: boolean }>(statement)).rows[0]?.isReplica;
    });
  expect(await Promise.all(Array.from({ length: 6 }, slow))).toEqual(Array(6).fill(true));
  expect(await readMetric("quietzone_replica_degraded")).toBe(0);
});

/** Lines of these levels from now on; the modules of a service have a log of their own. */
async function recordLog() {
  const { log } = await import("./log");
  const lines: string[] = [];
  for (const level of ["warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((_fields, line) => void lines.push(line));
  return lines;
}

/** Looks come once a second. */
const threeLooksMs = 3_000;

it("warns once, with the cause and the fix, if the replica refuses the connection at the start", async () => {
  await database.closeDatabase();
  await loadModules(replica.url.replace(/[^/]+$/, "missing"));
  const lines = await recordLog();
  await replicas.openReplica();
  await sleep(threeLooksMs);
  expect(lines).toEqual([
    'The replica of DATABASE_READ_URL is not used (database "missing" does not exist), and the database answers its reads: correct the user, password and database in the setting.',
  ]);
});

it("refuses to start if DATABASE_READ_URL is not a replica of the primary, and uses it once it is", async () => {
  await database.closeDatabase();
  let target = primary;
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const { hostname, port } = new URL(target.url);
    const server = connect(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
    for (const end of [socket, server]) sockets.add(end.on("error", () => {}));
    socket.pipe(server).pipe(socket);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const url = new URL(replica.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await loadModules(url.href);
  const lines = await recordLog();
  const refusal = /^DATABASE_READ_URL names a database that is no streaming replica/;
  await expect(replicas.openReplica()).rejects.toThrow(refusal);
  await sleep(threeLooksMs);
  expect(lines).toEqual([expect.stringMatching(refusal)]);
  target = replica;
  for (const socket of sockets) socket.destroy();
  await untilReplica();
  proxy.close();
});

it("reports a promoted replica once, and reads from the primary", async () => {
  await database.closeDatabase();
  await loadModules(replica.url);
  const lines = await recordLog();
  await replicas.openReplica();
  await askReplica("SELECT pg_promote()");
  await rename("after the promotion");
  await expect.poll(() => lines.at(-1)).toMatch(/no streaming replica/);
  await sleep(threeLooksMs);
  expect(lines.filter((line) => line.includes("no streaming replica"))).toHaveLength(1);
  expect(await read()).toEqual({ isReplica: false, name: "after the promotion" });
});
