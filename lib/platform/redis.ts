import { Redis as UpstashRedis, type UpstashResponse } from "@upstash/redis";
import { Redis, ReplyError } from "ioredis";

/** Where a Redis is; neither address set means that there is none. */
export interface RedisSettings {
  redisUrl?: string | undefined;
  upstashRedisRestUrl?: string | undefined;
  upstashRedisRestToken?: string | undefined;
}

interface RedisServer {
  version: string | null;
  isCluster: boolean;
}

export interface RedisConnection {
  name: "redis" | "upstash";
  /** Sends each command at most once, and rejects at once while the server refuses connections; the caller bounds the time. */
  client: UpstashRedis;
  /** What the server is; `version` null where it does not say. Rejects where it does not answer. */
  describe(): Promise<RedisServer>;
  /** Whether the server is a node of a Redis Cluster; false where it can't be asked. Never rejects. */
  isCluster(): Promise<boolean>;
  close(): void;
}

/** No answer for so long while one is due: the connection is given up and made again. */
const silenceMs = 1_000;

/** The Redis of these settings: over the REST interface where both are set, null where neither is. */
export function connectRedis(settings: RedisSettings): RedisConnection | null {
  const { redisUrl, upstashRedisRestUrl: url, upstashRedisRestToken: token } = settings;
  if (url !== undefined && token !== undefined) return connectUpstash(url, token);
  return redisUrl === undefined ? null : connectSocket(redisUrl);
}

function connectSocket(url: string): RedisConnection {
  const socket = new Redis(url, {
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A command fails with its connection: sent again it might count a request twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  // Its faults show in the commands that fail.
  socket.on("error", () => {});
  return {
    name: "redis",
    client: new UpstashRedis({
      request: (request) => sendBySocket(socket, request.body as Command | Command[]),
    }),
    describe: () => describeServer(socket),
    isCluster: () =>
      describeServer(socket).then(
        ({ isCluster }) => isCluster,
        () => false,
      ),
    close: () => socket.disconnect(),
  };
}

type Command = [name: string, ...args: (string | number)[]];

/** Answers as Upstash's REST interface does: a command or a pipeline of them, each with a result or an error. */
async function sendBySocket(socket: Redis, body: Command | Command[]): Promise<UpstashResponse<never>> {
  const send = ([name, ...args]: Command) => socket.call(name, ...args);
  const isPipeline = (asked: Command | Command[]): asked is Command[] => Array.isArray(asked[0]);
  if (!isPipeline(body)) return { result: (await send(body)) as never };
  const answers = body.map((command) =>
    send(command).then(
      (result) => ({ result }),
      (error: Error) => {
        // A connection that broke is no answer of the server.
        if (!(error instanceof ReplyError)) throw error;
        return { error: error.message };
      },
    ),
  );
  return (await Promise.all(answers)) as UpstashResponse<never>;
}

function connectUpstash(url: string, token: string): RedisConnection {
  const client = new UpstashRedis({
    url,
    token,
    // A request that failed on the way may have been counted.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(silenceMs),
    enableTelemetry: false,
    readYourWrites: false,
  });
  return {
    name: "upstash",
    client,
    async describe() {
      await client.ping();
      return { version: null, isCluster: false };
    },
    isCluster: async () => false,
    close: () => {},
  };
}

/** A proxy, or a user with few rights, may be refused INFO; then nothing proves a cluster. */
async function describeServer(client: Redis): Promise<RedisServer> {
  try {
    const info = `${await client.info("server")}\n${await client.info("cluster")}`;
    const [, version = null] = /^redis_version:(\S+)/m.exec(info) ?? [];
    return { version, isCluster: /^cluster_enabled:1\r?$/m.test(info) };
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error;
    await client.ping();
    return { version: null, isCluster: false };
  }
}
