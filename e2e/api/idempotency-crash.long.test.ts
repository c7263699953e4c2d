import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount, newKey } from "../support/accounts";
import { untilBlocked } from "../support/blocked";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";

const services = openServices();
let dataDir = "";
let service: RunningService;

/** Whatever is killed starts again with the same settings and secrets. */
async function startAgain(): Promise<void> {
  service = await services.start({ DATABASE_URL: inject("databaseUrl"), DATA_DIR: dataDir });
}

beforeAll(async () => {
  dataDir = services.newFolder();
  await startAgain();
});

const codes = Array.from({ length: 100 }, (_, table) => ({
  name: `Table ${table}`,
  type: "url",
  content: `https://example.com/menu/${table}`,
  isDynamic: table % 2 === 0,
}));

/** A bulk create of 100 by an account of its own, which may be sent again and again. */
async function newBulk() {
  const { accountId } = await newAccount("developer");
  const { apiKey } = await newKey({ accountId });
  const key = randomUUID();
  const body = JSON.stringify({ qrCodes: codes });
  const send = () =>
    fetch(`${service.baseUrl}/api/v1/qr-codes/bulk`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body,
    });
  const count = async () => {
    const { rows } = await sql.query(
      `SELECT (SELECT count(*)::int FROM qr_code WHERE account_id = $1) AS stored, code_count AS counted,
         dynamic_code_count AS dynamic FROM account WHERE id = $1`,
      [accountId],
    );
    return rows[0] as { stored: number; counted: number; dynamic: number };
  };
  return { accountId, key, send, count };
}

type Bulk = Awaited<ReturnType<typeof newBulk>>;

async function kill(): Promise<void> {
  const exited = once(service.process, "exit");
  service.process.kill("SIGKILL");
  await exited;
}

/** Waits until the condition holds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("it did not come to that");
    await sleep(1);
  }
}

/** Sends it again at once: the dead one's lease has ended with it, and what is left is what one call would have left. */
async function expectRetried(bulk: Bulk): Promise<void> {
  const answer = await bulk.send();
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  expect(JSON.parse(text).summary).toEqual({ total: 100, successful: 100, failed: 0 });
  expect(await bulk.count()).toEqual({ stored: 100, counted: 100, dynamic: 50 });
  const again = await bulk.send();
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await again.text()).toBe(text);
  expect((await bulk.count()).stored).toBe(100);
}

describe("Q12: SIGKILL during a bulk create of 100, then the same request again", () => {
  it("just before the commit: stores nothing, then exactly 100", async () => {
    const bulk = await newBulk();
    const lock = await sql.connect();
    const answer = bulk.send().catch(() => null);
    try {
      await until(async () => {
        const { rows } = await sql.query("SELECT 1 FROM idempotency_key WHERE key = $1", [bulk.key]);
        return rows.length === 1;
      });
      await lock.query("BEGIN");
      await lock.query("SELECT 1 FROM idempotency_key WHERE key = $1 FOR UPDATE", [bulk.key]);
      // The change has done everything but keep its answer, and waits for that row.
      await untilBlocked(lock);
      await kill();
    } finally {
      await lock.query("ROLLBACK");
      lock.release();
    }
    expect(await answer).toBeNull();
    await startAgain();
    await expectRetried(bulk);
  });

  it("right after the commit: keeps exactly 100 and replays the response", async () => {
    const bulk = await newBulk();
    const answer = bulk.send().then(
      (one) => one.text(),
      () => null,
    );
    await until(async () => (await bulk.count()).stored > 0);
    await kill();
    await answer;
    expect((await bulk.count()).stored).toBe(100);
    await startAgain();
    const replay = await bulk.send();
    expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    await expectRetried(bulk);
  });

  it.each([0, 2, 5, 10, 20, 40])("%d ms after sending: ends with exactly 100", async (delayMs) => {
    const bulk = await newBulk();
    const answer = bulk.send().catch(() => null);
    // Each delay interrupts the request at a different point.
    await sleep(delayMs);
    await kill();
    await answer;
    expect([0, 100]).toContain((await bulk.count()).stored);
    await startAgain();
    await expectRetried(bulk);
  });
});
