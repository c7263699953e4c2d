import { openConnection, sql } from "@/lib/platform/db";
import type { Owner } from "@/lib/rollups";
import { readAgent } from "../visitor/agent";
import { RowWriter } from "./copy-rows";
import { type HistoryPlan, makeHistory } from "./history";
import { storeChunk } from "./store";
import { TakenStamps } from "./taken-stamps";

export { buildDocuments } from "./documents";

/** What a history may hold. Each scan of an account has a millisecond of its own, and its fullest hours are not to run short. */
export const historyBounds = {
  count: 100_000_000,
  days: 3_650,
  countOfDay: 2_000_000,
  /** The database counts from here. */
  earliest: new Date("2000-01-01T00:00:00Z"),
};

const dayMs = 86_400_000;

/** A history to be made up for an account's production codes. */
export interface HistoryRequest {
  accountId: string;
  codeIds: readonly string[];
  /** Scans of persons; calls of machines come on top. */
  count: number;
  days: number;
  /** A whole number below 2^32: the same one makes the same history, ids aside. */
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
    const store = { client, owner, codeIds, taken, writer: new RowWriter(owner, codeIds, describeAgent) };
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
async function requireRawDays({ accountId, isSandbox }: Owner, { from }: HistoryPlan): Promise<void> {
  const { rows } = await sql.query<{ rawFrom: Date }>(
    `SELECT raw_from AS "rawFrom" FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2 AND raw_from > $3`,
    [accountId, isSandbox, new Date(from)],
  );
  if (rows[0] === undefined) return;
  const day = rows[0].rawFrom.toISOString().slice(0, 10);
  throw new Error(`The account's scans before ${day} were purged; a history must begin after that day.`);
}

function describeAgent(userAgent: string) {
  return { ...readAgent(userAgent), userAgent };
}
