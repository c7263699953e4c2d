import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "@/e2e/support/webhooks/authority";
import { openOwnDatabase } from "./own-database";
import type { Job } from "./peers/deliverer";
import type { Heard } from "./peers/subscriber";
import { buildService, stopSubjects } from "./processes";
import { type BenchOptions, interleave, median, type Ratio } from "./report";
import { type BenchReceiver, measurePromptness } from "./webhooks-promptness";

const rounds = 3;
/** As many as fill the places of one worker with all their slots. */
const accounts = 8;

/** A program of bench/peers in a process of its own. */
export function start(name: string, settings: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, LOG_LEVEL: "error", ...settings };
  const program = new URL(`peers/${name}.ts`, import.meta.url);
  return fork(program, { execArgv: ["--import", "tsx"], env });
}

export async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}

/** What a worker delivers, and how soon a change is told, also beside an endpoint that hangs. */
export async function measureWebhooks({ full, asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const closeAuthority = await openAuthority();
  const child = start("subscriber");
  try {
    const [port] = (await once(child, "message")) as [number];
    const receiver: BenchReceiver = {
      url: `https://127.0.0.1:${port}/`,
      async take() {
        child.send("take");
        return ((await once(child, "message")) as [Heard[]])[0];
      },
    };
    return [await measureThroughput(receiver, full ? 4_000 : 1_000), ...(await measurePromptness(receiver))];
  } finally {
    await stopSubjects();
    await stop(child);
    await closeAuthority();
  }
}

/**
 * Deliveries of one process, from events that wait to results that are stored, against a loop that posts as many bodies,
 * signed alike, by the same client to the same receiver: both 64 at a time, each post on a connection of its own.
 */
async function measureThroughput(receiver: BenchReceiver, events: number): Promise<Ratio> {
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-bench-"));
  const child = start("deliverer", {
    DATABASE_URL: await openOwnDatabase(),
    DATA_DIR: dataDir,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
  });
  await once(child, "message");
  const perform = async (job: Job) => {
    child.send(job);
    const [result] = (await once(child, "message")) as [number | string];
    if (typeof result === "string") throw new Error(result);
    await receiver.take();
    return result;
  };
  await perform({ do: "subscribe", accounts, url: receiver.url });
  const figures = await interleave(rounds, {
    posted: () => perform({ do: "post", events, url: receiver.url }),
    delivered: () => perform({ do: "deliver", events }),
  });
  await stop(child);
  await rm(dataDir, { recursive: true, force: true });
  const [posted, delivered] = [median(figures.posted), median(figures.delivered)];
  const rate = (ms: number) => `${Math.round((events * 1_000) / ms)}/s`;
  return {
    what: "webhook deliveries of one process : a bare loop of the same signed posts",
    ours: rate(delivered),
    peer: rate(posted),
    ratio: posted / delivered,
    aim: { atLeast: 0.5 },
  };
}
