import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerOf } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { addListener, readEvents } from "@/e2e/support/events";
import type { Assignment, Word } from "@/e2e/support/process/dying-changes";
import { newVisits } from "@/e2e/support/visits";
import { createAccount } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { prismaTransaction, setDatabaseUrl, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storeBatch } from "@/lib/scans/store";
import { fanOut } from "@/lib/webhooks/delivery";

const program = fileURLToPath(new URL("../e2e/support/process/dying-changes.ts", import.meta.url));
const points = 30;
const together = 2;

let database: SpareDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
});
afterAll(() => database.drop());

interface Ran {
  caller: Caller;
  /** Null where it was killed. */
  statements: number | null;
}

/** Lets a process change a new account's codes until it dies, and stores its scans as the process that finds its spool would. */
async function runChanges(killAt: number | null, isSent: boolean): Promise<Ran> {
  const { accountId } = await prismaTransaction((tx) => createAccount(tx, { name: "Killed", plan: "pro" }));
  const caller = callerOf({ accountId }, "pro");
  await addListener(caller);
  const ofAccount = { codeId: "", accountId, isSandbox: false };
  const batches = [20, 10].map((count) => ({ id: newId(), visits: newVisits(ofAccount, count) }));
  const child = fork(program, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, DATABASE_URL: database.url },
  });
  let codeId: string | undefined;
  let statements: number | null = null;
  child.on("message", (word: Word) => {
    if ("scanned" in word) codeId = word.scanned;
    else ({ statements } = word);
  });
  const ended = Promise.all([once(child, "exit"), once(child, "disconnect")]);
  child.send({ caller, batches, killAt, isSent } satisfies Assignment);
  const [[status, signal]] = await ended;
  expect(killAt === null ? status : signal).toBe(killAt === null ? 0 : "SIGKILL");
  for (const { id, visits } of codeId === undefined ? [] : batches) {
    await storeBatch({ id, visits: visits.map((visit) => ({ ...visit, codeId: codeId as string })) });
  }
  return { caller, statements };
}

async function select(text: string, accountId: string): Promise<string[]> {
  const { rows } = await sql.query<{ value: string }>(`SELECT ${text}`, [accountId]);
  return rows.map(({ value }) => value).sort();
}

/** Every change that is there is told once, and nothing else is. How many events that was. */
async function expectTold({ accountId }: Caller): Promise<number> {
  const events = await readEvents({ accountId });
  const told = (type: string, member = "id") =>
    events
      .filter((event) => event.type === type)
      .map(({ body }) => String(body.data[member]))
      .sort();
  const codes = await select("id AS value FROM qr_code WHERE account_id = $1", accountId);
  const scans = await select("id AS value FROM scan WHERE account_id = $1", accountId);
  const left = await select(
    "t.content AS value FROM target_change t JOIN qr_code c ON c.id = t.qr_code_id WHERE c.account_id = $1",
    accountId,
  );
  const sent = await select(
    "event_id AS value FROM delivery WHERE webhook_id IN (SELECT id FROM webhook WHERE account_id = $1)",
    accountId,
  );
  expect(told("qr.created")).toEqual([...codes, ...told("qr.deleted")].sort());
  expect(told("scan.created")).toEqual(scans);
  // What a change left is what was told before it.
  expect(left).toEqual(told("qr.updated", "content").map((_, at) => `https://example.com/${at}`));
  expect(sent).toEqual(events.map(({ id }) => id).sort());
  return events.length;
}

it("W1: killed at any point, a process leaves an event with every change and none without", async () => {
  const whole = await runChanges(null, false);
  const statements = whole.statements as number;
  const ran = [whole];
  const waiting = Array.from({ length: points }, (_, at) => at);
  const work = async () => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      ran.push(await runChanges(1 + Math.floor((at * statements) / points), at % 2 === 1));
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  while ((await fanOut()).events > 0);
  const counts = [];
  for (const { caller } of ran) counts.push(await expectTold(caller));
  // 5 codes made, 3 changes, 30 scans, 4 codes deleted; the first of the killed got nowhere.
  expect(counts[0]).toBe(42);
  expect([Math.min(...counts), new Set(counts).size > Math.min(5, points / 2)]).toEqual([0, true]);
}, 300_000);
