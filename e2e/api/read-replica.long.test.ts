import { afterAll, beforeAll, expect, it } from "vitest";
import { setDatabaseUrl } from "@/lib/platform/db";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { BrowserSession } from "../support/browser-session";
import { openMigratedPair, type SpareServer } from "../support/database";
import { openPool } from "../support/pool";
import { openServices } from "../support/process/services";
import { callAction } from "../support/server-actions";

const { newFolder, start } = openServices();
let primary: SpareServer;
let replica: SpareServer;
let bases: string[];
let account: TestAccount;
let apiKey: string;
let settings: Record<string, string>;

beforeAll(async () => {
  ({ primary, replica } = await openMigratedPair());
  setDatabaseUrl(primary.url);
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  settings = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, DATA_DIR: newFolder() };
  const services = await Promise.all([start(settings), start({ ...settings, WORKER: "separate" })]);
  bases = services.map(({ baseUrl }) => baseUrl);
  return async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
});
afterAll(async () => {
  await replica.drop();
  await primary.drop();
});

async function ask(server: number, path: string, body?: object): Promise<{ status: number; json: Answer }> {
  const response = await fetch(`${bases[server]}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Answer };
}

interface Answer {
  id: string;
  data: { id: string }[];
}

const create = (server: number) =>
  ask(server, "/qr-codes", { name: "A code", type: "url", content: "https://example.com/", isDynamic: true });

/** Reads of both servers by where they were answered: the replica, or the primary for whichever reason. */
async function countReads(): Promise<{ replica: number; primary: number }> {
  const texts = await Promise.all(bases.map(async (base) => (await fetch(`${base}/metrics`)).text()));
  const reads = { replica: 0, primary: 0 };
  for (const [, outcome, count] of texts.join("\n").matchAll(counted))
    reads[outcome === "replica" ? "replica" : "primary"] += Number(count);
  return reads;
}

const counted = /^quietzone_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm;

async function untilReplicaAnswers(): Promise<void> {
  const before = await countReads();
  await expect
    .poll(async () => {
      await Promise.all([ask(0, "/qr-codes"), ask(1, "/qr-codes")]);
      return (await countReads()).replica;
    })
    .toBeGreaterThan(before.replica + 1);
}

const paths = ["/qr-codes", "/scans", "/analytics?timeRange=30d"];

it.each(paths)("the replica answers %s", async (path) => {
  // A replica that is slow to answer is left out for a moment: then the primary is counted instead.
  const wherefrom = async () => {
    const before = await countReads();
    expect((await ask(0, path)).status).toBe(200);
    const after = await countReads();
    return [after.replica - before.replica, after.primary - before.primary];
  };
  await expect.poll(wherefrom).toEqual([1, 0]);
});

it("the doctor reports on the replica", async () => {
  const { stdout } = await runAdmin(["doctor"], settings);
  const { findings } = JSON.parse(stdout) as { findings: object[] };
  expect(findings).toContainEqual({
    check: "replica",
    status: "ok",
    says: "The replica of DATABASE_READ_URL answers, and follows the database.",
  });
});

it("a code created on one server is listed by another at once, while the replica lags", async () => {
  await untilReplicaAnswers();
  const onReplica = openPool(replica.url);
  await onReplica.query("SELECT pg_wal_replay_pause()");
  const before = await countReads();
  for (let i = 0; i < 5; i += 1) {
    const { status, json } = await create(i % 2);
    expect(status).toBe(201);
    const listed = await ask((i + 1) % 2, "/qr-codes");
    expect(listed.json.data[0]?.id).toBe(json.id);
  }
  expect(await countReads()).toEqual({ replica: before.replica, primary: before.primary + 5 });
  await onReplica.query("SELECT pg_wal_replay_resume()");
  await onReplica.end();
  await untilReplicaAnswers();
});

it("dashboard actions record writes of the account, and reads record none", async () => {
  const { json } = await create(0);
  const browser = new BrowserSession(bases[0] ?? "");
  await browser.signIn(account.email, account.password);
  const pool = openPool(primary.url);
  const findWrite = async () => {
    const { rows } = await pool.query("SELECT lsn FROM account_write WHERE account_id = $1", [
      account.accountId,
    ]);
    return rows[0].lsn as string;
  };
  const before = await findWrite();
  for (const [action, args] of [
    ["findCodes", ["code", "names"]],
    ["listFilterTags", []],
    ["describeCodes", [[json.id]]],
  ] as const) {
    expect((await callAction(browser, "/codes", action, args)).text, action).toContain('"done":');
    expect(await findWrite(), action).toBe(before);
  }
  expect((await callAction(browser, "/codes", "archiveCode", [json.id, true])).text).toContain('"done":');
  expect(await findWrite()).not.toBe(before);
  await pool.end();
});

it("no request fails while the replica is killed repeatedly, and the last write is always visible", async () => {
  for (let kill = 0; kill < 10; kill += 1) {
    await untilReplicaAnswers();
    const walk = async (server: number) => {
      for (let i = 0; i < 30; i += 1) {
        if (server === 0 && i === 10) replica.kill("SIGKILL");
        const statuses = await Promise.all(paths.map(async (path) => (await ask(server, path)).status));
        expect(statuses).toEqual(paths.map(() => 200));
      }
    };
    await Promise.all([walk(0), walk(1)]);
    const { json } = await create(0);
    expect((await ask(1, "/qr-codes")).json.data[0]?.id).toBe(json.id);
  }
});
