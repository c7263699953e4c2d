import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, Command, Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type RedisCluster,
  type RedisServer,
  startClusterNode,
  startRedis,
  startRedisCluster,
} from "@/e2e/support/redis-server";
import { startUpstashDouble, type UpstashDouble } from "@/e2e/support/upstash-double";
import { createRateLimiter, type RateLimiter, type RateRule } from "./index";

let redis: RedisServer;
let double: UpstashDouble;
let cluster: RedisCluster;
const clients: Record<string, Redis | Cluster> = {};
const limiters: Record<string, RateLimiter> = {};

beforeAll(async () => {
  redis = await startRedis();
  double = await startUpstashDouble(redis.url);
  cluster = await startRedisCluster();
  const [seed] = cluster.masters.map(({ url }) => url);
  clients.Redis = clients.Upstash = new Redis(redis.url);
  clients.Cluster = new Cluster([seed ?? ""]);
  limiters.Cluster = createRateLimiter({ redisUrl: cluster.masters.map(({ url }) => url).join(",") });
  limiters.Redis = createRateLimiter({ redisUrl: redis.url });
  limiters.Upstash = createRateLimiter({
    upstashRedisRestUrl: double.url,
    upstashRedisRestToken: double.token,
  });
  await Promise.all(Object.values(limiters).map((limiter) => limiter.open()));
});

afterAll(async () => {
  for (const limiter of Object.values(limiters)) limiter.close();
  for (const client of Object.values(clients)) client.disconnect();
  await cluster.stop();
  await double.stop();
  await redis.stop();
});

let keys = 0;
const rule = (limit = 100, windowSeconds = 3600): RateRule => ({ key: `k${keys++}`, limit, windowSeconds });
/** Several that are decided together. */
const together = (...rules: RateRule[]) => rules.map((one) => ({ ...one, group: `g${rules[0]?.key}` }));
const hashOf = ({ key, group }: RateRule) =>
  group === undefined ? `quietzone:rate:{${key}}` : `quietzone:rate:{${group}}:${key}`;
const repeat = <T>(times: number, act: () => Promise<T>) => Promise.all(Array.from({ length: times }, act));

async function storeTimeMs(): Promise<number> {
  const [seconds, micros] = await (clients.Redis as Redis).time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}

