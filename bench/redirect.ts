import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { chooseTarget, compileRoutes, type Route, weekdays } from "@/lib/routes";
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
const warmUps = 60_000;
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
  // Before anything else runs in this process.
  const choice = measureChoice();
  if (!options.asBuilt) buildService();
  const service = await startService();
  const next = await startNextPeer();
  const bare = await startBareRedirect();
  const codes = await besideService(service, (pool) => insertShortCodes(pool, { accounts, codesOfEach }));
  const paths = codes.map(({ shortCode }) => `/r/${shortCode}`);
  const own = await besideService(service, (pool) => prepareDomain(pool));
  const ruled = await besideService(service, (pool) => prepareRules(pool));
  const answered = await measureSubjects(service, next, bare, { paths, own, ruled });
  const live = await measureLive(service);
  await requireStored(service, answered.sent + live.sent);
  return [...answered.ratios, choice, ...live.ratios, ...(await measureIngest())];
}

const ruleCount = 20;

/** Rules that ask for all there is; nearly always the last one applies. */
const routes: Route[] = Array.from({ length: ruleCount }, (_, place) => ({
  id: `rule${place}`,
  when: {
    devices: ["mobile", "tablet"],
    os: ["iOS", "Android"],
    days: [...weekdays],
    hours: place === ruleCount - 1 ? { from: "00:00", until: "24:00" } : { from: "03:00", until: "03:01" },
    timezone: place % 2 === 0 ? "Europe/Paris" : "America/New_York",
  },
  split: [
    { to: "https://example.com/a", weight: 1 },
    { to: "https://example.com/b", weight: 1 },
  ],
}));

/** As many codes with 20 rules. */
async function prepareRules(pool: pg.Pool): Promise<string[]> {
  const codes = await insertShortCodes(pool, { accounts, codesOfEach });
  const ids = codes.map(({ id }) => id);
  await pool.query("UPDATE qr_code SET rules = $2 WHERE id = ANY($1)", [ids, { routes }]);
  return codes.map(({ shortCode }) => `/r/${shortCode}`);
}

/** Choosing a target by itself, in microseconds a visit. */
function measureChoice(): Ratio {
  const compiled = compileRoutes({ url: "https://example.com/", routes });
  const visits = 200_000;
  const from = Date.parse("2027-03-05T12:00:00Z");
  const choose = () => {
    for (let visit = 0; visit < visits; visit += 1) {
      const context = { device: "Mobile", os: "iOS", country: "PT", languages: [], isAutomatic: false };
      chooseTarget(compiled, Object.assign(context, { at: from + visit, visitor: String(visit) }));
    }
  };
  choose();
  const startedAt = process.cpuUsage();
  choose();
  const { user, system } = process.cpuUsage(startedAt);
  const micros = (user + system) / visits;
  return {
    what: `microseconds to choose a target by ${ruleCount} rules`,
    ours: `${micros.toFixed(2)} µs`,
    peer: "",
    ratio: micros,
    aim: { atMost: 3 },
  };
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
  visited: { paths: string[]; own: string[]; ruled: string[] },
) {
  const { paths } = visited;
  const [many, one, constant] = [scanOf(paths), scanOf([paths[0]!]), scanOf(["/redirect"])];
  const [own, ruled] = [scanOf(visited.own, ownHost), scanOf(visited.ruled)];
  const newTimes = (): number[] => [];
  const times = {
    many: newTimes(),
    own: newTimes(),
    ruled: newTimes(),
    one: newTimes(),
    next: newTimes(),
    bare: newTimes(),
  };
  let sent = 0;
  const load: Load = { connections, expect: "3xx" };
  const scan = (calls: Calls, amount: number, spent: number[]) => {
    sent += amount;
    return measureCost(service, calls, amount, service, { ...load, times: spent });
  };
  // A server is judged as it runs for days: by then V8 has compiled what it will, which takes some 50,000 calls of each kind.
  sent += 3 * warmUps;
  await sendMany(service.origin, many, warmUps, load);
  await sendMany(service.origin, own, warmUps, load);
  await sendMany(service.origin, ruled, warmUps, load);
  await sendMany(next.origin, constant, warmUps / 6, load);
  await sendMany(bare.origin, constant, warmUps / 3, load);
  const figures = takeMiddles(
    await interleave(rounds, {
      many: () => scan(many, 10_000, times.many),
      own: () => scan(own, 10_000, times.own),
      ruled: () => scan(ruled, 10_000, times.ruled),
      next: () => measureCost(next, constant, 4_000, undefined, { ...load, times: times.next }),
      one: () => scan(one, 10_000, times.one),
      bare: () => measureCost(bare, constant, 20_000, undefined, { ...load, times: times.bare }),
    }),
  );
  return { sent, ratios: compare(figures, times) };
}

type Measured = "many" | "own" | "ruled" | "one" | "next" | "bare";

function compare(
  { many, own, ruled, one, next, bare }: Record<Measured, Cost>,
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
    ...cost("short URL, its scan stored : constant 302 of node:http", bare, 0.5),
    {
      what: "CPU of a short URL on an own domain, of 1,001 : below /r/",
      ours: formatCost(own),
      peer: formatCost(many),
      ratio: own.cpuMs / many.cpuMs,
      aim: { atMost: 1.05 },
    },
    {
      what: `CPU of a short URL with ${ruleCount} rules : without`,
      ours: formatCost(ruled),
      peer: formatCost(many),
      ratio: ruled.cpuMs / many.cpuMs,
      aim: { atMost: 1.1 },
    },
    {
      what: "  PostgreSQL's CPU beside the service's own",
      ours: formatMs(many.cpuMs),
      peer: formatMs(many.databaseMs),
      ratio: many.databaseMs / many.cpuMs,
      aim: { atMost: 0.4 },
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
