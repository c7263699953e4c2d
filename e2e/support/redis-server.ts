import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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

/** A node of a Redis Cluster that has no slots yet. */
export async function startClusterNode(): Promise<RedisServer> {
  return startRedis("--cluster-enabled", "yes", "--cluster-port", String(await findFreePort()));
}
