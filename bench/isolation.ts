import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { insertAccounts, insertKeys } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
import { buildService, rssOf, type ServiceSubject, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, median, percentile, type Ratio } from "./report";
import { besideService, insertShortCodes } from "./short-codes";

const rounds = { short: 3, full: 5 };
const roundMs = { short: 5_000, full: 20_000 };
const perSecond = 200;
const floodClients = 4;
const settleMs = 60_000;
const peer = (name: string) => new URL(`peers/${name}.ts`, import.meta.url).pathname;

/**
 * p99 of short URLs at 200 per second while 8 connections pipeline pages as fast as they are answered, and while 4 keys send
 * bodies of 10 MiB, against a quiet service. All load generators run at nice 10, so that they don't take the processor
 * from what they measure. Also the memory that the bodies leave behind.
 */
export async function measureIsolation({ asBuilt, full }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const service = await startService();
  const [codes, apiKeys] = await besideService(service, async (pool) => [
    await insertShortCodes(pool, { accounts: 20, codesOfEach: 5 }),
    await openKeys(pool),
  ]);
  const paths = codes.map(({ shortCode }) => `/r/${shortCode}`);
  setPriority(10);
  const length = full ? "full" : "short";
  const visit = () => visitPaced(service.origin, paths, roundMs[length]);
  const flood = () => beside([peer("body-flood"), service.origin, ...apiKeys], visit);
  await visit();
  const memory = await compareMemory(service, flood);
  const figures = await interleave(rounds[length], {
    quiet: visit,
    pages: () => beside([peer("page-flood"), service.origin], visit),
    bodies: flood,
  });
  setPriority(0);
  const quiet = median(figures.quiet);
  const compare = (what: string, p99s: number[]): Ratio => ({
    what: `p99 of a short URL while ${what} : quiet (or under 25 ms)`,
    ours: formatMs(median(p99s)),
    peer: formatMs(quiet),
    ratio: median(p99s) / quiet,
    aim: { atMost: Math.max(3, 25 / quiet) },
  });
  return [
    compare("8 connections pipeline pages", figures.pages),
    compare(`${floodClients} keys send bodies of 10 MiB`, figures.bodies),
    memory,
  ];
}

async function openKeys(pool: pg.Pool): Promise<string[]> {
  const accounts = await insertAccounts(pool, Array<Plan>(floodClients).fill("pro"));
  const [environment, permissions] = ["production" as const, ["qr:write" as const]];
  const keys = await insertKeys(
    pool,
    accounts.map((accountId) => ({ accountId, environment, permissions })),
  );
  return keys.map(({ apiKey }) => apiKey);
}

async function compareMemory(service: ServiceSubject, flood: () => Promise<number>): Promise<Ratio> {
  const before = rssOf(service);
  await flood();
  await sleep(settleMs);
  const after = rssOf(service);
  const read = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const what = "MiB that the process has grown a minute after such bodies";
  return {
    what,
    ours: read(after),
    peer: read(before),
    ratio: (after - before) / 2 ** 20,
    aim: { atMost: 50 },
  };
}

/** Runs the visits while a program floods the service. */
async function beside(program: string[], visit: () => Promise<number>): Promise<number> {
  const flood = spawn(process.execPath, ["--import", "tsx", ...program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(flood, "exit");
  await sleep(1_500);
  const p99 = await visit();
  flood.kill("SIGKILL");
  await ended;
  // What the flood had sent is answered first.
  await sleep(2_000);
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
