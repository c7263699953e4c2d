import { setTimeout as sleep } from "node:timers/promises";
import { env, SettingsError } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { counter, gauge } from "@/lib/platform/metrics";
import { ofMainThread, oncePerProcess } from "@/lib/platform/process-state";
import { connectRedis, type RedisSettings } from "@/lib/platform/redis";
import { MemoryStore } from "./memory-store";
import { createRedisStore } from "./redis-store";
import { StoreGuard } from "./store-guard";
import { presentResult, presentUses, type RateResult, type RateRule, type RateUse } from "./window";

export type { RateResult, RateRule, RateUse } from "./window";

/** A request waits so long for the shared store, then it is counted in this process. */
const budgetMs = 150;
const firstProbeMs = 50;
const lastProbeMs = 1_000;
/** A start waits so long to learn whether a Redis that has taken the connection is a cluster. */
const clusterMs = 5_000;

/** The keys of one request lie on different nodes of a cluster, where no script can count them in one step. */
export const clusterRefusal =
  "REDIS_URL names a Redis Cluster, which can't count rate limits; name a single Redis server (cluster-enabled no) instead.";

export interface RateLimiter {
  /** Connects; throws `SettingsError` for a Redis Cluster. */
  open(): Promise<void>;
  consume(rules: readonly RateRule[]): Promise<RateResult>;
  peek(rules: readonly RateRule[]): Promise<RateUse[]>;
  close(): void;
}

/** A limiter over Redis, or over process memory without one. While Redis does not answer, memory continues with its counts. */
export function createRateLimiter(settings: RedisSettings): RateLimiter {
  const memory = new MemoryStore();
  const connection = connectRedis(settings);
  if (connection === null) {
    return {
      open: async () => {},
      consume: async (rules) => presentResult(rules, memory.consume(rules)),
      peek: async (rules) => presentUses(rules, memory.peek(rules)),
      close: () => {},
    };
  }
  const { failures, degraded } = meters();
  const guard = new StoreGuard(createRedisStore(connection.client, memory), {
    budgetMs,
    firstProbeMs,
    lastProbeMs,
    onFailure: () => failures.inc(),
    onChange(reason) {
      degraded.set(reason === null ? 0 : 1);
      const store = connection.name;
      if (reason === null) log.info({ store }, "rate limits are counted in the shared store again");
      else
        log.warn({ store }, `rate limits are counted in this process: the shared store failed (${reason})`);
    },
  });
  return {
    async open() {
      // A server that is still loading its data leaves the question open for long.
      const probe = Promise.race([connection.isCluster(), sleep(clusterMs, false, { ref: false })]);
      const [isCluster] = await Promise.all([probe, guard.open()]);
      if (isCluster) throw new SettingsError([clusterRefusal]);
    },
    async consume(rules) {
      const counted = await guard.ask((store) => store.consume(rules));
      return presentResult(rules, counted ?? memory.consume(rules));
    },
    async peek(rules) {
      const windows = await guard.ask((store) => store.peek(rules));
      return presentUses(rules, windows ?? memory.peek(rules));
    },
    close() {
      guard.close();
      connection.close();
    },
  };
}

function meters() {
  return {
    failures: counter({
      name: "quietzone_rate_limit_store_failures_total",
      help: "Calls of the shared rate limit store that failed or were late, probes included.",
    }),
    degraded: gauge({
      name: "quietzone_rate_limit_degraded",
      help: "1 while rate limits are counted in this process because the shared store fails.",
    }),
  };
}

const limiter = () => oncePerProcess("rate limiter", () => createRateLimiter(env));

/**
 * Connects to the shared store before the first request, within 5 seconds whether or not it answers. Throws
 * `SettingsError` for a Redis Cluster.
 */
export function openRateLimit(): Promise<void> {
  return limiter().open();
}

/** Gives the connection up; what is still counted is counted in this process. */
export async function closeRateLimit(): Promise<void> {
  limiter().close();
}

/**
 * Counts one request under every rule in one atomic step, or under none if one of them has no room.
 *
 * A window opens with the first request counted under a key and lasts `windowSeconds` by the store's clock; waiting
 * `retryAfterSeconds` always succeeds. The result describes the rule that is nearest to its limit. Never rejects because of a
 * store: an unreachable one is replaced by this process's memory after at most 150 ms.
 */
export const consumeRate = ofMainThread("consume rate", (rules: readonly RateRule[]) =>
  limiter().consume(rules),
);

/** Limits requests to the operator to so many per hour; throws `rate_limited` in words for a form. */
export async function limitHourly(key: string, limit: number): Promise<void> {
  const rate = await consumeRate([{ key, limit, windowSeconds: 3_600 }]);
  if (rate.allowed) return;
  const minutes = Math.ceil(rate.retryAfterSeconds / 60);
  throw new ServiceError(
    "rate_limited",
    `You have asked ${limit} times in an hour. Ask again in ${minutes} minutes.`,
    { retryAfterSeconds: Math.max(1, rate.retryAfterSeconds) },
  );
}

/** What each rule has used, in order; counts nothing. Never rejects because of a store. */
export const peekRate = ofMainThread("peek rate", async (rules: readonly RateRule[]): Promise<RateUse[]> => {
  return rules.length === 0 ? [] : limiter().peek(rules);
});
