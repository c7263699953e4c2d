import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "@/lib/platform/db";
import { type Owner, rebuildDays, rollUpScans } from "@/lib/rollups";
import { readAgent } from "../user-agent";
import { RowWriter } from "./copy-rows";
import { type HistoryPlan, makeHistory } from "./history";
import { findPurgedAfter, findUnrolled } from "./queries";
import { dayMs } from "./rhythm";
import { storeChunk, TakenStamps } from "./store";

/** What a history may hold. Each scan of an account needs its own millisecond, also in the fullest hours. */
export const historyBounds = {
  count: 100_000_000,
  days: 3_650,
  countOfDay: 2_000_000,
  /** The database counts from here. */
  earliest: new Date("2000-01-01T00:00:00Z"),
};

/** A history to be made up for an account's production codes. */
export interface HistoryRequest {
  accountId: string;
  codeIds: readonly string[];
  /** Scans of persons; calls of machines come on top. */
  count: number;
  days: number;
  /** A whole number below 2^32: the same one generates the same history, except for ids. */
  seed: number;
  /** The history's end, some seconds in the past at least. */
  until: Date;
}

interface MadeHistory {
  scans: number;
  /** Calls of machines. */
  excluded: number;
  from: Date;
  to: Date;
}

interface Watch {
  /** Called after each chunk, with the scans stored so far. */
  onProgress(scans: number): void;
  /** Aborted: no further chunk is begun. */
  signal?: AbortSignal;
}

/**
 * Makes up a history and stores it, for demonstrations and benchmarks. What is stored when it ends early, by an error or
 * the signal, is whole: each chunk counts with its commit, and its days are read from the raw rows until they are
 * rolled up.
 */
export async function generateScans(request: HistoryRequest, watch: Watch): Promise<MadeHistory> {
  const plan = planHistory(request);
  const owner: Owner = { accountId: request.accountId, isSandbox: false };
  await requireRawDays(owner, plan);
  const taken = await TakenStamps.open(owner, plan.from, plan.to);
  const client = openConnection("quietzone generator");
  await client.connect();
  try {
    const { codeIds } = request;
    const describe = (userAgent: string) => ({ ...readAgent(userAgent), userAgent });
    const store = { client, owner, codeIds, taken, writer: new RowWriter(owner, codeIds, describe) };
    const calls = makeHistory(plan);
    const made = { scans: 0, excluded: 0, from: new Date(plan.from), to: new Date(plan.to) };
    while (made.scans < plan.count && watch.signal?.aborted !== true) {
      const chunk = await storeChunk(store, calls);
      if (chunk === null) break;
      made.scans += chunk.scans;
      made.excluded += chunk.excluded;
      watch.onProgress(made.scans);
    }
    return made;
  } finally {
    await client.end();
  }
}

function planHistory({ count, days, seed, until, codeIds }: HistoryRequest): HistoryPlan {
  const to = until.getTime();
  return { from: to - days * dayMs, to, count, seed, codes: codeIds.length };
}

/** Days whose raw scans were purged live on in their documents alone, which raw scans of today would take the place of. */
async function requireRawDays(owner: Owner, { from }: HistoryPlan): Promise<void> {
  const rawFrom = await findPurgedAfter(owner, new Date(from));
  if (rawFrom === undefined) return;
  const day = rawFrom.toISOString().slice(0, 10);
  throw new Error(`The account's scans before ${day} were purged; a history must begin after that day.`);
}

/** A server on the same database counts the same days; the first at one keeps the other waiting for so long at most. */
const retryMs = 200;

interface DocumentWatch {
  onProgress(days: number, of: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Counts an account's scans into documents, so that figures are quick from the first reading on: rolls what no document
 * holds, then counts the marked days. Where it ends early, a server does the rest.
 */
export async function buildDocuments(
  accountId: string,
  { onProgress, signal }: DocumentWatch,
): Promise<void> {
  const days = (await findUnrolled(accountId)).staleDays;
  let shown = 0;
  while (signal?.aborted !== true) {
    const left = await findUnrolled(accountId);
    if (left.staleDays === 0 && !left.isBehind) break;
    const before = Math.max(0, days - left.staleDays);
    // Documents begin where nothing is stale; then each stale day takes its place.
    const rolled = await rollUpScans({ accountId, isForced: true, budgetMs: Number.POSITIVE_INFINITY });
    const rebuilt = await rebuildDays({
      accountId,
      budgetMs: 1_000,
      onProgress: (done) => {
        shown = Math.min(before + done, days);
        onProgress(shown, days);
      },
    });
    if (rolled + rebuilt === 0) await sleep(retryMs);
  }
  // The last ones may have been counted by a server.
  if (shown < days && signal?.aborted !== true) onProgress(days, days);
}
