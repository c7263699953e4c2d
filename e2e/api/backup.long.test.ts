import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { runAdmin } from "../support/admin";
import { digestTables } from "../support/backups/databases";
import { at, command, furnish, newTenant, photograph, reachGoal, signIn } from "../support/backups/tenants";
import {
  idOf,
  idsSince,
  knownOf,
  readStanding,
  type Standing,
  untilDelivered,
  verifyCodes,
  verifyScans,
} from "../support/backups/verify";
import { BrowserSession } from "../support/browser-session";
import { findFreePort } from "../support/free-port";
import { type DebianPostgres, openDebianPostgres } from "../support/process/debian-postgres";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { ChangingClient } from "../support/webhooks/changing-clients";
import type { Receiver } from "../support/webhooks/receiver";
import { expectSigned, until } from "../support/webhooks/subscriber";

/** A delivery that failed is tried again after so long: longer than a backup takes. */
const retrySeconds = 20;
/** What is held would have gone out by then. */
const aWhileMs = 3_000;

const services = openServices();
const folder = mkdtempSync(join(tmpdir(), "quietzone-drill-"));
const files = { underLoad: join(folder, "under-load.backup"), moved: join(folder, "moved.backup") };
const receivers: Receiver[] = [];
let postgres: DebianPostgres;
let settings: Record<string, string>;
let source: RunningService;
let embedded: EmbeddedDatabase | undefined;

