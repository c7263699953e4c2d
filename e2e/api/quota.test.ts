import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import type { Caller, Environment } from "@/lib/accounts/schema";
import { createCode, deleteCode, getCode, listCodes, renderCode } from "@/lib/codes";
import { entitlements, type Plan, sandboxEntitlements } from "@/lib/plans";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { openMigratedServer, type SpareDatabase } from "../support/database";
import { isLong } from "../support/long";
import { openPool } from "../support/pool";
import {
  type DomainProcess,
  startDomainProcesses,
  stopDomainProcesses,
} from "../support/process/domain-processes";
import type { Job } from "../support/process/domain-worker";
import { insertAccounts, insertCodes } from "../support/tenants";

const processCount = 4;

let server: SpareDatabase;
let pool: pg.Pool;
let processes: DomainProcess[];

beforeAll(async () => {
  // Of their own: four processes with ten connections each are half of what a server takes.
  server = await openMigratedServer();
  setDatabaseUrl(server.url);
  pool = openPool(server.url);
  processes = await startDomainProcesses(server.url, processCount);
  // With every connection open and the drawing compiled they are at it together, not one after the other.
  const caller = await openAccount("pro", 0);
  await performAll(times(25 * processCount, () => createOne(caller)));
});
afterAll(async () => {
  await Promise.all([stopDomainProcesses(processes), pool.end(), closeDatabase()]);
  await server.drop();
});

/** What is counted at an account and what is there. */
async function readCounts(accountId: string, environment: Environment = "production") {
  const { rows } = await pool.query<Record<"codes" | "dynamicCodes" | "counted" | "countedDynamic", number>>(
    `SELECT (SELECT count(*) FROM qr_code WHERE account_id = a.id AND environment = $2)::int AS codes,
       (SELECT count(*) FROM qr_code WHERE account_id = a.id AND environment = $2 AND is_dynamic)::int AS "dynamicCodes",
       CASE WHEN $2 = 'sandbox' THEN sandbox_code_count ELSE code_count END AS counted,
       dynamic_code_count AS "countedDynamic"
     FROM account a WHERE id = $1`,
    [accountId, environment],
  );
  const { codes, dynamicCodes, counted, countedDynamic } = rows[0]!;
  expect(counted).toBe(codes);
  // The sandbox has no limit of dynamic codes to count for.
  if (environment === "production") expect(countedDynamic).toBe(dynamicCodes);
  return { codes, dynamicCodes };
}

async function openAccount(plan: Plan, codes: number): Promise<Caller> {
  const [accountId = ""] = await insertAccounts(pool, [plan]);
  if (codes > 0) {
    await insertCodes(
      pool,
      Array.from({ length: codes }, () => ({ accountId, environment: "production" as const })),
    );
  }
  return { accountId, plan, environment: "production", key: null };
}

/** Hands the jobs out to all processes in turn, at once. */
async function performAll(jobs: readonly Job[], first = 0) {
  const done = await Promise.all(
    jobs.map((job, index) => processes[(first + index) % processCount]!.perform(job)),
  );
  return {
    made: done.flatMap(({ made }) => made),
    refused: done.flatMap(({ refused }) => refused),
    deleted: done.reduce((sum, { deleted }) => sum + deleted, 0),
  };
}

