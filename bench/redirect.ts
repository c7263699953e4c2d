import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { scanOf } from "./callers";
import { type Cost, formatCost, measureCost, takeMiddles } from "./cost";
import { measureIngest } from "./ingest";
import { measureLive } from "./live";
import { type Calls, type Load, sendMany } from "./load";
import {
  buildService,
  type ServiceSubject,
  type Subject,
  startBareRedirect,
  startNextPeer,
  startService,
} from "./processes";
import { type BenchOptions, formatMs, interleave, percentile, type Ratio } from "./report";
import { besideService, insertShortCodes, moveToDomain } from "./short-codes";

const rounds = 5;
const warmUps = 20_000;
const connections = 64;
/** Over this many accounts with 20 codes each. */
const accounts = 50;
const codesOfEach = 20;
const ownHost = "go.example.com";
const storedWithinMs = 10_000;

/**
 * Short URLs, each scan of which is durable before it is answered, against redirects to a constant address that look
 * nothing up and store nothing, over 64 connections.
 */
export async function measureRedirects(options: BenchOptions): Promise<Ratio[]> {
  if (!options.asBuilt) buildService();
  const service = await startService();
  const next = await startNextPeer();
  const bare = await startBareRedirect();
  const codes = await besideService(service, (pool) => insertShortCodes(pool, { accounts, codesOfEach }));
  const paths = codes.map(({ shortCode }) => `/r/${shortCode}`);
  const own = await besideService(service, (pool) => prepareDomain(pool));
  const answered = await measureSubjects(service, next, bare, paths, own);
  const live = await measureLive(service);
  await requireStored(service, answered.sent + live.sent);
  return [...answered.ratios, live.ratio, ...(await measureIngest())];
}

/** As many codes on an own domain. */
async function prepareDomain(pool: pg.Pool): Promise<string[]> {
  const codes = await insertShortCodes(pool, { accounts, codesOfEach });
  await moveToDomain(pool, codes, ownHost);
  return codes.map(({ shortCode }) => `/${shortCode}`);
}

async function measureSubjects(
  service: ServiceSubject,
  next: Subject,
  bare: Subject,
  paths: string[],
  domainPaths: string[],
) {
  const [many, one, constant] = [scanOf(paths), scanOf([paths[0]!]), scanOf(["/redirect"])];
  const own = scanOf(domainPaths, ownHost);
  const newTimes = (): number[] => [];
  const times = { many: newTimes(), own: newTimes(), one: newTimes(), next: newTimes(), bare: newTimes() };
  let sent = 0;
  const load: Load = { connections, expect: "3xx" };
  const scan = (calls: Calls, amount: number, spent: number[]) => {
    sent += amount;
    return measureCost(service, calls, amount, service, { ...load, times: spent });
  };
  // A server is judged as it runs for days: by then V8 has compiled what it will.
  sent += 2 * warmUps;
  await sendMany(service.origin, many, warmUps, load);
  await sendMany(service.origin, own, warmUps, load);
  await sendMany(next.origin, constant, warmUps / 2, load);
  await sendMany(bare.origin, constant, warmUps, load);
  const figures = takeMiddles(
    await interleave(rounds, {
      many: () => scan(many, 10_000, times.many),
      own: () => scan(own, 10_000, times.own),
      next: () => measureCost(next, constant, 4_000, undefined, { ...load, times: times.next }),
      one: () => scan(one, 10_000, times.one),
      bare: () => measureCost(bare, constant, 20_000, undefined, { ...load, times: times.bare }),
    }),
  );
  return { sent, ratios: compare(figures, times) };
}

type Measured = "many" | "own" | "one" | "next" | "bare";

function compare(
  { many, own, one, next, bare }: Record<Measured, Cost>,
  times: Record<Measured, number[]>,
): Ratio[] {
  const cost = (what: string, peer: Cost, atLeast: number): Ratio[] => {
    const figures = { ours: formatCost(many), peer: formatCost(peer) };
    return [
      { what, ...figures, ratio: peer.cpuMs / many.cpuMs, aim: { atLeast } },
      { what: "  in requests a second", ...figures, ratio: many.perSecond / peer.perSecond, aim: null },
    ];
  };
  const tail = (name: keyof typeof times) => percentile(times[name], 0.99);
  return [
    ...cost("short URL, its scan stored : constant 302 of a Next handler", next, 4),
    ...cost("short URL, its scan stored : constant 302 of node:http", bare, 0.3),
    {
      what: "CPU of a short URL on an own domain, of 1,001 : below /r/",
      ours: formatCost(own),
      peer: formatCost(many),
      ratio: own.cpuMs / many.cpuMs,
      aim: { atMost: 1.05 },
    },
    {
      what: "  PostgreSQL's CPU beside the service's own",
      ours: formatMs(many.cpuMs),
      peer: formatMs(many.databaseMs),
      ratio: many.databaseMs / many.cpuMs,
      aim: null,
    },
    {
      what: `p99 in ms under ${connections} connections; peer: the Next handler's`,
      ours: formatMs(tail("many")),
      peer: formatMs(tail("next")),
      ratio: tail("many"),
      aim: { atMost: 50 },
    },
    {
      what: `time of one code hit by all : of ${accounts * codesOfEach} codes`,
      ours: `${formatCost(one)}, p99 ${formatMs(tail("one"))}`,
      peer: formatCost(many),
      ratio: many.perSecond / one.perSecond,
      aim: { atMost: 1.1 },
    },
  ];
}

/** Every redirect that was answered is a row: what is measured is what is promised. */
async function requireStored(service: ServiceSubject, sent: number): Promise<void> {
  await besideService(service, async (pool) => {
    const deadline = performance.now() + storedWithinMs;
    for (;;) {
      const { rows } = await pool.query<{ scans: number }>("SELECT count(*)::int AS scans FROM scan");
      if (rows[0]?.scans === sent) return;
      if (performance.now() > deadline) {
        throw new Error(`${sent} short URLs were answered and ${rows[0]?.scans} scans are stored.`);
      }
      await sleep(200);
    }
  });
}
