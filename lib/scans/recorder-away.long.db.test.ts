import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { openMigratedServer, type SpareServer } from "@/e2e/support/database";
import {
  countOutcomes,
  newScannedCode,
  newVisit,
  openRecorders,
  readStored,
  type ScannedCode,
} from "@/e2e/support/visits";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import type { Recorder } from "./recorder";
import { isReplayed } from "./replay";
import type { Outcome } from "./visit";

const { newRecorder, folder } = openRecorders();
const spool = join(folder, "spool");
let database: SpareServer;
let code: ScannedCode;

beforeAll(async () => {
  database = await openMigratedServer();
  setDatabaseUrl(database.url);
  code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

/** Starts visitors that come back 5 ms after each answer, until `stop`. */
function startVisitors(recorder: Recorder): { outcomes: readonly Outcome[]; stop(): Promise<unknown> } {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const hands = Array.from({ length: 32 }, async () => {
    while (!isOver) {
      outcomes.push((await recorder.record(newVisit(code))).outcome);
      await sleep(5);
    }
  });
  const stop = () => {
    isOver = true;
    return Promise.all(hands);
  };
  return { outcomes, stop };
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 40_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("it did not come to that");
    await sleep(20);
  }
}

it("W3: the recorder stores every visit once when the database is killed under load and returns", async () => {
  const recorder = newRecorder(500, spool);
  await recorder.open();
  const before = await readStored(code);
  const { outcomes, stop } = startVisitors(recorder);
  await until(() => outcomes.length > 200);
  database.kill("SIGQUIT");
  await until(() => recorder.isDegraded);
  await until(() => !recorder.isDegraded);
  const answered = outcomes.length;
  await until(() => outcomes.length > answered + 200);
  await stop();
  await until(() => isReplayed(spool));
  const { counted = 0, spooled = 0, ...others } = countOutcomes(outcomes);
  expect(others).toEqual({});
  expect(counted).toBeGreaterThan(0);
  expect(spooled).toBeGreaterThan(0);
  const after = await readStored(code);
  const total = (before.scanCount as number) + outcomes.length;
  expect(after).toMatchObject({ scanCount: total, detailed: total, ids: total });
  await recorder.close();
});