const createOne = (caller: Caller, isDynamic = false): Job => ({ do: "create", caller, isDynamic });
const createMany = (caller: Caller, count: number): Job => ({
  do: "create many",
  caller,
  areDynamic: Array<boolean>(count).fill(false),
});
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe("quota over four processes", () => {
  it("Q1: allows one of 100 parallel creates on Free with 9 of 10 used, every time", async () => {
    for (let round = 0; round < (isLong ? 10 : 2); round++) {
      const caller = await openAccount("free", 9);
      const { made, refused } = await performAll(times(100, () => createOne(caller)));
      expect(made).toHaveLength(1);
      expect(refused).toEqual(Array(99).fill("quota_exceeded"));
      expect(await readCounts(caller.accountId)).toEqual({ codes: 10, dynamicCodes: 0 });
    }
  });

  it("Q1: allows 7 successes in bulk creates of 100 with 7 places left, alone or concurrent", async () => {
    const caller = await openAccount("developer", entitlements.developer.codes - 7);
    const alone = await performAll([createMany(caller, 100)]);
    expect(alone.made).toHaveLength(7);
    expect(alone.refused).toEqual(Array(93).fill("quota_exceeded"));
    const other = await openAccount("developer", entitlements.developer.codes - 7);
    const together = await performAll(times(4, () => createMany(other, 100)));
    expect(together.made).toHaveLength(7);
    expect(together.refused).toEqual(Array(393).fill("quota_exceeded"));
    for (const { accountId } of [caller, other]) expect((await readCounts(accountId)).codes).toBe(500);
  });

  it("Q2: allows exactly one of 2 parallel dynamic creates on Free, every time", async () => {
    const callers = await Promise.all(times(isLong ? 100 : 20, () => openAccount("free", 0)));
    for (const [index, caller] of callers.entries()) {
      const { made, refused } = await performAll([createOne(caller, true), createOne(caller, true)], index);
      expect([made.length, refused]).toEqual([1, ["quota_exceeded"]]);
      expect(await readCounts(caller.accountId)).toEqual({ codes: 1, dynamicCodes: 1 });
    }
  });

  it("Q2: leaves exactly 10 codes, 1 of them dynamic, after 50 parallel creates on Free", async () => {
    for (let round = 0; round < (isLong ? 10 : 2); round++) {
      const caller = await openAccount("free", 0);
      // 9 static ones always have room; of 41 dynamic ones exactly one has.
      const jobs = times(50, (index) => createOne(caller, index % 50 < 41)).sort(() => Math.random() - 0.5);
      const { made, refused } = await performAll(jobs);
      expect([made.length, refused]).toEqual([10, Array(40).fill("quota_exceeded")]);
      expect(await readCounts(caller.accountId)).toEqual({ codes: 10, dynamicCodes: 1 });
    }
  });

  it("Q2: keeps 300 codes readable and deletable after a downgrade, and refuses creates until there is room", async () => {
    const pro = await openAccount("pro", 300);
    await changePlan(pro.accountId, "free");
    const caller: Caller = { ...pro, plan: "free" };
    const { data, pagination } = await listCodes(caller, {
      page: 3,
      limit: 100,
      order: "desc",
      sort: "createdAt",
    });
    expect([data.length, pagination.total]).toEqual([100, 300]);
    const [first, ...others] = data.map(({ id }) => id);
    expect((await getCode(caller, first!)).id).toBe(first);
    expect(await renderCode(caller, first!, { format: "png" })).toMatchObject({ mediaType: "image/png" });
    for (const isDynamic of [false, true]) {
      const refused = createCode(caller, { name: "A", type: "text", content: "a", isDynamic });
      await expect(refused).rejects.toMatchObject({ code: "quota_exceeded" });
    }
    await deleteCode(caller, first!);
    expect((await performAll([createOne(caller)])).refused).toEqual(["quota_exceeded"]);
    await performAll([{ do: "delete", caller, ids: others }]);
    expect((await performAll([createOne(caller)])).refused).toEqual(["quota_exceeded"]);
    expect((await readCounts(caller.accountId)).codes).toBe(200);
    // Nine of Free's ten stay.
    const { rows } = await pool.query("SELECT id FROM qr_code WHERE account_id = $1 LIMIT 191", [
      caller.accountId,
    ]);
    await performAll([{ do: "delete", caller, ids: rows.slice(0, 100).map(({ id }) => id) }]);
    await performAll([{ do: "delete", caller, ids: rows.slice(100).map(({ id }) => id) }]);
    expect((await performAll(times(2, () => createOne(caller)))).refused).toEqual(["quota_exceeded"]);
    expect(await readCounts(caller.accountId)).toEqual({ codes: 10, dynamicCodes: 0 });
  });
});

/** Whole numbers below `bound`, the same ones for the same seed. */
function makeRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe("Q1: concurrent bulk, single and delete calls of one account in four processes", () => {
  const rounds = isLong ? 100 : 15;
  const lanes = [
    ...times(8, () => ({ plan: "free" as const, environment: "production" as const, codes: 8, limit: 10 })),
    { plan: "developer" as const, environment: "production" as const, codes: 495, limit: 500 },
    { plan: "pro" as const, environment: "sandbox" as const, codes: 0, limit: sandboxEntitlements.codes },
  ];

  it("Q1: keep the counter equal to the number of codes and reach the limit exactly in every round", async () => {
    await Promise.all(lanes.map((lane, index) => runLane(lane, index + 1)));
  }, 120_000);

  async function runLane(lane: (typeof lanes)[number], seed: number): Promise<void> {
    const random = makeRandom(seed);
    const { accountId } = await openAccount(lane.plan, lane.codes);
    const caller: Caller = { accountId, plan: lane.plan, environment: lane.environment, key: null };
    const { rows } = await pool.query("SELECT id FROM qr_code WHERE account_id = $1", [accountId]);
    let alive: string[] = rows.map(({ id }) => id);
    for (let round = 0; round < rounds; round++) {
      const doomed = round % 2 === 0 ? [] : alive.filter(() => random(3) === 0).slice(0, 20);
      const wanted = 1 + random(8);
      const jobs: Job[] = [
        createMany(caller, wanted),
        ...times(3, () => createOne(caller, doomed.length > 0 && random(4) === 0)),
        // Two calls name the same codes; each is deleted once.
        { do: "delete", caller, ids: doomed },
        { do: "delete", caller, ids: doomed.slice(0, 3) },
      ];
      const { made, refused, deleted } = await performAll(
        jobs.filter((job) => job.do !== "delete" || job.ids.length > 0),
        random(processCount),
      );
      const story = `seed ${seed}, round ${round}`;
      expect(deleted, story).toBe(doomed.length);
      expect(new Set(refused).size, story).toBeLessThan(2);
      if (doomed.length === 0)
        expect(made.length, story).toBe(Math.min(wanted + 3, lane.limit - alive.length));
      alive = [...alive.filter((id) => !doomed.includes(id)), ...made];
      const { codes, dynamicCodes } = await readCounts(accountId, lane.environment);
      expect(codes, story).toBe(alive.length);
      expect(codes, story).toBeLessThanOrEqual(lane.limit);
      if (lane.plan === "free") expect(dynamicCodes, story).toBeLessThanOrEqual(1);
    }
  }
});
