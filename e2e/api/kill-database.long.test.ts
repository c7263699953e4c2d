import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { findPostmaster } from "@/server/database/postmaster";
import { callerOf, newAccount, newKey } from "../support/accounts";
import { untilBlocked } from "../support/blocked";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { allStored, readShortCode, startVisitors, untilReplayed, verifyScans } from "../support/visitors";
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

it("W3: visitors are redirected and their visits stored once while the database is killed and restarts", {
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
  expect(await verifyScans(load.answered, code)).toEqual(allStored);
});

it("visits answered before a stop without a database are stored at the next start", {
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
  expect(await verifyScans(load.answered, code)).toEqual(allStored);
});

it("Q12: a request interrupted by a database crash can be repeated and has one effect", async () => {
  const { accountId } = await newAccount("pro");
  const { apiKey } = await newKey({ accountId });
  const key = randomUUID();
  const send = () =>
    fetch(`${service.baseUrl}/api/v1/qr-codes`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ name: "Menu", type: "url", content: "https://example.com/menu" }),
    });
  const holder = await sql.connect();
  holder.on("error", () => {});
  await holder.query("BEGIN");
  await holder.query("SELECT FROM account WHERE id = $1 FOR UPDATE", [accountId]);
  const first = send();
  await untilBlocked(holder);
  process.kill(findPostmaster(cluster) as number, "SIGQUIT");
  expect((await first).status).toBe(503);
  holder.release(true);
  while ((await readyStatus()) !== 200) await sleep(20);
  const answer = await send();
  expect(answer.status, await answer.text()).toBe(201);
  expect((await send()).headers.get("idempotent-replayed")).toBe("true");
  const { rows } = await sql.query("SELECT count(*)::int AS n FROM qr_code WHERE account_id = $1", [
    accountId,
  ]);
  expect(rows).toEqual([{ n: 1 }]);
});