describe.each(["Redis", "Upstash", "Cluster"])("counting in %s", (name) => {
  let client: Redis | Cluster;
  beforeAll(() => {
    client = clients[name] as Redis | Cluster;
  });
  const consume = (...rules: RateRule[]) => (limiters[name] as RateLimiter).consume(rules);

  it("Q4: allows exactly 100 of a burst of 300, with consistent headers", async () => {
    const hour = rule();
    const before = await storeTimeMs();
    const results = await repeat(300, () => consume(hour));
    const passed = results.filter(({ allowed }) => allowed);
    expect(passed.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 100 }, (_, i) => 99 - i),
    );
    expect(new Set(results.map(({ resetAtSeconds }) => resetAtSeconds)).size).toBe(1);
    const reset = results[0]?.resetAtSeconds ?? 0;
    expect(reset).toBeGreaterThanOrEqual(before / 1000 + 3600);
    expect(reset).toBeLessThan(before / 1000 + 3610);
    for (const refused of results.filter(({ allowed }) => !allowed)) {
      expect(refused).toMatchObject({ limit: 100, remaining: 0 });
      expect(refused.retryAfterSeconds).toBeGreaterThan(3590);
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(3600);
    }
    expect(await client.hget(hashOf(hour), "n")).toBe("100");
    expect(await client.pttl(hashOf(hour))).toBeLessThanOrEqual(3_600_000);
  });

  it("Q4: allows a request after exactly Retry-After, in a new window", async () => {
    const short = rule(3, 1);
    for (let round = 0; round < 2; round++) {
      const results = await repeat(5, () => consume(short));
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(3);
      const { retryAfterSeconds } = results.find(({ allowed }) => !allowed) ?? { retryAfterSeconds: 0 };
      expect(retryAfterSeconds).toBe(1);
      // The store's own clock decides, and a test cannot move it.
      if (round === 0) await sleep(1000);
    }
  });

  it("Q6: counts two rules atomically, and a refused request under neither", async () => {
    const [key, account, other] = together(rule(10), rule(25), rule(20)) as [RateRule, RateRule, RateRule];
    const refused = await repeat(40, () => consume(key, account));
    expect(refused.filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(refused.find(({ allowed }) => !allowed)).toMatchObject({ limit: 10, remaining: 0 });
    expect(await client.hget(hashOf(account), "n")).toBe("10");
    const results = await repeat(40, () => consume(other, account));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(15);
    expect(results.find(({ allowed }) => !allowed)).toMatchObject({ limit: 25, remaining: 0 });
    expect(await client.hget(hashOf(other), "n")).toBe("15");
    expect(await client.hget(hashOf(account), "n")).toBe("25");
  });

  it("peeks without counting or opening a window", async () => {
    const peek = (...rules: RateRule[]) => (limiters[name] as RateLimiter).peek(rules);
    const [used, unused] = together(rule(5), rule(7)) as [RateRule, RateRule];
    const { resetAtSeconds } = await consume(used);
    await consume(used);
    for (let look = 0; look < 20; look++) {
      const uses = await peek(used, unused);
      expect(uses).toEqual([
        { limit: 5, used: 2, resetsAt: expect.any(Date) },
        { limit: 7, used: 0, resetsAt: null },
      ]);
      expect(Math.ceil((uses[0]?.resetsAt?.getTime() ?? 0) / 1000)).toBe(resetAtSeconds);
    }
    expect(await client.exists(hashOf(unused))).toBe(0);
    expect(await client.hget(hashOf(used), "n")).toBe("2");
    expect(await consume(used)).toMatchObject({ remaining: 2 });
    // What another process counted is seen, too.
    await client.hset(hashOf(unused), "n", 6, "end", Math.round((await storeTimeMs()) + 60_000));
    expect((await peek(unused))[0]).toMatchObject({ limit: 7, used: 6 });
  });

  it("Q8: uses the store's clock, with no wait negative or longer than the window", async () => {
    const hour = rule(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    try {
      const { resetAtSeconds } = await consume(hour);
      expect(Math.abs(resetAtSeconds - (await storeTimeMs()) / 1000 - 3600)).toBeLessThan(10);
    } finally {
      vi.useRealTimers();
    }
    // As if the server's clock had been set back or on by an hour since the window opened.
    await client.hset(hashOf(hour), "end", Math.round((await storeTimeMs()) + 2 * 3_600_000));
    expect(await consume(hour)).toMatchObject({ allowed: false, retryAfterSeconds: 3600 });
    const other = rule(1);
    await client.hset(hashOf(other), "n", 1, "end", Math.round((await storeTimeMs()) - 1));
    expect(await consume(other)).toMatchObject({ allowed: true, remaining: 0 });
  });
});

const child = (url: string, hour: RateRule) => `
  import { createRateLimiter } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
  const limiter = createRateLimiter({ redisUrl: ${JSON.stringify(url)} });
  await limiter.open();
  process.stdin.once("data", async () => {
    const calls = Array.from({ length: 75 }, () => limiter.consume([${JSON.stringify(hour)}]));
    const passed = (await Promise.all(calls)).filter(({ allowed }) => allowed).length;
    process.stdout.write(passed + "\\n", () => process.exit(0));
  });
  process.stdout.write("ready\\n");
`;

