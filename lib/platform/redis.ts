import { setTimeout as sleep } from "node:timers/promises";
import { Redis as UpstashRedis, type UpstashResponse } from "@upstash/redis";
import { Cluster, Command, Redis, type RedisOptions, ReplyError } from "ioredis";
import { SettingsError } from "./env";
import { splitRedisUrl } from "./setting-parsers";

/** Where a Redis is; neither address set means that there is none. */
export interface RedisSettings {
  /** One server, or nodes of one Redis Cluster, separated by commas. */
  redisUrl?: string | undefined;
  upstashRedisRestUrl?: string | undefined;
  upstashRedisRestToken?: string | undefined;
}

interface RedisServer {
  /** Null where it does not say. */
  version: string | null;
  /** Null for a single server. */
  cluster: RedisCluster | null;
}

interface RedisCluster {
  /** Whether every slot is served, as this node sees it. */
  isComplete: boolean;
  masters: number;
  nodes: number;
}

export interface RedisConnection {
  name: "redis" | "upstash";
  /** Sends each command at most once, and rejects at once while the server refuses connections; the caller bounds the time. */
  client: UpstashRedis;
  /**
   * Learns whether the server is a node of a Redis Cluster and connects to it, within 5 seconds whether or not it answers.
   * Throws `SettingsError` for several servers that are no cluster.
   */
  open(): Promise<void>;
  /** What the server is, of several addresses the first that answers. Rejects where none answers. */
  describe(): Promise<RedisServer>;
  /** The sixteenth of a cluster's slots that holds a key, 0 to 15: what fails with one of its nodes. 0 for a single server. */
  partOf(key: string): number;
  close(): void;
}

/** No answer for so long while one is due: the connection is given up and made again. */
const silenceMs = 1_000;
const learnMs = 4_000;

/** Parts of a cluster that fail and recover by themselves, and slots in each. */
export const clusterParts = 16;
const slotsInPart = 16_384 / clusterParts;

export const severalServers =
  "REDIS_URL names several servers that are no Redis Cluster; name one of them, or nodes of a cluster.";

const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1_000);
const fragile = {
  connectTimeout: silenceMs,
  socketTimeout: silenceMs,
  // A command fails with its connection: sent again it might count a request twice.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

/** The Redis of these settings: over the REST interface where both are set, null where neither is. */
export function connectRedis(settings: RedisSettings): RedisConnection | null {
  const { redisUrl, upstashRedisRestUrl: url, upstashRedisRestToken: token } = settings;
  if (url !== undefined && token !== undefined) return connectUpstash(url, token);
  return redisUrl === undefined ? null : connectSockets(splitRedisUrl(redisUrl));
}

function connectSockets(urls: string[]): RedisConnection {
  let sockets = urls.length > 1 ? connectCluster(urls) : connectServer(urls[0] ?? "");
  const becomeCluster = () => {
    if (sockets instanceof Cluster) return;
    sockets.disconnect();
    sockets = connectCluster(urls);
  };
  const describe = () => describeFirst(urls);
  return {
    name: "redis",
    client: new UpstashRedis({
      request: ({ body }) => answer(body as Call | Call[], (call) => send(sockets, call, becomeCluster)),
    }),
    async open() {
      // A server that is still loading its data leaves the question open; its first answer settles it then.
      const asked = describe().catch(() => null);
      const server = await Promise.race([asked, sleep(learnMs, null, { ref: false })]);
      // A node that knows no other serves every slot itself, and can't even tell its address.
      if (server !== null && server.cluster !== null && server.cluster.nodes > 1) becomeCluster();
      const isNone = server !== null && server.cluster === null && server.version !== null;
      if (isNone && urls.length > 1) throw new SettingsError([severalServers]);
      if (sockets instanceof Cluster) await untilReady(sockets);
    },
    describe,
    partOf: (key) =>
      sockets instanceof Cluster ? Math.floor(new Command("exists", [key]).getSlot() / slotsInPart) : 0,
    close: () => sockets.disconnect(),
  };
}

function connectServer(url: string): Redis {
  const server = new Redis(url, { ...fragile, retryStrategy });
  // Its faults show in the commands that fail.
  server.on("error", () => {});
  return server;
}

/** Credentials and TLS of the first address are those of all nodes, also of those that the cluster names. */
function connectCluster(urls: string[]): Cluster {
  const { protocol, username, password } = new URL(urls[0] ?? "");
  const cluster = new Cluster(urls.map(readHost), {
    redisOptions: {
      ...fragile,
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" && { tls: {} }),
    },
    clusterRetryStrategy: retryStrategy,
    // A node that a command did not reach may have run it; one that answers MOVED has not.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 10,
    maxRedirections: 5,
    slotsRefreshInterval: 5_000,
    // Nodes keep their names: certificates are made out to them.
    dnsLookup: (host, tell) => tell(null, host),
  });
  cluster.on("error", () => {});
  return cluster;
}

function readHost(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 6379 : Number(port) };
}

