import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { counter, gauge } from "@/lib/platform/metrics";
import { ofMainThread, oncePerProcess } from "@/lib/platform/process-state";
import { clusterParts, connectRedis, type RedisConnection, type RedisSettings } from "@/lib/platform/redis";
import { MemoryStore } from "./memory-store";
import { createRedisStore, keyOf } from "./redis-store";
import { firstProbe, StoreGuard } from "./store-guard";
import {
  groupOf,
  presentResult,
  presentUses,
  type RateResult,
  type RateRule,
  type RateStore,
  type RateUse,
} from "./window";

export type { RateResult, RateRule, RateUse } from "./window";

/** A request waits so long for the shared store, then it is counted in this process. */
const budgetMs = 150;
const firstProbeMs = 50;
const lastProbeMs = 1_000;

export interface RateLimiter {
  /** Connects; throws `SettingsError` for several servers that are no Redis Cluster. */
  open(): Promise<void>;
  consume(rules: readonly RateRule[]): Promise<RateResult>;
  peek(rules: readonly RateRule[]): Promise<RateUse[]>;
  close(): void;
}

/**
 * A limiter over Redis, or over process memory without one. While Redis does not answer, memory continues with its counts;
 * of a cluster in place of the nodes that fail alone.
 */
export function createRateLimiter(settings: RedisSettings): RateLimiter {
  const memory = new MemoryStore();
  const connection = connectRedis(settings);
  if (connection === null) {
    return {
      open: async () => {},
      consume: async (rules) => presentResult(rules, requireGroup(rules, memory).consume(rules)),
      peek: async (rules) => presentUses(rules, requireGroup(rules, memory).peek(rules)),
      close: () => {},
    };
  }
  const guards = guardParts(connection, createRedisStore(connection.client, memory));
  const guardOf = (rules: readonly RateRule[]) => guards[partOf(connection, rules)] as StoreGuard;
  return {
    async open() {
      await connection.open();
      await guardOf([firstProbe]).open();
    },
    async consume(rules) {
      const counted = await guardOf(rules).ask(rules, (store) => store.consume(rules));
      return presentResult(rules, counted ?? memory.consume(rules));
    },
    async peek(rules) {
      const windows = await guardOf(rules).ask(rules, (store) => store.peek(rules));
      return presentUses(rules, windows ?? memory.peek(rules));
    },
    close() {
      for (const guard of guards) guard.close();
      connection.close();
    },
  };
}

/** Without a cluster, too: rules that only work on one server would be found out by an operator. */
function requireGroup(rules: readonly RateRule[], memory: MemoryStore): MemoryStore {
  groupOf(rules);
  return memory;
}

function partOf(connection: RedisConnection, rules: readonly RateRule[]): number {
  groupOf(rules);
  return connection.partOf(keyOf(rules[0] as RateRule));
}

/** A guard for each part of a cluster; a single server is part 0. */
function guardParts({ name: store }: RedisConnection, shared: RateStore): StoreGuard[] {
  const { failures, degraded } = meters();
  const down = new Set<number>();
  return Array.from(
    { length: clusterParts },
    (_, part) =>
      new StoreGuard(shared, {
        budgetMs,
        firstProbeMs,
        lastProbeMs,
        onFailure: () => failures.inc(),
        onChange(reason) {
          const wasSound = down.size === 0;
          if (reason === null) down.delete(part);
          else down.add(part);
          degraded.set(down.size === 0 ? 0 : 1);
          if (down.size === 0) log.info({ store }, "rate limits are counted in the shared store again");
          else if (wasSound)
            log.warn(
              { store },
              `rate limits are counted in this process: the shared store failed (${reason})`,
            );
        },
      }),
  );
}

function meters() {
  return {
    failures: counter({
      name: "quietzone_rate_limit_store_failures_total",
      help: "Calls of the shared rate limit store that failed or were late, probes included.",
    }),
    degraded: gauge({
      name: "quietzone_rate_limit_degraded",
      help: "1 while rate limits are counted in this process because the shared store, or a node of it, fails.",
    }),
  };
}

const limiter = () => oncePerProcess("rate limiter", () => createRateLimiter(env));

/**
 * Connects to the shared store before the first request, within 5 seconds whether or not it answers. Throws
 * `SettingsError` for several servers that are no Redis Cluster.
 */
export function openRateLimit(): Promise<void> {
  return limiter().open();
}

/** Gives the connection up; what is still counted is counted in this process. */
export async function closeRateLimit(): Promise<void> {
  limiter().close();
}

/**
 * Counts one request under every rule in one atomic step, or under none if one of them has no room. Several rules name the
 * same group.
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
