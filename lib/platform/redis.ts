import { createHash } from "node:crypto";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { withSpan } from "./traces";

/** Where a Redis is; neither address set means that there is none. */
export interface RedisSettings {
  redisUrl?: string | undefined;
  upstashRedisRestUrl?: string | undefined;
  upstashRedisRestToken?: string | undefined;
}

/** A Redis that runs scripts, whichever way it is reached. */
export interface ScriptRunner {
  name: "redis" | "upstash";
  /**
   * Runs a script at most once and gives its reply as it came. Rejects at once while the Redis refuses connections;
   * the caller bounds the time.
   */
  run(script: string, keys: string[], args: number[]): Promise<unknown>;
  /** Whether the server is a node of a Redis Cluster; false where it can't be asked. Never rejects. */
  isCluster(): Promise<boolean>;
  close(): void;
}

/** No answer for so long while one is due: the connection is given up and made anew. */
const silenceMs = 1_000;

/** The runner of these settings; over the REST interface where both are set, null where neither is. */
export function connectRedis(settings: RedisSettings): ScriptRunner | null {
  const { redisUrl, upstashRedisRestUrl: url, upstashRedisRestToken: token } = settings;
  if (url !== undefined && token !== undefined) return connectUpstash(url, token);
  return redisUrl === undefined ? null : connectSocket(redisUrl);
}

function connectSocket(url: string): ScriptRunner {
  const client = new Redis(url, {
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A command fails with its connection: sent again it might count a request twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  // Its faults show in the commands that fail.
  client.on("error", () => {});
  return {
    name: "redis",
    run: runBySha((command, body, keys, args) => client.call(command, body, keys.length, ...keys, ...args)),
    isCluster: () => askIfCluster(client),
    close: () => client.disconnect(),
  };
}

function connectUpstash(url: string, token: string): ScriptRunner {
  const client = new UpstashRedis({
    url,
    token,
    // A request that failed on the way may have been counted.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(silenceMs),
    enableTelemetry: false,
    enableAutoPipelining: false,
    readYourWrites: false,
  });
  return {
    name: "upstash",
    run: runBySha(gatherCalls(client)),
    isCluster: async () => false,
    close: () => {},
  };
}

/** A proxy may refuse INFO, and a server may be away; neither proves a cluster. */
async function askIfCluster(client: Redis): Promise<boolean> {
  try {
    return /^cluster_enabled:1\r?$/m.test(await client.info("cluster"));
  } catch {
    return false;
  }
}

interface Call {
  parameters: Parameters<Send>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const maxRequests = 4;
const maxCalls = 100;

/**
 * Sends calls over at most four requests at a time; while those are on their way the next ones gather and share a
 * request. A burst then costs few connections. When a request fails, so do the calls that wait for one.
 */
function gatherCalls(client: UpstashRedis): Send {
  const waiting: Call[] = [];
  let requests = 0;

  async function sendBatch(batch: Call[]): Promise<void> {
    const pipeline = client.pipeline();
    for (const { parameters } of batch) {
      const [command, body, keys, args] = parameters;
      pipeline[command](body, keys, args);
    }
    const outcomes = await pipeline.exec({ keepErrors: true });
    for (const [i, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i];
      if (outcome?.error) reject(new Error(outcome.error));
      else resolve(outcome?.result);
    }
  }

  async function sendWaiting(): Promise<void> {
    requests++;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxCalls);
      try {
        await sendBatch(batch);
      } catch (error) {
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
      }
    }
    requests--;
  }

  return (...parameters) =>
    new Promise((resolve, reject) => {
      waiting.push({ parameters, resolve, reject });
      if (requests < maxRequests) void sendWaiting();
    });
}

const inRedis = { kind: "client", attributes: { "db.system.name": "redis" } } as const;

type Send = (command: "eval" | "evalsha", body: string, keys: string[], args: number[]) => Promise<unknown>;

/** Names a script by its digest; sends its text only to a server that has not seen it since its start. */
function runBySha(send: Send): ScriptRunner["run"] {
  const digests = new Map<string, string>();
  const run: ScriptRunner["run"] = async (script, keys, args) => {
    const digest = digests.get(script) ?? createHash("sha1").update(script).digest("hex");
    digests.set(script, digest);
    try {
      return await send("evalsha", digest, keys, args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return await send("eval", script, keys, args);
    }
  };
  return (...asked) => withSpan("EVALSHA", inRedis, () => run(...asked));
}