afterAll(async () => {
  await embedded?.release();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openSource(): Promise<void> {
  const port = String(await findFreePort());
  settings = {
    DATA_DIR: services.newDataDir(),
    BASE_URL: `http://localhost:${port}`,
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_RETRY_BASE_SECONDS: String(retrySeconds),
    WEBHOOK_RETRY_FACTOR: "1",
  };
  [postgres, source] = await Promise.all([openDebianPostgres(), services.start({ ...settings, PORT: port })]);
}

/** Tenants that only stand there, that change all the time, and whose receiver refuses whatever comes for now. */
async function openTenants() {
  const door = { isOpen: false };
  const script = () => ({ status: door.isOpen ? 200 : 503 });
  const { baseUrl } = source;
  const [quiet, busy, refusing] = [
    await newTenant(settings, baseUrl),
    await newTenant(settings, baseUrl, { script: () => ({ beforeHeadersMs: Math.random() * 40 }) }),
    await newTenant(settings, baseUrl, { script, events: ["qr.created"] }),
  ];
  receivers.push(...[quiet, busy, refusing].map(({ receiver }) => receiver));
  return { door, quiet, busy, refusing };
}

const say = (counted: object) => process.stdout.write(`restore drill: ${JSON.stringify(counted)}\n`);

type Tenants = Awaited<ReturnType<typeof openTenants>>;

/** Changes, visits and deliveries go on before, during and after the backup; five deliveries wait for their next attempt. */
async function backUpUnderLoad({ busy, refusing }: Tenants) {
  const scanned = await busy.newCode("Scanned");
  const port = Number(new URL(source.baseUrl).port);
  // Each names what it does after its subscriber's webhook: names of its own tell its visits from the others'.
  const namesakes = Array.from({ length: 3 }, () =>
    Object.assign(at(busy, source.baseUrl), { webhookId: crypto.randomUUID() }),
  );
  const clients = namesakes.map((namesake) => new ChangingClient(namesake, scanned, [port]));
  const running = clients.map((client) => client.run());
  await busy.receiver.waitFor(60);
  for (let table = 1; table <= 5; table += 1) await refusing.newCode(`Waits ${table}`);
  await refusing.receiver.waitFor(5);
  const known = knownOf(clients);
  const backup = await command(settings, "backup", "--to", files.underLoad);
  await busy.receiver.waitFor(busy.receiver.requests.length + 20);
  for (const client of clients) client.stop();
  await Promise.all(running);
  expect(await source.stop()).toBe(0);
  const checked = await command({}, "backup:check", "--from", files.underLoad);
  expect(checked).toMatchObject({ isWhole: true, rows: backup.rows });
  return { backup, clients, known };
}

/** Into a new folder: refused without the key, and held with it, unless told otherwise. */
async function restoreElsewhere({ backup }: { backup: { rows: number; encryptionKey: string } }) {
  const elsewhere = { ...settings, DATA_DIR: services.newFolder() };
  const { status, stderr } = await runAdmin(["restore", "--from", files.underLoad], elsewhere);
  expect(status).toBe(1);
  expect(stderr).toContain(
    `are encrypted with the encryption key with the fingerprint ${backup.encryptionKey}, and there is no key here`,
  );
  expect(stderr).toContain("Nothing was restored.");
  for (const kept of ["secrets", "spool"]) {
    cpSync(join(settings.DATA_DIR!, kept), join(elsewhere.DATA_DIR, kept), { recursive: true });
  }
  const restored = await command(elsewhere, "restore", "--from", files.underLoad);
  expect(restored).toMatchObject({ rows: backup.rows, upgradedBy: [], waiting: { areHeld: true } });
  return elsewhere;
}

/** The browser of before at another service of the same address. */
function bring(browser: BrowserSession, baseUrl: string): BrowserSession {
  const brought = new BrowserSession(baseUrl, browser.client, settings.BASE_URL);
  for (const [name, value] of browser.cookies) brought.cookies.set(name, value);
  return brought;
}

/** Held: nothing goes out, neither old nor new. Released: what the backup knew as delivered does not, all else does, once. */
async function release(
  { door, busy, refusing }: Tenants,
  standing: Standing,
  url: string,
  elsewhere: Settings,
) {
  door.isOpen = true;
  const sent = [busy, refusing].map(({ receiver }) => receiver.requests.length) as [number, number];
  const waiting = new Set(refusing.receiver.requests.map(idOf));
  await refusing.newCode("While held");
  // No event reports a held delivery; without the hold it would be sent within this time.
  await sleep(aWhileMs);
  expect([busy, refusing].map(({ receiver }) => receiver.requests.length)).toEqual(sent);
  await command(elsewhere, "deliveries:release", "--waiting", "send");
  await untilDelivered(url);
  const [again, late] = [idsSince(busy.receiver, sent[0]), idsSince(refusing.receiver, sent[1])];
  expect(again.filter((id) => standing.delivered.has(id))).toEqual([]);
  expect([...again].sort()).toEqual([...standing.open].sort());
  expect([late.length, new Set(late).size, late.filter((id) => waiting.has(id)).length]).toEqual([6, 6, 5]);
  for (const request of refusing.receiver.requests.slice(sent[1])) expectSigned(request, refusing.secret);
  return { sentAgainOrLate: again.length + late.length };
}

/** Stopped, backed up, restored into somebody else's PostgreSQL, and what waits goes out by itself. */
async function move({ door, refusing }: Tenants, target: RunningService, url: string, elsewhere: Settings) {
  door.isOpen = false;
  const asked = refusing.receiver.requests.length;
  for (let table = 1; table <= 3; table += 1) await refusing.newCode(`Moves ${table}`);
  await refusing.receiver.waitFor(asked + 3);
  expect(await target.stop()).toBe(0);
  await command(elsewhere, "backup", "--to", files.moved);
  const secretOf = (name: string) => readFileSync(join(elsewhere.DATA_DIR!, "secrets", name), "utf8");
  const keys = { ENCRYPTION_KEY: secretOf("encryption-key"), AUTH_SECRET: secretOf("auth-secret") };
  const foreign = { ...elsewhere, ...keys, DATABASE_URL: postgres.url, DATA_DIR: services.newFolder() };
  await command(foreign, "restore", "--from", files.moved, "--deliveries", "send");
  expect(await digestTables(postgres.url)).toEqual(await digestTables(url));
  const counts = receivers.map(({ requests }) => requests.length);
  door.isOpen = true;
  const moved = await services.start(foreign);
  await untilDelivered(postgres.url);
  expect(receivers.map(({ requests }, place) => requests.length - counts[place]!)).toEqual([0, 0, 3]);
  return moved;
}

type Settings = Record<string, string>;

it("O4: a backup under load restores without lost data or repeated deliveries, and moves to PostgreSQL 15", {
  timeout: 300_000,
}, async () => {
  await openSource();
  const tenants = await openTenants();
  const { quiet, busy, refusing } = tenants;
  const browser = await furnish(quiet);
  const goal = await reachGoal(quiet);
  const before = await photograph(quiet, settings);
  expect(before.analytics).toMatchObject({ goals: [{ name: "order", count: 1, values: { EUR: "49.90" } }] });
  const { backup, clients, known } = await backUpUnderLoad(tenants);
  const elsewhere = await restoreElsewhere({ backup });

  embedded = await openEmbeddedDatabase(elsewhere.DATA_DIR);
  const { url } = embedded;
  const standing = await readStanding(url, busy.webhookId);
  const told = new Set(busy.receiver.requests.map(idOf));
  expect([...standing.delivered].filter((id) => !told.has(id))).toEqual([]);
  expect((await readStanding(url, refusing.webhookId)).open.size).toBe(5);
  await verifyCodes(url, known, clients);

  // Another port, the same address for visitors: all that the quiet tenant had is there; it signs in again.
  const target = await services.start(elsewhere);
  await until(async () => target.output().includes("deliveries of webhooks are held"));
  expect(await photograph(at(quiet, target.baseUrl), elsewhere)).toEqual(before);
  expect(await at(quiet, target.baseUrl).ask("POST", "/goals", goal)).toEqual({ recorded: false });
  expect(await bring(browser, target.baseUrl).whoami()).toBe(null);
  const again = await signIn(at(quiet, target.baseUrl), settings.BASE_URL);
  await verifyScans(url, known);
  const there = { ...tenants, refusing: at(refusing, target.baseUrl) };
  const { sentAgainOrLate } = await release(there, standing, url, elsewhere);
  say({
    rows: backup.rows,
    seconds: backup.seconds,
    changesBefore: known.flatMap(({ answered }) => answered).length,
    visitsBefore: known.flatMap(({ visited }) => visited).length,
    deliveredBefore: standing.delivered.size,
    waitedAtTheSnapshot: standing.open.size + 5,
    sentAfterTheRelease: sentAgainOrLate,
  });

  const moved = await move(there, target, url, elsewhere);
  await embedded.release();
  embedded = undefined;
  expect(await bring(again, moved.baseUrl).whoami()).toBe(quiet.email);
  // Counters and ids go on: a new code is one more, and what it tells is told.
  await at(refusing, moved.baseUrl).newCode("After the move");
  await untilDelivered(postgres.url);
  const { codes, usage } = await photograph(at(refusing, moved.baseUrl), {
    ...elsewhere,
    DATABASE_URL: postgres.url,
  });
  expect([codes.length, usage.codes.used]).toEqual([10, 10]);
  expect(await moved.stop()).toBe(0);
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
