import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { sql } from "@/lib/platform/db";
import { findObstacle } from "../support/deploy/container";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { fillUp, openSmallDisk } from "../support/process/small-disk";
import { startVisitors } from "../support/process/visitors";
import { countVisits, visit } from "../support/short-urls";

// A disk that can be filled is mounted, by root: CI has that but for what comes from a fork.
const obstacle = findObstacle();
if (obstacle !== null) console.warn(`no disk of a size on this machine: ${obstacle}`);

const menu = "https://example.com/menu";

interface WriteAnswer {
  status: number;
  retryAfter: string | null;
}

/** A write of the interface, under an idempotency key of its own. */
async function write(place: number): Promise<WriteAnswer> {
  const answer = await fetch(`${baseUrl()}/api/v1/qr-codes`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${own.key.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": `write ${place}`,
    },
    body: JSON.stringify({ name: "x".repeat(200), type: "text", content: "x".repeat(2_000) }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
}

const baseUrl = (): string => String(own.services[0]?.baseUrl);

let own: OwnServices;
let disk: string;
beforeAll(async () => {
  if (obstacle !== null) return;
  const small = openSmallDisk("160m");
  disk = small.path;
  own = await openOwnServices(1, { folder: disk, release: small.close });
  return () => own.close();
});

it.skipIf(obstacle !== null)(
  "O2: scans are stored while every API connection is blocked, and the API answers 503 with Retry-After",
  async () => {
    const codes = [await own.newCode(), await own.newCode()];
    const holder = new pg.Client({ connectionString: own.databaseUrl });
    await holder.connect();
    const { rows } = await holder.query("SELECT pg_backend_pid() AS pid");
    // A transaction that rests would be ended, and its lock with it.
    await holder.query("SET idle_in_transaction_session_timeout = 0");
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE idempotency_key IN ACCESS EXCLUSIVE MODE");
    // Ten wait within the database until their statement is ended, the others for one of the ten.
    let answered = 0;
    const writes = Promise.all(
      Array.from({ length: 30 }, async (_, place) => {
        const answer = await write(place);
        answered += 1;
        return answer;
      }),
    );
    const isWaiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
    await expect
      .poll(async () => (await sql.query(isWaiting, [rows[0].pid])).rows[0].n, { interval: 20 })
      .toBeGreaterThanOrEqual(10);
    for (let i = 0; i < 20; i += 1) {
      for (const code of codes) {
        const { status, headers } = await visit(code.path, { baseUrl: baseUrl() });
        expect([status, headers.location]).toEqual([302, menu]);
      }
      for (const code of codes)
        expect(await countVisits(code)).toMatchObject({ scans: i + 1, counted: i + 1 });
    }
    expect(answered, "writes that were still waiting when the scans had been stored").toBeLessThan(30);
    const answers = await writes;
    for (const answer of answers) {
      expect(answer).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
    }
    await holder.query("ROLLBACK");
    await holder.end();
    await expect.poll(async () => (await write(100)).status, { timeout: 10_000 }).toBe(201);
  },
);

it.skipIf(obstacle !== null)(
  "O1: codes redirect on a full database disk, writes get 503, and every scan is stored once there is space",
  async () => {
    const codes = [await own.newCode(), await own.newCode()];
    for (const { path } of codes) expect((await visit(path, { baseUrl: baseUrl() })).status).toBe(302);
    expect((await write(1_000)).status).toBe(201);
    const setAside = () => statSync(join(disk, "spool", "reserve"), { throwIfNoEntry: false })?.size;
    await expect.poll(setAside, { timeout: 10_000 }).toBe(16 << 20);

    const visitors = startVisitors(baseUrl(), codes, 4);
    onTestFinished(visitors.stop);
    const ballast = join(disk, "ballast");
    fillUp(ballast);
    const answers: WriteAnswer[] = [];
    // What was reserved before is used up first; then there is no room for what comes before every change.
    const forceOut = async () => {
      const client = new pg.Client({ connectionString: own.databaseUrl });
      client.on("error", () => {});
      await client
        .connect()
        .then(() => client.query("SELECT pg_switch_wal() FROM generate_series(1, 3)"))
        .catch(() => {});
      await client.end().catch(() => {});
    };
    for (let i = 1; i <= 40 && answers.at(-3)?.status !== 503; i += 1) {
      answers.push(await write(1_000 + i));
      await forceOut();
    }
    expect(answers.at(-1)).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
    expect(new Set(answers.map(({ status }) => status))).toSatisfy((seen: Set<number>) => !seen.has(500));
    for (const { path } of codes) {
      const { status, headers } = await visit(path, { baseUrl: baseUrl() });
      expect([status, headers.location]).toEqual([302, menu]);
    }

    // There is nowhere else for the visitors' scans.
    await expect.poll(setAside, { timeout: 20_000 }).toBeLessThan(16 << 20);
    rmSync(ballast);
    // PostgreSQL's recovery first writes out every file, beside whatever else the disk has to do.
    await expect.poll(async () => (await write(2_000)).status, { timeout: 60_000, interval: 200 }).toBe(201);
    const total = () => [...visitors.led.values()].reduce((sum, count) => sum + count, 0);
    const before = total();
    await expect.poll(total).toBeGreaterThan(before + 10);
    await visitors.stop();
    expect([...visitors.outcomes.keys()]).toEqual([`302 ${menu}`]);
    for (const code of codes) {
      const answered = 2 + (visitors.led.get(code.id) ?? 0);
      const stored = { scans: answered, counted: answered, excluded: [] };
      await expect.poll(() => countVisits(code), { timeout: 20_000, interval: 200 }).toEqual(stored);
    }
    // It is there for the next time.
    await expect.poll(setAside, { timeout: 20_000, interval: 200 }).toBe(16 << 20);
  },
);
