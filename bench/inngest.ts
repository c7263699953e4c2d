import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InngestDouble } from "@/e2e/support/inngest/double";
import { openAuthority } from "@/e2e/support/webhooks/authority";
import { openOwnDatabase } from "./own-database";
import type { Job } from "./peers/deliverer";
import { type BenchOptions, interleave, median, type Ratio } from "./report";
import { start, stop } from "./webhooks";

const rounds = 3;
const webhooks = 6;
/** What a server of Inngest's takes itself for a call: a self-hosted one made some 36 calls a second on two shared cores. */
const callMs = 100;
/** Of a batch, as the function asks for it. */
const batchMs = 1_000;

/**
 * Events over six webhooks, one delivery each, from the moment that they wait until all results are stored: by Inngest's
 * protocol double, beside the own engine of one process, and how often the double called the service.
 */
export async function measureInngest({ full }: BenchOptions): Promise<Ratio[]> {
  const events = full ? 3_000 : 300;
  const closeAuthority = await openAuthority();
  const subscriber = start("subscriber");
  const inngest = await new InngestDouble({ callMs, batchMs }).open();
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-bench-"));
  try {
    const [port] = (await once(subscriber, "message")) as [number];
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
      return result;
    };
    await perform({ do: "subscribe", accounts: webhooks, url: `https://127.0.0.1:${port}/` });
    const appPort = await perform({ do: "serve", inngestUrl: inngest.url });
    await inngest.sync(`http://127.0.0.1:${appPort}/api/inngest`);
    const calls: number[] = [];
    const figures = await interleave(rounds, {
      own: () => perform({ do: "deliver", events }),
      inngest: async () => {
        const before = inngest.calls;
        const ms = await perform({ do: "deliver by Inngest", events });
        await inngest.settled();
        calls.push((inngest.calls - before) / events);
        return ms;
      },
    });
    await stop(child);
    return present(events, figures, median(calls));
  } finally {
    await Promise.all([inngest.close(), stop(subscriber)]);
    await closeAuthority();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function present(events: number, figures: Record<"own" | "inngest", number[]>, calls: number): Ratio[] {
  const [own, ms] = [median(figures.own), median(figures.inngest)];
  const rate = (milliseconds: number) => `${Math.round((events * 1_000) / milliseconds)}/s`;
  return [
    {
      what: `events per second over ${webhooks} webhooks by Inngest's double, ${callMs} ms a call; peer: the own engine's`,
      ours: rate(ms),
      peer: rate(own),
      ratio: (events * 1_000) / ms,
      // Ten times the 7 per second of version 0.1.0.
      aim: { atLeast: 70 },
    },
    {
      what: "calls of /api/inngest for an event with one delivery",
      ours: calls.toFixed(2),
      peer: "1 event",
      ratio: calls,
      aim: { atMost: 2.2 },
    },
  ];
}