async function readLine(process: ChildProcess): Promise<string> {
  const [line] = (await once(process.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return line.toString().trim();
}

it("Q4: four processes on one Redis allow exactly 100 of 300 requests", async () => {
  const hour = rule();
  const args = ["--import", "tsx", "--input-type=module", "-e", child(redis.url, hour)];
  const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"];
  const processes = Array.from({ length: 4 }, () => spawn(process.execPath, args, { stdio }));
  expect(await Promise.all(processes.map(readLine))).toEqual(["ready", "ready", "ready", "ready"]);
  const answers = Promise.all(processes.map(readLine));
  for (const { stdin } of processes) stdin?.write("go\n");
  const passed = (await answers).map(Number);
  expect(passed.reduce((sum, count) => sum + count)).toBe(100);
});

describe("Redis Cluster", () => {
  const openLimiter = async (redisUrl: string) => {
    const limiter = createRateLimiter({ redisUrl });
    onTestFinished(() => limiter.close());
    await limiter.open();
    return limiter;
  };
  /** A rule whose window lies on that master, away from the slots that share a part with another's. */
  const ruleOn = (master: number): RateRule => {
    const middle = [2, 8, 13][master];
    for (;;) {
      const one = rule();
      const slot = new Command("exists", [hashOf(one)]).getSlot();
      if (Math.floor(slot / 1_024) === middle) return one;
    }
  };

  it("counts a failed node's windows in memory, and all others exactly", async () => {
    const dying = await startRedisCluster();
    onTestFinished(() => dying.stop());
    const [one, other] = [
      await openLimiter(dying.masters[0]?.url ?? ""),
      await openLimiter(dying.masters[1]?.url ?? ""),
    ];
    const rules = [0, 1, 2].map(ruleOn);
    const [lost, ...kept] = rules as [RateRule, RateRule, RateRule];
    expect(rules.map((one) => dying.masterOf(hashOf(one)))).toEqual([0, 1, 2]);
    for (const counted of rules) expect(await one.consume([counted])).toMatchObject({ remaining: 99 });
    // Connected to every node by then.
    for (const master of [0, 1, 2]) await other.consume([ruleOn(master)]);
    await dying.masters[0]?.kill();
    /** A few at once: what waits longer than 150 ms, as hundreds do on a busy machine, is counted in memory. */
    const countAllowed = async (limiter: RateLimiter, asked: RateRule) => {
      let count = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        const answers = await repeat(5, () => limiter.consume([asked]));
        count += answers.filter(({ allowed }) => allowed).length;
      }
      return count;
    };
    const counts: number[] = [];
    for (const asked of [lost, ...kept]) {
      const [here, there] = await Promise.all([countAllowed(one, asked), countAllowed(other, asked)]);
      counts.push(here + there);
    }
    // The process that had counted one goes on with that; the other knows nothing of it.
    expect(counts).toEqual([99 + 100, 99, 99]);
  });

  it("is detected by its first response if it was unreachable at the start", async () => {
    const [away] = cluster.masters as [RedisServer];
    await away.kill();
    const limiter = await openLimiter(away.url);
    const elsewhere = ruleOn(1);
    await limiter.consume([elsewhere]);
    await away.start();
    await expect
      .poll(async () => {
        await limiter.consume([elsewhere]);
        return Number(await clients.Cluster?.hget(hashOf(elsewhere), "n"));
      })
      .toBeGreaterThan(1);
  });

  it("is treated as a single server if one node serves every slot", async () => {
    const node = await startClusterNode();
    const onNode = new Redis(node.url);
    onTestFinished(async () => {
      onNode.disconnect();
      await node.stop();
    });
    await onNode.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await expect.poll(() => onNode.call("CLUSTER", "INFO")).toContain("cluster_state:ok");
    const limiter = await openLimiter(node.url);
    const counted = rule();
    await limiter.consume([counted]);
    expect(await onNode.hget(hashOf(counted), "n")).toBe("1");
  });

  it("is required if REDIS_URL names several servers", async () => {
    const limiter = createRateLimiter({ redisUrl: `${redis.url},redis://127.0.0.1:1` });
    onTestFinished(() => limiter.close());
    await expect(limiter.open()).rejects.toThrow(
      /^REDIS_URL names several servers that are no Redis Cluster/,
    );
  });

  it("requires rules of one group, like every other store", async () => {
    const own = createRateLimiter({});
    for (const limiter of [own, limiters.Redis as RateLimiter]) {
      await expect(limiter.consume([rule(), rule()])).rejects.toThrow("name the same group");
      await expect(limiter.peek([rule(), { ...rule(), group: "g" }])).rejects.toThrow("name the same group");
    }
  });
});
