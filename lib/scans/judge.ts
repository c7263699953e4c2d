import { entitlements } from "@/lib/plans";
import type {
  CodeCount,
  CounterChange,
  LockedCode,
  OverLimitCount,
  PlacedVisit,
  ScanCounter,
  ScanOwner,
} from "./queries.store";
import type { Recorded, Visit } from "./visit";

/**
 * How far an account's stamps may run ahead of the clock, so that each has its own millisecond. Beyond it, which takes
 * more than 1,000 scans a second for long, scans of the same commit share one.
 */
const mostAheadMs = 10_000;

/** What a batch is judged by, read under its locks. */
interface Circumstances {
  codes: readonly LockedCode[];
  counters: readonly ScanCounter[];
  /** Milliseconds since 1970 of the first visit where they are of the past; null: they are of now. */
  at: number | null;
}

/** What is to be written of a batch. Times are milliseconds since 1970. */
export interface JudgedBatch {
  /** What became of each visit, in their order. */
  recorded: Recorded[];
  /** Kept in detail, with their stamps. */
  scans: PlacedVisit[];
  excluded: PlacedVisit[];
  overLimit: OverLimitCount[];
  codeCounts: Map<string, CodeCount>;
  counterChanges: CounterChange[];
}

/** A visit that is kept: a person's scan, or one that is excluded. */
interface Kept {
  place: number;
  visit: Visit;
  code: LockedCode;
}

export const ownerKey = ({ accountId, isSandbox }: ScanOwner) => `${accountId} ${isSandbox}`;

/** Decides what becomes of each visit: which code's limit and which plan's month still has room, and which stamp a scan gets. */
export function judgeVisits(visits: readonly Visit[], circumstances: Circumstances): JudgedBatch {
  const judged: JudgedBatch = {
    recorded: [],
    scans: [],
    excluded: [],
    overLimit: [],
    codeCounts: new Map(),
    counterChanges: [],
  };
  const counters = new Map(circumstances.counters.map((counter) => [ownerKey(counter), counter]));
  // Of the latest lock: a batch that had to wait stamps nothing older than its wait.
  const now = Math.max(...circumstances.codes.map(({ lockedAt }) => lockedAt));
  for (const [key, kept] of keepByOwner(visits, circumstances.codes, judged.recorded))
    settleOwner(judged, kept, stampsOf(kept, { counter: counters.get(key), now, past: circumstances.at }));
  return judged;
}

/** Says of each visit what its code alone decides, and collects those that are kept by their owners. */
function keepByOwner(
  visits: readonly Visit[],
  codes: readonly LockedCode[],
  recorded: Recorded[],
): Map<string, Kept[]> {
  const known = new Map(codes.map((code) => [code.id, code]));
  const soFar = new Map(codes.map(({ id, scanCount }) => [id, scanCount]));
  const owners = new Map<string, Kept[]>();
  for (const [place, visit] of visits.entries()) {
    const code = known.get(visit.codeId);
    if (code === undefined) {
      recorded.push({ outcome: "gone", scannedAt: null });
      continue;
    }
    const scans = (soFar.get(code.id) ?? 0) + (visit.excluded === null ? 1 : 0);
    soFar.set(code.id, scans);
    const most = code.maxScans ?? Number.POSITIVE_INFINITY;
    if (visit.excluded === null && scans > most) {
      recorded.push({ outcome: "beyond", scannedAt: null });
      continue;
    }
    // A scan is `capped` until its owner's month is known to have room for it.
    const outcome = visit.excluded === null ? "capped" : "excluded";
    const isUsedUp = visit.excluded !== null && scans >= most;
    recorded.push({ outcome, scannedAt: null, ...(isUsedUp && { isUsedUp }) });
    const key = ownerKey(code);
    const kept = owners.get(key);
    if (kept === undefined) owners.set(key, [{ place, visit, code }]);
    else kept.push({ place, visit, code });
  }
  return owners;
}

