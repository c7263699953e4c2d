import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { buildService, type ServiceSubject, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, median, percentile, type Ratio } from "./report";
import { besideService, insertShortCodes } from "./short-codes";

const rounds = { short: 3, full: 5 };
const roundMs = { short: 5_000, full: 20_000 };
const perSecond = 200;
const pageFlood = new URL("peers/page-flood.ts", import.meta.url).pathname;

/**
 * p99 of short URLs at 200 per second while 8 connections pipeline pages as fast as they are answered, against a quiet
 * service. Both load generators run at nice 10, so that they don't take the processor from what they measure.
 */
export async function measureIsolation({ asBuilt, full }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const service = await startService();
  const codes = await besideService(service, (pool) =>
    insertShortCodes(pool, { accounts: 20, codesOfEach: 5 }),
  );
  const paths = codes.map(({ shortCode }) => `/r/${shortCode}`);
  setPriority(10);
  const length = full ? "full" : "short";
  const visit = () => visitPaced(service.origin, paths, roundMs[length]);
  const figures = await interleave(rounds[length], { quiet: visit, flooded: () => beside(service, visit) });
  setPriority(0);
  const [quiet, flooded] = [median(figures.quiet), median(figures.flooded)];
  return [
    {
      what: "p99 of a short URL while 8 connections pipeline pages : quiet (or under 25 ms)",
      ours: formatMs(flooded),
      peer: formatMs(quiet),
      ratio: flooded / quiet,
      aim: { atMost: Math.max(3, 25 / quiet) },
    },
  ];
}

async function beside(service: ServiceSubject, visit: () => Promise<number>): Promise<number> {
  const flood = spawn(process.execPath, ["--import", "tsx", pageFlood, service.origin], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(flood, "exit");
  await sleep(1_500);
  const p99 = await visit();
  flood.kill("SIGKILL");
  await ended;
  // What the flood had sent is answered first.
  await sleep(500);
  return p99;
}

/** Sends visits at their times whether or not earlier ones are answered, and returns the p99 of all in ms. */
async function visitPaced(origin: string, paths: readonly string[], forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const visits: Promise<number>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < forMs) {
    const due = ((performance.now() - startedAt) * perSecond) / 1_000;
    while (visits.length < due)
      visits.push(timeVisit(agent, `${origin}${paths[visits.length % paths.length]}`));
    await sleep(1);
  }
  const times = await Promise.all(visits);
  agent.destroy();
  return percentile(times, 0.99);
}

function timeVisit(agent: Agent, url: string): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      if (answer.statusCode !== 302) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.resume().on("end", () => resolve(performance.now() - sentAt));
    })
      .on("error", reject)
      .end();
  });
}
