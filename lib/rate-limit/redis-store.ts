import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { withSpan } from "@/lib/platform/traces";
import type { MemoryStore } from "./memory-store";
import type { Counted, RateRule, RateStore, Window } from "./window";

/**
 * The windows of all rules, in the server's own time. A key is a hash of `n`, the count, and `end`, epoch
 * milliseconds; it expires with its window. An end further off than a window means that the server's clock was set
 * back: it is brought near again, so that no wait outlasts a window. What the caller knows of a window that is still
 * open is the least that counts: a server that was out of reach, or lost its data, takes it up.
 *
 * KEYS: one a rule. ARGV, for each rule: limit, window in milliseconds, count known and milliseconds left of it (0, 0
 * for nothing).
 */
const readWindows = `
local t = redis.call("TIME")
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local allowed, n, e = 1, {}, {}
for i, key in ipairs(KEYS) do
  local limit, window, known, left = unpack(ARGV, 4 * i - 3, 4 * i)
  limit, window, known, left = tonumber(limit), tonumber(window), tonumber(known), tonumber(left)
  local state = redis.call("HMGET", key, "n", "end")
  n[i], e[i] = tonumber(state[1]), tonumber(state[2])
  if not n[i] or not e[i] or now >= e[i] then
    n[i], e[i] = 0, now + (left > 0 and left or window)
  end
  if e[i] > now + window then e[i] = now + window end
  if n[i] < known then n[i] = known end
  if n[i] >= limit then allowed = 0 end
end
`;

/** One atomic step over all rules. Reply: 1 or 0 for allowed, the time, then count and end for each rule. */
const consumeScript = `${readWindows}
local reply = { allowed, now }
for i, key in ipairs(KEYS) do
  if allowed == 1 then
    n[i] = n[i] + 1
    local ends = string.format("%.0f", e[i])
    redis.call("HSET", key, "n", n[i], "end", ends)
    redis.call("PEXPIREAT", key, ends)
  end
  reply[2 * i + 1], reply[2 * i + 2] = n[i], e[i]
end
return reply
`;

/** Reads and writes nothing. Reply: the time, then count and end for each rule. */
const peekScript = `${readWindows}
local reply = { now }
for i in ipairs(KEYS) do
  reply[2 * i], reply[2 * i + 1] = n[i], e[i]
end
return reply
`;

/** Runs a script by its digest; its text is only sent to a server that has not seen it since its start. */
function scriptOf(text: string) {
  const digest = createHash("sha1").update(text).digest("hex");
  return async (redis: Redis, keys: string[], args: number[]): Promise<unknown> => {
    try {
      return await redis.evalsha(digest, keys, args);
    } catch (error) {
      // At the start alone: Upstash's client may repeat the keys further on.
      if (!/^(?:Command failed: )?NOSCRIPT\b/.test((error as Error).message)) throw error;
      return await redis.eval(text, keys, args);
    }
  };
}

const consume = scriptOf(consumeScript);
const peek = scriptOf(peekScript);

const prefix = "quietzone:rate";

/** A window's key; what is in braces places it on a node of a cluster, so that a group's windows lie together. */
export function keyOf({ key, group }: RateRule): string {
  return group === undefined ? `${prefix}:{${key}}` : `${prefix}:{${group}}:${key}`;
}
const inRedis = { kind: "client", attributes: { "db.system.name": "redis" } } as const;

/** Counts in a Redis that several processes share, and keeps `memory` up to date so that it can take over. */
export function createRedisStore(redis: Redis, memory: MemoryStore): RateStore {
  const limiter = createLimiter(redis, memory);
  return {
    async consume(rules) {
      const askedAtMs = performance.now();
      const answer = await withSpan("EVALSHA", inRedis, () => limiter.limit(JSON.stringify(rules)));
      const counted = { allowed: answer.success, windows: (answer as Answer).windows };
      memory.adopt(rules, counted, askedAtMs);
      return counted;
    },
    async peek(rules) {
      const answer = await withSpan("EVALSHA", inRedis, () => limiter.getRemaining(JSON.stringify(rules)));
      return (answer as typeof answer & Pick<Counted, "windows">).windows;
    },
  };
}

type Answer = Awaited<ReturnType<Ratelimit["limit"]>> & Pick<Counted, "windows">;

/**
 * The library's own algorithms count one key per call, by the caller's clock. This one counts several rules in one step, by
 * the server's clock; they come as JSON in the identifier. Nothing is answered from a cache, and nothing waits for a timer
 * of the library: the guard in front decides both.
 */
function createLimiter(redis: Redis, memory: MemoryStore): Ratelimit {
  const rulesOf = (identifier: string): RateRule[] => JSON.parse(identifier.slice(prefix.length + 1));
  const argsOf = (rules: readonly RateRule[]) =>
    rules.flatMap(({ key, limit, windowSeconds }) => {
      const { count, leftMs } = memory.recall(key);
      return [limit, windowSeconds * 1000, count, leftMs];
    });
  return new Ratelimit({
    redis,
    prefix,
    ephemeralCache: false,
    timeout: 0,
    analytics: false,
    limiter: () => ({
      async limit(_, identifier) {
        const rules = rulesOf(identifier);
        const { allowed, windows } = readCounted(
          rules,
          await consume(redis, rules.map(keyOf), argsOf(rules)),
        );
        return { ...nearest(rules, windows), success: allowed, windows, pending: Promise.resolve() };
      },
      async getRemaining(_, identifier) {
        const rules = rulesOf(identifier);
        const windows = readStates(rules, readNumbers(await peek(redis, rules.map(keyOf), argsOf(rules))));
        return { ...nearest(rules, windows), windows };
      },
      async resetTokens(_, identifier) {
        await redis.del(...rulesOf(identifier).map(keyOf));
      },
    }),
  });
}

/** The rule with the least left, in the library's words. */
function nearest(rules: readonly RateRule[], windows: readonly Window[]) {
  const left = rules.map(({ limit }, i) => Math.max(0, limit - (windows[i]?.count ?? 0)));
  const remaining = Math.min(...left);
  const at = left.indexOf(remaining);
  return { limit: rules[at]?.limit ?? 0, remaining, reset: windows[at]?.endsAtMs ?? 0 };
}

// Each throws unless the reply is exactly what its script returns: whatever else answers is not our store.

function readNumbers(reply: unknown): number[] {
  const isWhole = Array.isArray(reply) && reply.every((value) => Number.isSafeInteger(value) && value >= 0);
  if (!isWhole) throw new UnexpectedReply();
  return reply;
}

function readStates(rules: readonly RateRule[], [now = 0, ...states]: readonly number[]): Window[] {
  if (states.length !== 2 * rules.length) throw new UnexpectedReply();
  return rules.map(({ windowSeconds }, i) => {
    const [count = 0, endsAtMs = 0] = states.slice(2 * i, 2 * i + 2);
    const endsInMs = endsAtMs - now;
    if (endsInMs <= 0 || endsInMs > windowSeconds * 1000) throw new UnexpectedReply();
    return { count, endsInMs, endsAtMs };
  });
}

function readCounted(rules: readonly RateRule[], reply: unknown): Counted {
  const [allowed, ...states] = readNumbers(reply);
  const windows = readStates(rules, states);
  const hasRoom = windows.every(({ count }, i) => count < (rules[i]?.limit ?? 0));
  const isConsistent = allowed === 1 ? windows.every(({ count }) => count > 0) : allowed === 0 && !hasRoom;
  if (!isConsistent) throw new UnexpectedReply();
  return { allowed: allowed === 1, windows };
}

class UnexpectedReply extends Error {
  override readonly name = "UnexpectedReply";
}