/** Waits until the slots are known and their masters connected, at most as long as a connection may be silent. */
async function untilReady(cluster: Cluster): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    if (cluster.status === "ready") resolve();
    else cluster.once("ready", resolve);
  });
  const connect = () => Promise.allSettled(cluster.nodes("master").map((node) => node.ping()));
  await Promise.race([ready.then(connect), sleep(silenceMs, undefined, { ref: false })]);
}

type Call = [name: string, ...args: (string | number)[]];

/** Sends a command; `becomeCluster` is called where the answer shows that the server is a node of a cluster. */
async function send(
  sockets: Redis | Cluster,
  [name, ...args]: Call,
  becomeCluster: () => void,
): Promise<unknown> {
  if (sockets instanceof Cluster) {
    // A queue would send it when nobody waits for it any more.
    if (sockets.status !== "ready") throw new ReplyError("CLUSTERDOWN no node answers");
    return sockets.call(name, ...args).catch((error: Error) => {
      // One node's fault: the commands beside it in a pipeline have answers.
      throw error instanceof ReplyError ? error : new ReplyError(`CLOSED ${error.message}`);
    });
  }
  return sockets.call(name, ...args).catch((error: Error) => {
    if (error instanceof ReplyError && /^MOVED\b/.test(error.message)) becomeCluster();
    throw error;
  });
}

/** Answers as Upstash's REST interface does: a command or a pipeline of them, each with a result or an error. */
async function answer(
  body: Call | Call[],
  run: (call: Call) => Promise<unknown>,
): Promise<UpstashResponse<never>> {
  const isPipeline = (asked: Call | Call[]): asked is Call[] => Array.isArray(asked[0]);
  if (!isPipeline(body)) return { result: (await run(body)) as never };
  const answers = body.map((call) =>
    run(call).then(
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
    open: async () => {},
    async describe() {
      await client.ping();
      return { version: null, cluster: null };
    },
    partOf: () => 0,
    close: () => {},
  };
}

async function describeFirst([url = "", ...others]: string[]): Promise<RedisServer> {
  const server = connectServer(url);
  // A command that no connection took fails without the reason.
  let fault: Error | undefined;
  server.on("error", (error) => {
    fault = error;
  });
  try {
    return await describeServer(server);
  } catch (error) {
    if (others.length === 0) throw error instanceof ReplyError ? error : (fault ?? error);
    return await describeFirst(others);
  } finally {
    server.disconnect();
  }
}

/** A proxy, or a user with few rights, may be refused INFO; then nothing proves a cluster. */
async function describeServer(server: Redis): Promise<RedisServer> {
  try {
    const info = `${await server.info("server")}\n${await server.info("cluster")}`;
    const [, version = null] = /^redis_version:(\S+)/m.exec(info) ?? [];
    const isCluster = /^cluster_enabled:1\r?$/m.test(info);
    return { version, cluster: isCluster ? await describeCluster(server) : null };
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error;
    await server.ping();
    return { version: null, cluster: null };
  }
}

async function describeCluster(server: Redis): Promise<RedisCluster> {
  const info = String(await server.cluster("INFO"));
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
  return {
    isComplete: /^cluster_state:ok\r?$/m.test(info) && read("cluster_slots_assigned") === 16_384,
    masters: read("cluster_size"),
    nodes: read("cluster_known_nodes"),
  };
}
