import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findFault } from "./cluster";
import { openEmbeddedDatabase } from "./embedded-postgres";
import { requireDatabaseUser } from "./postgres-runtime";
import { findPostmaster } from "./postmaster";

let folder: string;
let cluster: string;
/** A cluster that was made once and has been shut down; most tests start from a copy of it. */
let made: string;

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), "quietzone-made-"));
  await (await openEmbeddedDatabase(made)).release();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quietzone-embedded-"));
  cluster = join(folder, "database", "cluster");
});

const copyCluster = () => execFileSync("cp", ["-a", `${made}/.`, folder]);

afterEach(() => {
  expect(findPostmaster(cluster)).toBeNull();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

describe("the embedded database", () => {
  it.each([
    ["below a file", () => join(folder, "file", "data")],
    ["a file", () => join(folder, "file")],
    ["below /proc", () => "/proc/quietzone/data"],
  ])("rejects a DATA_DIR that is %s with one sentence", async (_, path) => {
    writeFileSync(join(folder, "file"), "");
    await expect(openEmbeddedDatabase(path())).rejects.toThrow(
      /^DATA_DIR must be a folder that this user can/,
    );
  });

  it("uses UTF-8, code point order, durable commits and UTC, and listens on no network", async () => {
    const database = await openEmbeddedDatabase(folder);
    const settings = await ask(
      database.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('timezone') AS zone,
        current_setting('listen_addresses') AS addresses, 'Z' < 'a' AS ordered, lower('ÄÉ') AS lower,
        (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    expect(settings).toEqual({
      encoding: "UTF8",
      fsync: "on",
      commit: "on",
      zone: "UTC",
      addresses: "",
      ordered: true,
      lower: "äé",
      locale: "bC.UTF-8",
    });
    await database.release();
  });

  it("rejects a wrong password", async () => {
    copyCluster();
    const database = await openEmbeddedDatabase(folder);
    const wrong = database.url.replace(/:[0-9a-f]{48}@/, ":guess@");
    expect(wrong).not.toBe(database.url);
    await expect(ask(wrong, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    await database.release();
  });

  it("runs one server for several owners, and stops with the last one", async () => {
    const owners = await Promise.all([1, 2, 3].map(() => openEmbeddedDatabase(folder)));
    const pid = findPostmaster(cluster);
    expect(pid).not.toBeNull();
    for (const owner of owners.slice(0, 2)) {
      await owner.release();
      expect(findPostmaster(cluster)).toBe(pid);
    }
    await owners[2]?.release();
    expect(findPostmaster(cluster)).toBeNull();
  });

  it("never gives a stopped server to an owner that starts while another stops", async () => {
    copyCluster();
    for (let round = 0; round < 3; round++) {
      const first = await openEmbeddedDatabase(folder);
      const [, second] = await Promise.all([first.release(), openEmbeddedDatabase(folder)]);
      expect(await ask(second.url, "SELECT 1 AS one")).toEqual({ one: 1 });
      await second.release();
    }
  });

  it("starts although its lock file names a living process of another program", async () => {
    copyCluster();
    // Of the server's own user: PostgreSQL itself would take it for a running server.
    const user = requireDatabaseUser();
    const other = spawn("sleep", ["60"], { stdio: "ignore", cwd: "/", ...(user ?? {}) });
    await once(other, "spawn");
    writeFileSync(join(cluster, "postmaster.pid"), `${other.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`);
    const database = await openEmbeddedDatabase(folder);
    expect(await ask(database.url, "SELECT 1 AS one")).toEqual({ one: 1 });
    await database.release();
    other.kill();
  });

  it("restarts after its server was killed, with everything committed", async () => {
    copyCluster();
    const database = await openEmbeddedDatabase(folder);
    await ask(database.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    process.kill(findPostmaster(cluster) as number, "SIGKILL");
    const again = await openEmbeddedDatabase(folder);
    expect(await ask(again.url, "SELECT answer FROM kept")).toEqual({ answer: 42 });
    await database.release();
    await again.release();
  });

  it("can be released while its server accepts no connections", async () => {
    copyCluster();
    const database = await openEmbeddedDatabase(folder);
    const postmaster = findPostmaster(cluster) as number;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    process.kill(postmaster, "SIGSTOP");
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    await client.end();
    // It has begun to connect again: it holds the lock of the folder.
    const { dev, ino } = statSync(folder);
    const lock = `@quietzone-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
    await expect.poll(() => readFileSync("/proc/net/unix", "utf8")).toContain(lock);
    const released = database.release();
    // SIGINT, the second signal, waits for a process that is stopped: connecting was given up.
    const isAskedToStop = () => {
      const pending = /ShdPnd:\s*([0-9a-f]+)/.exec(readFileSync(`/proc/${postmaster}/status`, "utf8"))?.[1];
      return (Number.parseInt(pending ?? "0", 16) & 2) !== 0;
    };
    await expect.poll(isAskedToStop, { timeout: 30_000 }).toBe(true);
    process.kill(postmaster, "SIGCONT");
    await released;
  });

  it("runs a copied folder as a separate database", async () => {
    copyCluster();
    const database = await openEmbeddedDatabase(folder);
    await ask(database.url, "CHECKPOINT");
    const copy = mkdtempSync(join(tmpdir(), "quietzone-copy-"));
    chmodSync(copy, 0o711);
    const pid = findPostmaster(cluster);
    const spawned = spawn("cp", ["-a", join(folder, "database"), copy]);
    await once(spawned, "exit");
    expect(existsSync(join(copy, "database", "cluster", "postmaster.pid"))).toBe(true);
    const second = await openEmbeddedDatabase(copy);
    expect(findPostmaster(join(copy, "database", "cluster"))).not.toBe(pid);
    await second.release();
    await database.release();
    rmSync(copy, { recursive: true, force: true });
  });

  it.each([
    [
      '2026-11-22 21:20:01.754 UTC [1] FATAL:  could not extend file: No space left on device\nchild process exited with exit code 1\ninitdb: removing data directory "c"',
      "could not extend file: No space left on device",
    ],
    [
      'initdb: error: could not write file "c/PG_VERSION": No space left on device\ninitdb: removing data directory "c"',
      'could not write file "c/PG_VERSION": No space left on device',
    ],
    ["Killed", "Killed"],
  ])("reports why it could not be created, rather than the clean-up after it", (stderr, fault) => {
    expect(findFault(stderr)).toBe(fault);
  });

  it("refuses a folder of another PostgreSQL version, and changes nothing", async () => {
    copyCluster();
    cpSync(join(cluster, "PG_VERSION"), join(folder, "kept"));
    writeFileSync(join(cluster, "PG_VERSION"), "17\n");
    await expect(openEmbeddedDatabase(folder)).rejects.toThrow(
      /was made by PostgreSQL 17; this service brings PostgreSQL 18/,
    );
    expect(readFileSync(join(folder, "kept"), "utf8")).toBe("18\n");
  });
});
