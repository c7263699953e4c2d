import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findObstacle } from "../support/deploy/container";
import { findFreePort } from "../support/free-port";
import { type DebianPostgres, openDebianPostgres } from "../support/process/debian-postgres";
import { openPooler } from "../support/process/pgbouncer";
import { openServices } from "../support/process/services";
import { openSmallDisk } from "../support/process/small-disk";
import { findProcesses } from "../support/service";

// A small disk is mounted, by root, as in redirect-faults.long.test.ts.
const obstacle = findObstacle();

const { newFolder, newDataDir, start } = openServices();
const clock = new URL("../support/process/shifted-clock.mjs", import.meta.url).href;

/** What a start that ends by itself says to the operator; its status must be 1, with no stack among the sentences. */
function readRefusal(settings: Record<string, string>, ...words: string[]): string {
  const { status, stderr } = spawnSync(process.execPath, ["dist/start.js", ...words], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", DATA_DIR: newFolder(), ...settings },
    timeout: 60_000,
  });
  expect(status, stderr).toBe(1);
  expect(stderr).not.toMatch(/ {4}at /);
  expect(stderr).not.toContain("canary");
  return stderr;
}

describe("start with an unusable database", () => {
  let postgres: DebianPostgres;
  beforeAll(async () => {
    postgres = await openDebianPostgres();
    postgres.ask("CREATE ROLE app LOGIN PASSWORD 'canary'");
  });
  afterAll(() => postgres.close());

  const urlOf = (changes: Partial<Pick<URL, "username" | "pathname" | "port" | "hostname">>) =>
    Object.assign(new URL(postgres.url), changes).href;

  it("names the part of DATABASE_URL to correct", async () => {
    const port = String(await findFreePort());
    for (const [changes, reason, fix] of [
      [{ port }, "ECONNREFUSED", "start PostgreSQL there, or correct the host and port"],
      [{ hostname: "db.invalid" }, "db.invalid", "correct the host, or add it to DNS"],
      [
        { pathname: "/nothing" },
        'database "nothing" does not exist',
        "create the database, or correct its name",
      ],
      [
        { username: "nobody" },
        'role "nobody" does not exist',
        "correct the user, or let it in by pg_hba.conf",
      ],
    ] as const) {
      const said = readRefusal({ DATABASE_URL: urlOf(changes) });
      expect(said).toMatch(/^DATABASE_URL names a database that cannot be used: /);
      expect(said).toContain(reason);
      expect(said).toContain(fix);
    }
  });

  it("prints the statement that lets its role create tables", () => {
    postgres.ask("CREATE DATABASE closed");
    const said = readRefusal({ DATABASE_URL: urlOf({ username: "app", pathname: "/closed" }) });
    expect(said).toBe(
      "The database could not be migrated: the role app may not create tables in the schema public; as the database's owner, run GRANT USAGE, CREATE ON SCHEMA public TO app.\n",
    );
    expect(postgres.ask("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")).toBe("0");
  });

  it("fails behind PgBouncer in transaction mode and succeeds in session mode", async () => {
    postgres.ask("CREATE DATABASE pooled");
    const open = async (mode: "transaction" | "session") => {
      const pooler = await openPooler(urlOf({ pathname: "/pooled" }), mode);
      onTestFinished(pooler.close);
      return pooler.url;
    };
    expect(readRefusal({ DATABASE_URL: await open("transaction") })).toMatch(
      /^DATABASE_URL leads through a pooler in transaction mode, .* name PostgreSQL itself, or set the pooler's pool_mode to session\.\n$/,
    );
    const service = await start({ DATABASE_URL: await open("session"), DATA_DIR: newFolder() });
    expect((await fetch(`${service.baseUrl}/api/health/ready`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it("warns about a different clock, with the difference and the fix", async () => {
    postgres.ask("CREATE DATABASE timed");
    const settings = { DATABASE_URL: urlOf({ pathname: "/timed" }), DATA_DIR: newFolder() };
    const ahead = await start({ ...settings, NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT_MS: "3600000" });
    expect(ahead.output()).toMatch(
      /This machine's clock is 3\d\d\d seconds ahead of that of the database; turn on time synchronisation on both \(timedatectl set-ntp true\)\./,
    );
    await ahead.stop();
    const right = await start(settings);
    expect(right.output()).not.toContain("clock");
    await right.stop();
  });
});

it("refuses a missing GEOIP_CITY_DB before it makes a database", () => {
  const folder = newFolder();
  expect(readRefusal({ DATA_DIR: folder, GEOIP_CITY_DB: "/nonexistent/city.mmdb" })).toBe(
    "GEOIP_CITY_DB must be the path of a MaxMind database (.mmdb): there is no such file.\n",
  );
  expect(readdirSync(folder)).toEqual([]);
});

describe("start with an unusable data folder", () => {
  it("names both options for a folder of a newer version, and starts nothing", () => {
    const folder = newDataDir();
    writeFileSync(join(folder, "database", "cluster", "PG_VERSION"), "19\n");
    const said = readRefusal({ DATA_DIR: folder });
    expect(said).toContain("was made by PostgreSQL 19; this service brings PostgreSQL 18.");
    expect(said).toContain(
      "Start the newer version of Quietzone that made it, or set DATA_DIR to another folder.",
    );
    expect(findProcesses(folder)).toEqual([]);
  });

  it.skipIf(obstacle !== null)("reports a full disk and where to make room", () => {
    const { path: disk, close } = openSmallDisk("4m");
    onTestFinished(close);
    const said = readRefusal({ DATA_DIR: disk });
    expect(said).toMatch(/A disk is full: make room where DATA_DIR lies, or where the database does\.\n$/);
    expect(readdirSync(disk)).not.toContain("database");
  });
});

it("a proxy missing from TRUSTED_PROXIES is warned about once, without its address", async () => {
  const folder = newDataDir();
  const service = await start({ DATA_DIR: folder });
  const ask = (forwarded?: string) =>
    fetch(`${service.baseUrl}/api/health`, forwarded ? { headers: { "x-forwarded-for": forwarded } } : {});
  await ask();
  for (const client of ["203.0.113.7", "203.0.113.8"]) await ask(client);
  const warnings = () => service.output().match(/a proxy at a private address sends x-forwarded-for/g) ?? [];
  await expect.poll(warnings).toHaveLength(1);
  expect(service.output()).toContain(
    "set TRUSTED_PROXIES to its address, which npm run --silent admin -- doctor names",
  );
  expect(service.output()).not.toMatch(/127\.0\.0\.1|203\.0\.113/);
  await service.stop();

  const trusting = await start({ DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1, ::1" });
  await fetch(`${trusting.baseUrl}/api/health`, { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(await trusting.stop()).toBe(0);
  expect(trusting.output()).not.toContain("TRUSTED_PROXIES");
});

it("a command-line argument is rejected with a pointer to settings and commands", () => {
  expect(readRefusal({}, "--port=80")).toBe(
    "The server takes no --port=80: settings are environment variables (docs/settings.md), and npm run --silent admin -- help lists the commands.\n",
  );
});
