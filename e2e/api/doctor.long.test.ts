import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request as ask, createServer } from "node:http";
import { createServer as listenOnly } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runAdmin } from "../support/admin";
import { findObstacle } from "../support/deploy/container";
import { findFreePort } from "../support/free-port";
import { MailReceiver } from "../support/mail-receiver";
import { type DebianPostgres, openDebianPostgres } from "../support/process/debian-postgres";
import { openPooler } from "../support/process/pgbouncer";
import { openServices } from "../support/process/services";
import { fillUp, openSmallDisk } from "../support/process/small-disk";
import { startClusterNode, startRedis } from "../support/redis-server";
import { findProcesses } from "../support/service";

interface Finding {
  check: string;
  status: "ok" | "warning" | "failed";
  says: string;
}

// A small disk is mounted, by root, as in redirect-faults.long.test.ts.
const obstacle = findObstacle();

const { newFolder, newDataDir, start } = openServices();
const clock = new URL("../support/process/shifted-clock.mjs", import.meta.url).href;

/** What the doctor finds; its status and its count of failures must agree with that. */
async function examine(settings: Record<string, string>): Promise<Finding[]> {
  const { status, stdout, stderr } = await runAdmin(["doctor"], { DATA_DIR: newFolder(), ...settings });
  const { failed, warnings, findings } = JSON.parse(stdout) as {
    failed: number;
    warnings: number;
    findings: Finding[];
  };
  const count = (wanted: string) => findings.filter((finding) => finding.status === wanted).length;
  expect([failed, warnings], stderr).toEqual([count("failed"), count("warning")]);
  expect(status).toBe(failed > 0 ? 1 : 0);
  expect(stdout).not.toContain("canary");
  return findings;
}

const listFailed = (findings: Finding[]) => findings.filter(({ status }) => status === "failed");
const saysOf = (findings: Finding[], check: string) =>
  findings.filter((finding) => finding.check === check).map(({ status, says }) => `${status}: ${says}`);

/** A proxy that adds X-Forwarded-For, and may name another host than the visitor did. */
async function openProxy(target: () => number, host?: string): Promise<number> {
  const proxy = createServer((incoming, response) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "203.0.113.9", ...(host && { host }) };
    const { url: path, method } = incoming;
    const onward = ask({ host: "127.0.0.1", port: target(), path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  }).listen(0);
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return (proxy.address() as { port: number }).port;
}

