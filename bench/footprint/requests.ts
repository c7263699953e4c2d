import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { startRedis } from "@/e2e/support/redis-server";
import { scanOf } from "../callers";
import { measureCost } from "../cost";
import { seedCustomers } from "../customers";
import { type Call, type Calls, type Load, longAddress, plainPost, sendMany } from "../load";
import { rssOf, type ServiceSubject, startService } from "../processes";
import { formatMs, type Ratio } from "../report";
import { besideService, insertShortCodes } from "../short-codes";

const path = "/api/v1/qr-codes";
const fullAccounts = 200;

/** A kind of request, how often it is sent to warm up and to be measured. */
interface Kind {
  calls: Calls;
  warmUps: number;
  amount: number;
  load?: Load;
}

/**
 * CPU of the server and of PostgreSQL for each kind of request, with limits counted in a Redis; then the memory, the
 * connections and the commands of Redis that they took.
 */
export async function measureRequests(): Promise<Ratio[]> {
  const redis = await startRedis();
  try {
    const service = await startService({ REDIS_URL: redis.url });
    const idle = rssOf(service);
    const kinds = await chooseKinds(service);
    const client = new Redis(redis.url);
    const ratios: Ratio[] = [];
    for (const [name, kind] of Object.entries(kinds)) {
      await sendMany(service.origin, kind.calls, kind.warmUps, kind.load);
      await client.config("RESETSTAT");
      const { cpuMs, databaseMs } = await measureCost(service, kind.calls, kind.amount, service, kind.load);
      const { perRequest, microseconds } = readStats(await client.info("commandstats"), kind.amount);
      ratios.push({
        what: `${name}, PostgreSQL's CPU : the server's`,
        ours: `${formatMs(databaseMs)}; Redis ${perRequest.toFixed(2)} scripts, ${microseconds.toFixed(0)} µs`,
        peer: formatMs(cpuMs),
        ratio: databaseMs / cpuMs,
        aim: null,
      });
    }
    client.disconnect();
    return [...ratios, compareMemory(service, idle), await countConnections(service, kinds)];
  } finally {
    await redis.stop();
  }
}

async function chooseKinds(service: ServiceSubject): Promise<Record<string, Kind>> {
  const codes = await besideService(service, (pool) =>
    insertShortCodes(pool, { accounts: 50, codesOfEach: 20 }),
  );
  const { readers, writers } = await seedCustomers(service, fullAccounts);
  const scans = scanOf(codes.map(({ shortCode }) => `/r/${shortCode}`));
  let asked = 0;
  const read = (pathOf: (codeIds: readonly string[]) => string) => (): Call => {
    asked += 1;
    const { authorization, codeIds } = readers[asked % readers.length]!;
    return { method: "GET", path: pathOf(codeIds), headers: { authorization } };
  };
  const body = JSON.stringify({ name: "Table 4", type: "url", content: longAddress, isDynamic: true });
  const post = (): Call => {
    asked += 1;
    return { method: "POST", path, body, headers: { ...writers[asked % writers.length]! } };
  };
  return {
    "a scan, 64 connections": {
      calls: scans,
      warmUps: 20_000,
      amount: 30_000,
      load: { connections: 64, expect: "3xx" },
    },
    "a scan, 8 connections": {
      calls: scans,
      warmUps: 1_000,
      amount: 10_000,
      load: { connections: 8, expect: "3xx" },
    },
    "a scan by itself": {
      calls: scans,
      warmUps: 500,
      amount: 4_000,
      load: { connections: 1, expect: "3xx" },
    },
    "GET of a code": {
      calls: read((ids) => `${path}/${ids[asked % ids.length]}`),
      warmUps: 6_000,
      amount: 10_000,
    },
    "a page of 20": { calls: read(() => `${path}?limit=20`), warmUps: 2_000, amount: 5_000 },
    "POST of a code": { calls: post, warmUps: 6_000, amount: 10_000 },
    "public POST": { calls: plainPost, warmUps: 3_000, amount: 6_000 },
  };
}

/** Of the lines of `INFO commandstats` those of scripts: calls, and the microseconds of each with what it calls. */
function readStats(info: string, requests: number): { perRequest: number; microseconds: number } {
  const [, calls = "0", usec = "0"] = /cmdstat_evalsha:calls=(\d+),usec=(\d+)/.exec(info) ?? [];
  return { perRequest: Number(calls) / requests, microseconds: Number(usec) / Math.max(1, Number(calls)) };
}

function compareMemory(service: ServiceSubject, idle: number): Ratio {
  const rss = rssOf(service);
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  return {
    what: "memory of the server after all that : just started",
    ours: mib(rss),
    peer: mib(idle),
    ratio: rss / idle,
    aim: null,
  };
}

/** The most that there were while scans and the API were busy. */
async function countConnections(service: ServiceSubject, kinds: Record<string, Kind>): Promise<Ratio> {
  const load: Load = { connections: 64 };
  const [scans, pages] = [kinds["a scan, 64 connections"]!, kinds["a page of 20"]!];
  let isBusy = true;
  const busy = Promise.all([
    sendMany(service.origin, scans.calls, 20_000, { ...load, expect: "3xx" }),
    sendMany(service.origin, pages.calls, 5_000, load),
  ]).finally(() => {
    isBusy = false;
  });
  const { used, most } = await besideService(service, async (pool) => {
    let seen = { used: 0, most: 0 };
    while (isBusy) {
      const { rows } = await pool.query<typeof seen>(selectConnections);
      if (rows[0]!.used > seen.used) seen = rows[0]!;
      await sleep(pollMs);
    }
    return seen;
  });
  await busy;
  const what = "connections of one busy server : max_connections of the embedded database";
  return { what, ours: String(used), peer: String(most), ratio: used / most, aim: null };
}

const pollMs = 100;
/** Those that hold the embedded database are none that a server needs of another. */
const selectConnections = `SELECT current_setting('max_connections')::int AS most,
    count(*) FILTER (WHERE application_name IN ('quietzone', 'quietzone listener', 'quietzone server'))::int AS used
  FROM pg_stat_activity WHERE backend_type = 'client backend'`;
