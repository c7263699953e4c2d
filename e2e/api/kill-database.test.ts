import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { findPostmaster } from "@/server/database/postmaster";
import { callerOf, newAccount } from "../support/accounts";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { allStored, judgeVisits, readShortCode, startVisitors, untilReplayed } from "../support/visitors";
import { newScannedCode } from "../support/visits";

const services = openServices();
const dataDir = services.newDataDir();
const cluster = join(dataDir, "database", "cluster");
let service: RunningService;
let database: EmbeddedDatabase;

beforeAll(async () => {
  service = await services.start({ DATA_DIR: dataDir });
  // Beside the service, to look at what it stores.
  database = await openEmbeddedDatabase(dataDir);
  setDatabaseUrl(database.url);
});

afterAll(async () => {
  await closeDatabase();
  await service.stop();
  await database.release();
});

const readyStatus = async () => (await fetch(`${service.baseUrl}/api/health/ready`)).status;

it("W3: while the database is killed under load and returns, visitors are redirected and their visits stored once", {
  timeout: 120_000,
}, async () => {
  const code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  const load = startVisitors(service, await readShortCode(code));
  await expect.poll(() => load.answered.length).toBeGreaterThan(50);
  for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
    const before = load.answered.length;
    process.kill(findPostmaster(cluster) as number, signal);
    while ((await readyStatus()) === 200) await sleep(20);
    while ((await readyStatus()) !== 200) await sleep(50);
    await expect.poll(() => load.answered.length).toBeGreaterThan(before + 100);
  }
  await load.stop();
  expect(load.others).toEqual([]);
  await untilReplayed(dataDir);
  expect(await judgeVisits(load.answered, code)).toEqual(allStored);
});

it("a stop under load leaves nothing behind that the next start does not store", {
  timeout: 120_000,
}, async () => {
  const code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  const load = startVisitors(service, await readShortCode(code));
  await expect.poll(() => load.answered.length).toBeGreaterThan(50);
  process.kill(findPostmaster(cluster) as number, "SIGKILL");
  const exited = once(service.process, "exit");
  service.process.kill("SIGTERM");
  await exited;
  await load.stop();
  expect(load.others.filter((other) => typeof other === "number")).toEqual([]);
  service = await services.start({ DATA_DIR: dataDir });
  await untilReplayed(dataDir);
  expect(await judgeVisits(load.answered, code)).toEqual(allStored);
});