describe("doctor on a healthy system", () => {
  it("reports no failure beside a running server or without one, and leaves no process behind", async () => {
    const folder = newDataDir();
    const mail = await new MailReceiver().open();
    const redis = await startRedis();
    onTestFinished(async () => {
      await mail.close();
      await redis.stop();
    });
    const settings = {
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
      REDIS_URL: redis.url,
      SMTP_URL: mail.smtpUrl,
      MAIL_FROM: "mail@example.com",
    };
    const service = await start(settings);
    const beside = await examine(settings);
    expect(listFailed(beside)).toEqual([]);
    expect(saysOf(beside, "database")).toEqual([
      expect.stringMatching(/^ok: The embedded database answers: PostgreSQL 18/),
    ]);
    expect(saysOf(beside, "migrations")).toEqual(["ok: The database is up to date."]);
    expect(saysOf(beside, "scans")).toEqual(["ok: The table of scans can be partitioned by time."]);
    expect(saysOf(beside, "encryption key")).toEqual(["ok: The encryption key is the database's."]);
    expect(saysOf(beside, "redis")).toEqual([expect.stringMatching(/^ok: Redis answers: version \d/)]);
    expect(saysOf(beside, "mail")).toEqual(["ok: The mail server answers."]);
    expect(saysOf(beside, "service")).toEqual([`ok: The service runs on port ${settings.PORT}.`]);
    expect(saysOf(beside, "proxy")).toEqual([expect.stringMatching(/^ok: Requests arrive from /)]);
    expect(await service.stop()).toBe(0);

    const alone = await examine(settings);
    expect(listFailed(alone)).toEqual([]);
    expect(saysOf(alone, "service")).toEqual([
      expect.stringMatching(/^warning: No service runs on port \d+ of this machine; start it/),
    ]);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("reports no failure in an empty folder that has no database yet", async () => {
    const folder = newFolder();
    const findings = await examine({ DATA_DIR: join(folder, "data"), PORT: String(await findFreePort()) });
    expect(listFailed(findings)).toEqual([]);
    expect(saysOf(findings, "database")).toEqual([
      expect.stringMatching(/^ok: There is no database in .* yet/),
    ]);
  });
});

describe("doctor with planted faults", () => {
  let postgres: DebianPostgres;
  const urlOf = (changes: Partial<Pick<URL, "username" | "pathname">>) =>
    Object.assign(new URL(postgres.url), changes).href;
  beforeAll(async () => {
    postgres = await openDebianPostgres();
    postgres.ask("CREATE ROLE app LOGIN");
  });
  afterAll(() => postgres.close());

  it("reports invalid settings and misspelt setting names", async () => {
    const findings = await examine({ PORT: "http", BASE_URL: "example.com", SMPT_URL: "smtp://canary@host" });
    expect(saysOf(findings, "settings")).toEqual([
      "failed: PORT must be a whole number from 1 to 65535.",
      expect.stringMatching(/^failed: BASE_URL must be an absolute http or https address/),
      "warning: SMPT_URL is not a setting; did you mean SMTP_URL?",
    ]);
  });

  it("reports files of settings that can't be read", async () => {
    const findings = await examine({
      PORT: String(await findFreePort()),
      BLOCKLIST_FILE: "/nonexistent/list",
      GEOIP_CITY_DB: "/nonexistent/city.mmdb",
    });
    expect(saysOf(findings, "settings")).toEqual([
      "failed: BLOCKLIST_FILE must be the path of a list: there is no such file.",
      "failed: GEOIP_CITY_DB must be the path of a MaxMind database (.mmdb): there is no such file.",
    ]);
  });

  it("names the cause where Redis or Upstash refuses the connection", async () => {
    const address = `127.0.0.1:${await findFreePort()}`;
    const cluster = `redis://${address},redis://127.0.0.1:${await findFreePort()}`;
    const fix = "start it, or correct its host, port and password";
    for (const [settings, name] of [
      [{ REDIS_URL: `redis://:canary@${address}` }, "REDIS_URL"],
      [{ REDIS_URL: cluster }, "REDIS_URL"],
      [
        { UPSTASH_REDIS_REST_URL: `http://${address}`, UPSTASH_REDIS_REST_TOKEN: "canary" },
        "UPSTASH_REDIS_REST_URL",
      ],
    ] as [Record<string, string>, string][]) {
      const findings = await examine({ PORT: String(await findFreePort()), ...settings });
      expect(saysOf(findings, "redis")).toEqual([
        expect.stringMatching(
          new RegExp(
            `^failed: The Redis of ${name} does not answer \\(connect ECONNREFUSED [^)]*\\); ${fix}`,
          ),
        ),
      ]);
    }
  });

  it("reports eight faults at once, from database permissions to the data folder", async () => {
    const cluster = await startClusterNode();
    const other = listenOnly((socket) => socket.destroy()).listen(0);
    onTestFinished(async () => {
      other.close();
      await cluster.stop();
    });
    const { port } = other.address() as { port: number };
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const findings = await examine({
      DATABASE_URL: urlOf({ username: "app" }),
      NODE_OPTIONS: `--import ${clock}`,
      CLOCK_SHIFT_MS: "-3600000",
      DATABASE_READ_URL: postgres.url,
      REDIS_URL: cluster.url,
      SMTP_URL: `smtp://ada:canary@127.0.0.1:${await findFreePort()}`,
      MAIL_FROM: "mail@example.com",
      BASE_URL: "https://nothing.invalid",
      PORT: String(port),
      DATA_DIR: join(file, "data"),
    });
    const failed = Object.fromEntries(listFailed(findings).map(({ check, says }) => [check, says]));
    expect(failed).toEqual({
      migrations: expect.stringContaining("run GRANT USAGE, CREATE ON SCHEMA public TO app"),
      clock: expect.stringMatching(
        /3\d\d\d seconds behind that of the database; turn on time synchronisation/,
      ),
      replica: expect.stringContaining("no streaming replica of this service's own"),
      redis: expect.stringContaining("has slots that no node serves"),
      mail: expect.stringMatching(
        /does not answer \(connect ECONNREFUSED 127\.0\.0\.1:\d+\); start it, or correct the host and port/,
      ),
      address: expect.stringContaining("add it to DNS, or correct BASE_URL"),
      service: `Port ${port} is in use by another program; stop it or set PORT to another number.`,
      disk: expect.stringContaining("set DATA_DIR to another folder"),
    });
  });

  it("reports a transaction pooler, an unreachable Redis and a mail server that refuses the password", async () => {
    const pooler = await openPooler(postgres.url, "transaction");
    const mail = await new MailReceiver().open();
    onTestFinished(async () => {
      await pooler.close();
      await mail.close();
    });
    const findings = await examine({
      DATABASE_URL: pooler.url,
      REDIS_URL: `redis://:canary@127.0.0.1:${await findFreePort()}`,
      SMTP_URL: mail.smtpUrl.replace("//", "//ada:canary@"),
      MAIL_FROM: "mail@example.com",
      PORT: String(await findFreePort()),
    });
    expect(saysOf(findings, "database")).toEqual([
      expect.stringMatching(/^failed: .*pooler in transaction mode/),
    ]);
    expect(saysOf(findings, "redis")).toEqual([
      expect.stringMatching(/^failed: The Redis of REDIS_URL does not answer/),
    ]);
    expect(saysOf(findings, "mail")).toEqual([
      "failed: The mail server refuses the user or password of SMTP_URL; correct them.",
    ]);
  });

  it("reports a database that does not answer", async () => {
    const port = String(await findFreePort());
    const away = Object.assign(new URL(postgres.url), { port, password: "canary" });
    const findings = await examine({ DATABASE_URL: away.href, PORT: String(await findFreePort()) });
    expect(listFailed(findings)).toEqual([
      {
        check: "database",
        status: "failed",
        says: expect.stringContaining("start PostgreSQL there, or correct the host and port"),
      },
    ]);
  });

  it.skipIf(obstacle !== null)("reports a disk that is nearly full, and one that is full", async () => {
    const { path, close } = openSmallDisk("8m");
    onTestFinished(close);
    const settings = { DATA_DIR: path, PORT: String(await findFreePort()) };
    const nearlyAll = 8 * 1024 * 1024 - 128 * 1024;
    writeFileSync(join(path, "most"), Buffer.alloc(nearlyAll, 1));
    expect(saysOf(await examine(settings), "disk")).toEqual([
      expect.stringMatching(
        /^failed: 0 MB of 8 MB are free where DATA_DIR lies; make room, or move DATA_DIR/,
      ),
    ]);
    fillUp(join(path, "rest"));
    expect(saysOf(await examine(settings), "disk")).toEqual([
      expect.stringMatching(/^failed: DATA_DIR can't be written to: .* ENOSPC; make room on its disk/),
    ]);
  });

  it("reports another encryption key than the database's and data of a newer version", async () => {
    const folder = newDataDir();
    const port = String(await findFreePort());
    await (await start({ DATA_DIR: folder })).stop();
    const rekeyed = await examine({ DATA_DIR: folder, PORT: port, ENCRYPTION_KEY: "k".repeat(32) });
    expect(listFailed(rekeyed)).toEqual([
      { check: "encryption key", status: "failed", says: expect.stringContaining("Set ENCRYPTION_KEY") },
    ]);
    writeFileSync(join(folder, "database", "cluster", "PG_VERSION"), "19\n");
    const newer = await examine({ DATA_DIR: folder, PORT: port });
    expect(listFailed(newer)).toEqual([
      { check: "database", status: "failed", says: expect.stringContaining("Start the newer version") },
    ]);
  });

  it("reports a proxy missing from TRUSTED_PROXIES, and one that replaces the Host header", async () => {
    const folder = newDataDir();
    const port = await findFreePort();
    const proxy = await openProxy(() => port);
    const renaming = await openProxy(() => port, "backend:8080");
    const settings = { DATA_DIR: folder, PORT: String(port), BASE_URL: `http://localhost:${proxy}` };
    const untrusting = await start(settings);
    expect(saysOf(await examine(settings), "proxy")).toEqual([
      "failed: The proxy at 127.0.0.1 sends x-forwarded-for, and TRUSTED_PROXIES does not name it, so all visitors count as one; set TRUSTED_PROXIES=127.0.0.1.",
    ]);
    expect((await fetch(`${untrusting.baseUrl}/api/health/arrival`)).status).toBe(404);
    await untrusting.stop();
    await start({ ...settings, TRUSTED_PROXIES: "127.0.0.1" });
    expect(saysOf(await examine(settings), "proxy")).toEqual([
      "ok: The proxy at 127.0.0.1 is trusted and names visitors by x-forwarded-for.",
    ]);
    const renamed = await examine({ ...settings, BASE_URL: `http://localhost:${renaming}` });
    expect(saysOf(renamed, "proxy")).toEqual([
      `failed: The proxy at 127.0.0.1 sends the Host header backend:8080 instead of localhost:${renaming}; make it pass the visitor's (nginx: proxy_set_header Host $host).`,
    ]);
  });
});
