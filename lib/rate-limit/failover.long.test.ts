import { type ChildProcess, spawn } from "node:child_process";
import { on } from "node:events";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClusterNode, type RedisCluster, startRedisCluster } from "@/e2e/support/redis-server";
import type { RateRule } from "./index";

/** A process with a limiter; at a message it asks for each rule in every round and answers what passed. */
const program = (url: string) => `
  import { createRateLimiter } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
  import { registry } from ${JSON.stringify(new URL("../platform/metrics.ts", import.meta.url).href)};
  const limiter = createRateLimiter({ redisUrl: ${JSON.stringify(url)} });
  await limiter.open();
  process.on("message", async ({ rules, rounds }) => {
    const passed = {};
    let errors = 0;
    for (let round = 0; round < rounds; round++) {
      if (round === 20) process.send("begun");
      await Promise.all(rules.map(async (rule) => {
        const answer = await limiter.consume([rule]).catch(() => null);
        if (answer === null) errors++;
        else if (answer.allowed) passed[rule.key] = (passed[rule.key] ?? 0) + 1;
      }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const { values } = await registry.getSingleMetric("quietzone_rate_limit_degraded").get();
    process.send({ passed, errors, isDegraded: values[0]?.value === 1 });
  });
  process.on("disconnect", () => process.exit(0));
  process.send("ready");
`;

interface Outcome {
  passed: Record<string, number>;
  errors: number;
  isDegraded: boolean;
}

let cluster: RedisCluster;
let processes: ChildProcess[];
/** What each process sends, in order and from its start; ends with the process. */
let messages: ReturnType<typeof listen>[];

const listen = (process: ChildProcess): AsyncIterator<unknown[]> =>
  on(process, "message", { close: ["exit"] });

/** The next message of each process. Throws where one has ended. */
const collect = () =>
  Promise.all(
    messages.map(async (stream) => {
      const { value, done } = await stream.next();
      if (done) throw new Error("A process with a limiter ended before it answered");
      return value[0] as unknown;
    }),
  );

beforeAll(async () => {
  cluster = await startRedisCluster(true);
  const urls = [...cluster.masters, ...cluster.replicas].map(({ url }) => url).join(",");
  const args = ["--import", "tsx", "--input-type=module", "-e", program(urls)];
  processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  );
  messages = processes.map(listen);
  expect(await collect()).toEqual(Array(4).fill("ready"));
}, 90_000);

afterAll(async () => {
  for (const process of processes) process.disconnect();
  await cluster.stop();
});

/** Drives all processes; `meanwhile` happens once each has begun. */
async function drive(rules: RateRule[], rounds: number, meanwhile = async () => {}): Promise<Outcome> {
  for (const process of processes) process.send({ rules, rounds });
  if (rounds > 20) expect(await collect()).toEqual(Array(4).fill("begun"));
  const [outcomes] = (await Promise.all([collect(), meanwhile()])) as [Outcome[], unknown];
  const passed: Record<string, number> = {};
  for (const outcome of outcomes)
    for (const [key, count] of Object.entries(outcome.passed)) passed[key] = (passed[key] ?? 0) + count;
  const errors = outcomes.reduce((sum, outcome) => sum + outcome.errors, 0);
  return { passed, errors, isDegraded: outcomes.some((outcome) => outcome.isDegraded) };
}

const limit = 100;
const newRules = (name: string): RateRule[] =>
  Array.from({ length: 90 }, (_, i) => ({ key: `${name}:${i}`, limit, windowSeconds: 3_600 }));
const hashOf = ({ key }: RateRule) => `quietzone:rate:{${key}}`;

async function expectExact(rules: RateRule[]): Promise<void> {
  const { passed, errors } = await drive(rules, 60);
  expect(errors).toBe(0);
  expect(Object.values(passed)).toEqual(Array(90).fill(limit));
}

/** Slots of the sixteenth that a master shares with another fail with either. */
const isMixed = async (rule: RateRule) => [5, 10].includes(await partOf(rule));
const partOf = async (rule: RateRule) => {
  const slot = Number(await asked.call("CLUSTER", "KEYSLOT", hashOf(rule)));
  return Math.floor(slot / 1_024);
};
let asked: Redis;

async function failOver(name: string, place: number, fail: (node: ClusterNode) => unknown): Promise<void> {
  asked = new Redis(cluster.replicas[place]?.url ?? "");
  const rules = newRules(name);
  const { passed, errors } = await drive(rules, 400, async () => {
    await fail(cluster.masters[place] as ClusterNode);
    await expect.poll(() => cluster.isPromoted(place), { timeout: 30_000 }).toBe(true);
  });
  expect(errors).toBe(0);
  for (const rule of rules) {
    const isOnFailed = cluster.masterOf(hashOf(rule)) === place;
    if (!isOnFailed && !(await isMixed(rule)))
      expect([rule.key, passed[rule.key]]).toEqual([rule.key, limit]);
    // While the node is away each process counts by itself.
    expect(passed[rule.key]).toBeGreaterThanOrEqual(limit);
    expect(passed[rule.key]).toBeLessThanOrEqual(4 * limit);
  }
  await expect.poll(async () => (await drive([], 1)).isDegraded, { timeout: 30_000 }).toBe(false);
  const after = await drive(rules, 5);
  expect(after.passed).toEqual({});
  await expectExact(newRules(`${name} over`));
  asked.disconnect();
}

it("counts exactly across four processes while all nodes are up", { timeout: 120_000 }, () =>
  expectExact(newRules("sound")),
);

it("survives a master killed under load", { timeout: 120_000 }, () =>
  failOver("killed", 0, (node) => node.kill()),
);

it("survives a master that hangs under load and returns as a replica", { timeout: 120_000 }, async () => {
  await failOver("hanging", 1, (node) => node.pause());
  cluster.masters[1]?.resume();
  await expectExact(newRules("back"));
});
