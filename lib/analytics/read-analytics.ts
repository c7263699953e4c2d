import type { Caller } from "@/lib/accounts/schema";
import { readGoals } from "@/lib/goals";
import { readFromReplica } from "@/lib/platform/read-replica";
import { type Counts, type Interval, readCounts, type Scope } from "@/lib/rollups";
import { findScans, requireScope } from "@/lib/scans";
import { bucketSlots, sum } from "./bucket";
import {
  type Analytics,
  type AnalyticsQuery,
  defaultTimeRange,
  maxListedScans,
  type RouteFigures,
  type TopCode,
} from "./figures-schema";
import {
  gather,
  presentBreakdowns,
  presentDays,
  presentDistributions,
  presentGoal,
  summarize,
} from "./present";
import { listRankedCodes, listRankedTags } from "./queries";
import { requireZone } from "./time-zone";
import { chooseDates, chooseWindow, dayMs, intervalOf, type Window } from "./window";

/**
 * The figures of all the caller's codes, of one or of those of a tag, in a window that ends now by the database's clock. Throws
 * `validation_failed` for an unknown time zone, `not_found` for the code or the tag.
 */
export function readAnalytics(caller: Caller, query: AnalyticsQuery): Promise<Analytics> {
  return readFromReplica(caller.accountId, () => readFigures(caller, query));
}

async function readFigures(caller: Caller, query: AnalyticsQuery): Promise<Analytics> {
  const { includeScans } = query;
  const scope = await chooseScope(caller, query);
  let window: Window | undefined;
  const choose = (now: Date) => {
    window = chooseWindowOf(query, now.getTime());
    return [intervalOf(window)];
  };
  const { counts } = await readCounts(scope, choose, { withCities: false });
  const [counted] = counts;
  if (window === undefined || counted === undefined) throw new Error("An interval was not counted");
  const gathered = gather(counted);
  const buckets = bucketSlots(window, gathered.slots);
  const codes = await rankCodes(caller, gathered.codes);
  const summary = summarize(window, gathered, buckets, countCodes(scope) ?? codes.total);
  return {
    summary,
    breakdowns: presentBreakdowns(gathered.totals, summary.totalScans),
    distributions: presentDistributions(buckets),
    dailyScans: presentDays(window, buckets),
    topQRCodes: codes.top,
    topTags: await listRankedTags(caller, gathered.codes),
    goals: (await readGoals(scope, intervalOf(window))).map((goal) => presentGoal(goal, summary.totalScans)),
    ...(includeScans && (await listCounted(scope, window, summary.totalScans))),
  };
}

function chooseWindowOf(
  { timeRange = defaultTimeRange, startDate, endDate, timezone }: AnalyticsQuery,
  now: number,
): Window {
  if (startDate === undefined || endDate === undefined) return chooseWindow(timeRange, timezone, now);
  return chooseDates({ startDate, endDate }, timezone ?? "UTC", now);
}

/** Whose scans are meant, once the zone, the code and the tag that a query names have been found. */
export async function chooseScope(
  caller: Caller,
  { timezone, ...named }: Pick<AnalyticsQuery, "qrCodeId" | "tag" | "timezone">,
): Promise<Scope> {
  if (timezone !== undefined) await requireZone(timezone);
  return requireScope(caller, named);
}

/** The codes of a scope; undefined: all of the account. */
export function countCodes({ codeId, codeIds }: Scope): number | undefined {
  return codeId === undefined ? codeIds?.length : 1;
}

/** The newest of the scans that were counted: later ones of the same millisecond come first and are left out again. */
async function listCounted(scope: Scope, { from, to }: Window, totalScans: number) {
  const edges = { since: new Date(from - 1), until: new Date(to - 1) };
  const found = await findScans({ ...scope, ...edges }, maxListedScans, 0n);
  const scans = found.slice(Math.max(0, found.length - totalScans));
  return { scans, scansTruncated: scans.length < totalScans };
}

/** How many codes the caller has, and those of them with the most scans, by their names of now. */
export async function rankCodes(
  caller: Caller,
  scanned: Counts["codes"],
): Promise<{ total: number; top: TopCode[] }> {
  const ranked = scanned.toSorted(
    (one, other) => other.scans - one.scans || (one.codeId < other.codeId ? -1 : 1),
  );
  const rows = await listRankedCodes(
    caller,
    ranked.map(({ codeId }) => codeId),
  );
  const named = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  const top = ranked.flatMap(({ codeId, scans }) => {
    const code = named.get(codeId);
    if (code === undefined) return [];
    const { id, name, type, isDynamic } = code;
    return [{ id, name, type, scanCount: scans, isDynamic }];
  });
  return { total: rows[0]?.total ?? 0, top };
}

/** The figures of one code's rules and goals over so many times 24 hours, which end now. Throws `not_found` for the code. */
export function readRouteFigures(caller: Caller, codeId: string, days = 30): Promise<RouteFigures> {
  return readFromReplica(caller.accountId, () => countRoutes(caller, codeId, days));
}

async function countRoutes(caller: Caller, codeId: string, days: number): Promise<RouteFigures> {
  const scope = await chooseScope(caller, { qrCodeId: codeId });
  const windows: Interval[] = [];
  const choose = (now: Date) => {
    windows.push({ from: new Date(now.getTime() - days * dayMs), to: now });
    return windows;
  };
  const { counts } = await readCounts(scope, choose, { withCities: false });
  const [window] = windows;
  const [counted] = counts;
  if (window === undefined || counted === undefined) throw new Error("An interval was not counted");
  const total = sum(counted.days.map(({ scans }) => scans));
  const { routes, variants, countries } = presentBreakdowns(gather(counted).totals, total);
  const goals = await readGoals(scope, window);
  return {
    total,
    routes,
    variants,
    countries,
    goals: goals.map((goal) => ({ ...presentGoal(goal, total), countries: goal.countries })),
  };
}
