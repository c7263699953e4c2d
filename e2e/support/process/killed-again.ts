import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { SpareServer } from "../database";
import { sharedSecrets, startBuiltService } from "../service";
import { trustSettings } from "../webhooks/authority";

/** Processes that are started, killed (SIGKILL) after a random moment of work, and started again, until it is over. */

type Kind = "server" | "worker" | "database";

const root = new URL("../../..", import.meta.url).pathname;
const readyMs = 60_000;
/** They work for a random time up to so long. */
const longestLifeMs = 3_500;
/**
 * Half of the workers die within 250 ms, before they have recorded what they sent, and a quarter live for more than a second:
 * a delivery fails when 20 of its leases have expired, and where all workers die early that happens on a slow machine.
 */
const lifeMs = {
  server: () => Math.random() * longestLifeMs,
  worker: () => Math.random() ** 4 * longestLifeMs,
};
/** Servers and workers that die between two deaths of the database: of so many to so many, one server at least. */
const othersBetween = [4, 7] as const;

async function killAndWait(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A worker as the operator starts it, when it says that it is ready. */
async function startBuiltWorker(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["dist/worker.js"], {
    cwd: root,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      LOG_LEVEL: "warn",
      ...trustSettings(),
      ...sharedSecrets(settings),
      ...settings,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  const deadline = performance.now() + readyMs;
  child.stdout!.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  while (!output.includes("is ready")) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`the worker did not start: ${output}`);
    }
    await sleep(10);
  }
  return child;
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

interface Killing {
  settings: Record<string, string>;
  /** Ports of the servers, one each. */
  ports: readonly number[];
  workers: number;
  database: SpareServer;
  /** It is over when so many were killed in all, and so many of each kind. */
  total: number;
  ofEach: number;
}

/** What starts, kills and counts. */
export class KilledAgain {
  readonly kills: Record<Kind, number> = { server: 0, worker: 0, database: 0 };
  /** Starts that failed because the database died meanwhile: not counted as kills. */
  failedStarts = 0;
  readonly #killing: Killing;
  #isDatabaseUp = true;

  constructor(killing: Killing) {
    this.#killing = killing;
  }

  get total(): number {
    return this.kills.server + this.kills.worker + this.kills.database;
  }

  /** Resolves when the last one is dead. */
  async run(): Promise<void> {
    const { ports, workers } = this.#killing;
    await Promise.all([
      ...ports.map((port) => this.#keepKilling("server", () => this.#startServer(port))),
      ...Array.from({ length: workers }, () =>
        this.#keepKilling("worker", () => startBuiltWorker(this.#killing.settings)),
      ),
      this.#keepKillingDatabase(),
    ]);
  }

  async #startServer(port: number): Promise<ChildProcess> {
    const { settings } = this.#killing;
    return (await startBuiltService({ ...settings, PORT: String(port) })).process;
  }

  #isOver(): boolean {
    const { total, ofEach } = this.#killing;
    return this.total >= total && Object.values(this.kills).every((count) => count >= ofEach);
  }

  async #keepKilling(kind: "server" | "worker", start: () => Promise<ChildProcess>): Promise<void> {
    while (!this.#isOver()) {
      // Nothing starts without a database: that would be many starts and no work to interrupt.
      if (!this.#isDatabaseUp) {
        await sleep(20);
        continue;
      }
      try {
        const child = await start();
        await sleep(lifeMs[kind]());
        await killAndWait(child);
        this.kills[kind] += 1;
      } catch {
        this.failedStarts += 1;
      }
    }
  }

  /** Whenever enough others have died since it was back: so they work in between, however slow the machine is. */
  async #keepKillingDatabase(): Promise<void> {
    while (!this.#isOver()) {
      const { server, worker } = this.kills;
      const others = othersBetween[0] + Math.random() * (othersBetween[1] - othersBetween[0]);
      while (
        this.kills.server === server ||
        this.kills.server + this.kills.worker < server + worker + others
      ) {
        if (this.#isOver()) return;
        await sleep(20);
      }
      await sleep(Math.random() * 300);
      this.#isDatabaseUp = false;
      this.#killing.database.kill("SIGKILL");
      this.kills.database += 1;
      while (!(await answers(this.#killing.database.url))) await sleep(50);
      this.#isDatabaseUp = true;
    }
  }
}
