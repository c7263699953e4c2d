import type { Caller } from "@/lib/accounts/schema";
import { type Counts, readCounts, type Scope } from "@/lib/rollups";
import { findScans, requireCode } from "@/lib/scans";
import { bucketSlots } from "./bucket";
import { type Analytics, type AnalyticsQuery, maxListedScans, type TopCode } from "./figures-schema";
import { gather, presentBreakdowns, presentDays, presentDistributions, summarize } from "./present";
import { listRankedCodes } from "./queries";
import { requireZone } from "./time-zone";
import { chooseWindow, intervalOf, type Window } from "./window";

/**
 * The figures of all the caller's codes or of one, in a window that ends now by the database's clock. Throws
 * `validation_failed` for an unknown time zone, `not_found` for the code.
 */
export async function readAnalytics(caller: Caller, query: AnalyticsQuery): Promise<Analytics> {
  const { qrCodeId, timeRange, timezone, includeScans } = query;
  const scope = await requireScope(caller, query);
  let window: Window | undefined;
  const choose = (now: Date) => {
    window = chooseWindow(timeRange, timezone, now.getTime());
    return [intervalOf(window)];
  };
  const { counts } = await readCounts(scope, choose, { withCities: false });
  const [counted] = counts;
  if (window === undefined || counted === undefined) throw new Error("An interval was not counted");
  const gathered = gather(counted);
  const buckets = bucketSlots(window, gathered.slots);
  const codes = await rankCodes(caller, gathered.codes);
  const summary = summarize(window, gathered, buckets, qrCodeId === undefined ? codes.total : 1);
  return {
    summary,
    breakdowns: presentBreakdowns(gathered.totals),
    distributions: presentDistributions(buckets),
    dailyScans: presentDays(window, buckets),
    topQRCodes: codes.top,
    ...(includeScans && (await listCounted(scope, window, summary.totalScans))),
  };
}

/** Whose scans are meant, once the zone and the code that a query names have been found. */
export async function requireScope(
  caller: Caller,
  { qrCodeId, timezone }: Pick<AnalyticsQuery, "qrCodeId" | "timezone">,
): Promise<Scope> {
  if (timezone !== undefined) await requireZone(timezone);
  const scope = { accountId: caller.accountId, isSandbox: caller.environment === "sandbox" };
  if (qrCodeId === undefined) return scope;
  await requireCode(caller, qrCodeId);
  return { ...scope, codeId: qrCodeId };
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
