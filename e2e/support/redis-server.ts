import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, Redis } from "ioredis";
import { findFreePort } from "./free-port";

/** A redis-server of our own on loopback that keeps nothing on disk. */
export interface RedisServer {
  url: string;
  port: number;
  /** Stops it dead, data and all (SIGKILL); its port refuses from then on. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty; with further arguments of redis-server. */
  start(...args: string[]): Promise<void>;
  /** Lets connections hang (SIGSTOP) and go on (SIGCONT). */
  pause(): void;
  resume(): void;
  /** For good. */
  stop(): Promise<void>;
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write("PING\r\n");
    const [answer] = await once(socket, "data");
    return String(answer).startsWith("+PONG");
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @param args further arguments of redis-server. */
export async function startRedis(...args: string[]): Promise<RedisServer> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "quietzone-redis-"));
  const fixed = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  let child: ChildProcess | undefined;
  const killChild = () => child?.kill("SIGKILL");
  process.once("exit", killChild);

  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start(...args) {
      child = spawn("redis-server", [...fixed, ...args], { stdio: "ignore" });
      await once(child, "spawn");
      const deadline = Date.now() + 10_000;
      while (!(await answersPing(port))) {
        if (Date.now() > deadline) throw new Error("redis-server does not answer");
        await sleep(20);
      }
    },
    async kill() {
      if (child === undefined) return;
      const ended = once(child, "exit");
      killChild();
      await ended;
      child = undefined;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async stop() {
      await server.kill();
      process.off("exit", killChild);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start(...args);
  return server;
}

/** A Redis Cluster on loopback: three masters that share the slots, each with a replica or without. */
export interface RedisCluster {
  masters: RedisServer[];
  replicas: RedisServer[];
  /** Which of the masters serves a key when the cluster starts: 0, 1 or 2. */
  masterOf(key: string): number;
  /** Whether the replica of a master serves in its place. */
  isPromoted(place: number): Promise<boolean>;
  stop(): Promise<void>;
}

const slotsOfMaster = Math.ceil(16_384 / 3);

export interface ClusterNode extends RedisServer {
  busPort: string;
}

/** A node without slots; in a cluster it is found dead after a second, and serves its slots while another's are not served. */
export async function startClusterNode(): Promise<ClusterNode> {
  const busPort = String(await findFreePort());
  const settings = ["--cluster-enabled", "yes", "--cluster-port", busPort];
  settings.push("--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no");
  const server = await startRedis(...settings);
  return { ...server, busPort, start: (...args) => server.start(...settings, ...args) };
}

/** @param hasReplicas whether each master has one; else a master that dies takes its slots with it. */
export async function startRedisCluster(hasReplicas = false): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: hasReplicas ? 6 : 3 }, startClusterNode));
  const clients = nodes.map(({ url }) => new Redis(url));
  const [first] = nodes;
  for (const [place, client] of clients.entries()) {
    await client.call("CLUSTER", "SET-CONFIG-EPOCH", place + 1);
    if (place > 0) await client.call("CLUSTER", "MEET", "127.0.0.1", first?.port ?? 0, first?.busPort ?? "");
    if (place > 2) continue;
    const last = Math.min(16_384, (place + 1) * slotsOfMaster) - 1;
    await client.call("CLUSTER", "ADDSLOTSRANGE", place * slotsOfMaster, last);
  }
  const ids = await Promise.all(clients.map((client) => client.call("CLUSTER", "MYID")));
  await untilAll(clients, (info) => info.includes(`cluster_known_nodes:${nodes.length}`));
  for (const [place, client] of clients.entries())
    if (place > 2) await untilDone(() => client.call("CLUSTER", "REPLICATE", String(ids[place - 3])));
  await untilAll(clients, (info) => info.includes("cluster_state:ok"));
  if (hasReplicas)
    await Promise.all(clients.slice(0, 3).map((client) => untilDone(() => client.call("WAIT", 1, 10_000))));
  for (const client of clients) client.disconnect();
  return {
    masters: nodes.slice(0, 3),
    replicas: nodes.slice(3),
    masterOf: (key) => Math.floor(new Command("exists", [key]).getSlot() / slotsOfMaster),
    async isPromoted(place) {
      const client = new Redis(nodes[place + 3]!.url);
      const role = await client.call("ROLE").finally(() => client.disconnect());
      return (role as unknown[])[0] === "master";
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function untilAll(clients: Redis[], isSo: (info: string) => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (const client of clients) {
    while (!isSo(String(await client.call("CLUSTER", "INFO")))) {
      if (Date.now() > deadline) throw new Error("the nodes do not become a cluster");
      await sleep(20);
    }
  }
}

/** Repeats a command that a node refuses until the others' gossip has reached it. */
async function untilDone(run: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
