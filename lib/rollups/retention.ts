import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { rollUpScans } from "./build";
import { dimensions, type Owner, wholeAccount } from "./counts";
import { allowFor, forEachOwner, Overtaken, sweepMs, tryDocumentWork } from "./document-work";
import type { Detail } from "./documents";
import { dropPartitionsBefore, findPartitionFault } from "./partitions";
import { deleteRows } from "./purge";
import { findExtent, listDocuments, listPurges, upsertDocuments } from "./queries.build";
import {
  findDayBefore,
  findNextDay,
  insertCounters,
  listAccountsOfBotsAlone,
  listAccountsWithOldRows,
  listBotQuarters,
  listLabelQuarters,
  listVisitQuarters,
  updateRawFrom,
} from "./queries.purge";
import { rebuildDays } from "./rebuild";
import { addLabels, dayMs, noLabels } from "./sums";

interface PurgeOptions {
  /** Only this account's. */
  accountId?: string;
  /** Days that scans are kept in detail; the setting when left out. */
  keptDays?: number | undefined;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
  /** How long a partition must not have been read before it is dropped. */
  graceMs?: number;
}

/**
 * Deletes the raw rows, of scans and of bots, of whole UTC days that are older than the setting says, and returns how
 * many that was. Before they go, the day's documents get by the quarter-hour what only raw rows knew. Without the setting
 * nothing is deleted. A sandbox is left alone: its scans may be dated back to any day, and go with its codes.
 */
export async function purgeScans({
  accountId,
  keptDays = env.scanRetentionDays,
  budgetMs = sweepMs,
  graceMs,
}: PurgeOptions = {}): Promise<number> {
  if (keptDays === undefined) return 0;
  // By a clock that is ahead, scans of today would be old.
  if ((await findPartitionFault(sql)) !== null) return 0;
  let deadline = performance.now() + budgetMs;
  const horizon = await findDayBefore(keptDays);
  const before = new Date(horizon * dayMs);
  // An account that only bots have called has no counter yet; its rows go as others' do.
  const uncounted = await listAccountsOfBotsAlone(before, accountId);
  if (uncounted.length > 0) await insertCounters(uncounted, before);
  const owners = (await listAccountsWithOldRows(before, accountId)).map((id) => ({
    accountId: id,
    isSandbox: false,
  }));
  const isSweep = accountId === undefined;
  const detailed: Owner[] = [];
  await forEachOwner(owners, isSweep, async (owner) => {
    if (performance.now() > deadline) return false;
    if (await detailOwner(owner, horizon, deadline)) detailed.push(owner);
    return true;
  });
  const begun = performance.now();
  const { dropped, rowsFrom } = isSweep
    ? await dropPartitionsBefore(horizon, graceMs)
    : { dropped: 0, rowsFrom: null };
  // Rows keep their time, however long the wait for locks was.
  deadline += performance.now() - begun;
  let purged = dropped;
  await forEachOwner(detailed, isSweep, async (owner) => {
    if (performance.now() > deadline) return false;
    purged += await deleteRawOf(owner, deadline, rowsFrom);
    return true;
  });
  return purged;
}

/** Whether every day before the horizon has its detail; one that is not in documents, or not counted again yet, has none. */
async function detailOwner(owner: Owner, horizon: number, deadline: number): Promise<boolean> {
  const { accountId } = owner;
  const until = new Date(horizon * dayMs);
  await rollUpScans({ accountId, isForced: true, until, budgetMs: deadline - performance.now() });
  await rebuildDays({ accountId, budgetMs: deadline - performance.now() });
  for (;;) {
    if (performance.now() > deadline) return false;
    const step = await tryDocumentWork(owner, (tx) => detailNextDay(tx, owner, horizon));
    if (step === null) return false;
    if (step === "done") return true;
  }
}

/** Deletes what documents have in detail; scans from `rowsFrom` on alone, since partitions before it go as a whole. */
async function deleteRawOf(owner: Owner, deadline: number, rowsFrom: Date | null): Promise<number> {
  const { rawFrom } = await findExtent(sql, owner);
  if (rawFrom === Number.NEGATIVE_INFINITY) return 0;
  const before = new Date(rawFrom);
  const scans = await deleteRows(["scan"], owner, deadline, before, rowsFrom ?? "-infinity");
  const bots = await deleteRows(["excluded_scan"], owner, deadline, before);
  return scans.deleted + bots.deleted;
}

/** Gives the documents of the oldest day with raw rows their detail: from its commit on nobody reads those rows. */
async function detailNextDay(tx: Transaction, owner: Owner, horizon: number): Promise<"more" | "done"> {
  const { day, limit } = await findNextDay(tx, owner, horizon);
  if (day === null) {
    await updateRawFrom(tx, owner, limit);
    return "done";
  }
  const purges = await listPurges(tx, owner);
  const documents = await listDocuments(tx, owner, [day]);
  const scans = documents.find(({ code }) => code === wholeAccount)?.scans ?? 0;
  const details = await readDetails(tx, owner, day, await allowFor(tx, scans));
  for (const document of documents) document.detail = details.get(document.code) ?? null;
  await upsertDocuments(tx, owner, documents);
  await updateRawFrom(tx, owner, day + 1);
  // A deletion and we lock the counter in turn: this one has marked the day, which is counted without the code first.
  if ((await listPurges(tx, owner)) !== purges) throw new Overtaken();
  return "more";
}

/** Details by code, the account's among them, of a day that still has its raw rows; each statement in the time allowed. */
async function readDetails(
  tx: Transaction,
  owner: Owner,
  day: number,
  timeoutMs: number,
): Promise<Map<string, Detail>> {
  const details = new Map<string, Detail>();
  const take = (code: string | null) => {
    const key = code ?? wholeAccount;
    const detail = details.get(key) ?? emptyDetail();
    details.set(key, detail);
    return detail;
  };
  for (const { code, dimension, label, quarters } of await listLabelQuarters(tx, owner, day, timeoutMs)) {
    const pairs = Object.entries(quarters).flatMap(([quarter, count]) => [Number(quarter), count]);
    take(code).labels[dimension][label] = pairs;
  }
  for (const { code, arrivals, leavers } of await listVisitQuarters(tx, owner, day, timeoutMs)) {
    Object.assign(take(code), { arrivals, leavers });
  }
  for (const { code, quarters } of await listBotQuarters(tx, owner, day, timeoutMs)) {
    take(code).bots = quarters;
    addLabels(take(null).bots, quarters);
  }
  return details;
}

function emptyDetail(): Detail {
  const labels = {} as Detail["labels"];
  for (const dimension of dimensions) labels[dimension] = Object.create(null) as Record<string, number[]>;
  return { bots: noLabels(), arrivals: noLabels(), leavers: noLabels(), labels };
}