/** The stamps that an owner's scans get. */
interface Stamps {
  /** The latest stamp that the owner has with them. */
  latest: number;
  /** First day of its month (UTC): `YYYY-MM-DD`. */
  month: string;
  /** Scans that are kept in detail; the others are counted only. */
  detailed: number;
  /** The stamp of the nth, counted from 1. */
  stampOf: (nth: number) => number;
  isPast: boolean;
  seenAt: number;
}

/**
 * The latest stamp is now, or as many milliseconds after everything before as there are scans, as long as that does not run
 * away from the clock. Each scan comes a millisecond after the one before, in the milliseconds up to the latest. Scans of the
 * past are stamped outside of the order. As many are kept in detail as the plan has left in the month of the latest.
 */
function stampsOf(
  kept: readonly Kept[],
  { counter, now, past }: { counter: ScanCounter | undefined; now: number; past: number | null },
): Stamps {
  const taken = kept.filter(({ visit }) => visit.excluded === null).length;
  const earliest = counter
    ? Math.max(counter.lastStamp + 1, counter.rolledTo ?? Number.NEGATIVE_INFINITY)
    : Number.NEGATIVE_INFINITY;
  const latest =
    past === null
      ? Math.max(now, earliest, Math.min(now + mostAheadMs, earliest + taken - 1))
      : past + taken - 1;
  const month = `${new Date(latest).toISOString().slice(0, 7)}-01`;
  const begin = Math.max(earliest, Date.parse(month));
  const counted = counter?.month === month ? counter.detailed : 0;
  const detailed = Math.max(0, Math.min(taken, detailedPerMonth(kept[0] as Kept) - counted));
  return {
    latest,
    month,
    detailed,
    stampOf: (nth) =>
      past === null
        ? Math.max(Math.min(latest, begin + nth - 1), latest - (detailed - nth))
        : latest - (detailed - nth),
    isPast: past !== null,
    seenAt: past ?? latest,
  };
}

function detailedPerMonth({ code }: Kept): number {
  const most = code.isSandbox ? null : entitlements[code.plan].detailedScansPerMonth;
  return most ?? Number.POSITIVE_INFINITY;
}

const minuteMs = 60_000;

function settleOwner(judged: JudgedBatch, kept: readonly Kept[], stamps: Stamps): void {
  const { latest, month, detailed, stampOf } = stamps;
  const { accountId, isSandbox } = (kept[0] as Kept).code;
  const owner = { accountId, isSandbox };
  const capped = new Map<string, OverLimitCount>();
  let nth = 0;
  for (const { place, visit, code } of kept) {
    if (visit.excluded !== null) {
      judged.excluded.push({ visit, owner, at: stamps.seenAt });
      continue;
    }
    nth += 1;
    if (nth <= detailed) {
      const at = stampOf(nth);
      judged.scans.push({ visit, owner, at });
      judged.recorded[place] = { outcome: "counted", scannedAt: new Date(at) };
      addScan(judged.codeCounts, code, at);
    } else {
      const minute = Math.floor(latest / minuteMs) * minuteMs;
      const count = (capped.get(code.id)?.count ?? 0) + 1;
      capped.set(code.id, { owner, codeId: code.id, minute, count });
      addScan(judged.codeCounts, code, latest);
    }
  }
  judged.overLimit.push(...capped.values());
  if (detailed > 0 && !stamps.isPast)
    judged.counterChanges.push({ owner, lastStamp: latest, month, detailed });
}

/** The last scan that a code allows ends it, unless it has expired before. */
function addScan(counts: Map<string, CodeCount>, code: LockedCode, at: number): void {
  const [scans, lastAt] = counts.get(code.id) ?? [0, at];
  const isLast = code.maxScans !== null && code.scanCount + scans + 1 >= code.maxScans;
  const endedAt = isLast && code.isLasting ? code.lockedAt : null;
  counts.set(code.id, [scans + 1, Math.max(lastAt, at), endedAt]);
}
