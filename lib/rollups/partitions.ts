import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isSqlState, openConnection, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { ownCommand } from "@/lib/platform/own-command";
import {
  addBound,
  addPartition,
  checkBound,
  countScans,
  dropBound,
  dropPartitions,
  findBound,
  findLatestStamp,
  findNow,
  findUnreadMs,
  gapPartition,
  isPartitionRead,
  listPartitions,
  lockPartitions,
  makePartitioned,
  markUnread,
  type Partition,
  pastPartition,
  rollBack,
  unmarkUnread,
} from "./queries.partitions";
import { dayMs } from "./sums";

/** Where scans are kept for at most so many days, partitions are of a day; else of a month. */
const mostDaysForDaily = 100;
/** There are partitions for so long ahead. A scan without one waits in the spool. */
const aheadMs = { day: 14 * dayMs, month: 70 * dayMs };
/** Beyond this gap since the last partition, the clock is taken to be wrong and nothing is added. */
const mostGapMs = 400 * dayMs;
/** A bound that is closer is replaced by a later one: the table takes no scan from its bound on. */
const leastBoundMs = 60 * 60_000;

/**
 * Partitions the table of scans by time, and adds the partitions of the time to come; returns how many were added. A table
 * with scans becomes the first partition as it is: each step takes its lock for moments, and the one that reads every scan lets
 * others write. Whatever is interrupted goes on at the next run. A gap in which no service ran gets one partition. After a clock was
 * ahead none is added, and the log says what to do.
 *
 * @param keptDays days that scans are kept in detail; the setting when left out.
 * @param tries to get each lock.
 */
export async function partitionScans({
  keptDays = env.scanRetentionDays,
  now,
  tries = usualTries,
}: {
  keptDays?: number | undefined;
  now?: Date;
  tries?: number;
} = {}): Promise<number> {
  const width = keptDays !== undefined && keptDays <= mostDaysForDaily ? "day" : "month";
  const last = (await listPartitions())?.at(-1)?.to;
  const current = now ?? (await findNow(sql));
  if (last !== undefined && last.getTime() >= current.getTime() + aheadMs[width]) return 0;
  const fault = await findFault(sql, last, current);
  if (fault !== null) {
    log.error({}, fault);
    return 0;
  }
  const added = await withPartitions(async (client) => {
    let until = (await listPartitions(client))?.at(-1)?.to ?? (await divide(client, current));
    let count = 0;
    while (until !== null && until.getTime() < current.getTime() + aheadMs[width]) {
      const next = nextBound(until, width, current);
      await addPartition(client, until, next);
      until = next;
      count += 1;
    }
    return count;
  }, tries);
  return added ?? 0;
}

/** What keeps scans from being partitioned, and what to do about it; for the operator. */
export async function findPartitionFault(client: Pick<pg.ClientBase, "query">): Promise<string | null> {
  return findFault(client, (await listPartitions(client))?.at(-1)?.to, await findNow(client));
}

async function findFault(
  client: Pick<pg.ClientBase, "query">,
  last: Date | undefined,
  now: Date,
): Promise<string | null> {
  if (last !== undefined) return describeGap(last, now);
  const lastStamp = await findLatestStamp(client);
  return lastStamp !== null && lastStamp >= boundFor(now) ? describeLateScans(now) : null;
}

/** A sentence on scans after the earliest bound of the table. */
function describeLateScans(now: Date): string {
  return `Scans are dated after ${boundFor(now).toISOString()}, since a clock was ahead: correct it, make a backup, then run ${ownCommand("admin")} scans:redate. Until then scans are neither partitioned nor deleted by their age.`;
}

/** A sentence on a clock that is far beyond the last partition; null for one that is not. */
function describeGap(last: Date, now: Date): string | null {
  if (now.getTime() - last.getTime() <= mostGapMs) return null;
  const to = new Date(now.getTime() - (now.getTime() % dayMs));
  return `The clock says ${now.toISOString()}, and the last partition of scans ended on ${last.toISOString()}: correct the database's clock. Until then scans wait in the spool, and none is deleted by its age. If the clock is right, add a partition: ${gapPartition(last, to)};`;
}

/** Two midnights ahead, so that there is a day for looking at the scans of the table. */
const boundFor = (now: Date) => new Date((Math.floor(now.getTime() / dayMs) + 2) * dayMs);

/** Makes the table the first of its partitions; returns where the next one begins. */
async function divide(client: pg.ClientBase, now: Date): Promise<Date | null> {
  let bound = await findBound(client);
  if (bound !== null && bound.to.getTime() < now.getTime() + leastBoundMs) {
    await dropBound(client);
    bound = null;
  }
  if (bound === null) {
    const to = boundFor(now);
    await addBound(client, to);
    bound = { to, isChecked: false };
  }
  if (!bound.isChecked && !(await checkBound(client))) {
    // It would refuse scans from its day on.
    await dropBound(client);
    log.error({}, describeLateScans(now));
    return null;
  }
  await makePartitioned(client, bound.to);
  log.info({}, "the table of scans is partitioned by time");
  return bound.to;
}

/** The next midnight or first of a month, by UTC; after a gap the latest one. */
function nextBound(from: Date, width: "day" | "month", now: Date): Date {
  return new Date(Math.max(startOf(from, width, 1).getTime(), startOf(now, width, 0).getTime()));
}

/** Where the day or month of a time begins, or so many later. */
function startOf(at: Date, width: "day" | "month", later: number): Date {
  if (width === "day") return new Date((Math.floor(at.getTime() / dayMs) + later) * dayMs);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
}

/** Partitions that end by a day. */
const endedBy = (partitions: readonly Partition[], day: number): Partition[] =>
  partitions.filter(({ to }) => to.getTime() <= day * dayMs);

/** After so many days, rows are deleted one by one instead of waiting for their partition. */
const patienceDays = 2;
/** Scans of the sandbox that are moved while the table is locked, at most. */
const mostMoved = 50_000;
/** A report that began before its scans had their detail in documents is over by then. */
const usualGraceMs = 60_000;

/** Why a partition is not dropped: reports read it, or did a moment ago, or its scans of the sandbox are too many to be moved. */
type Reason = "read" | "read before" | "moves";

/**
 * Drops the partitions that end by a day (of UTC, in days since 1970), oldest first, up to one that reports still read or read a moment
 * ago. Scans of the sandbox are kept. `dropped` is how many scans that were, about; rows before `rowsFrom` are not to be deleted one by
 * one now, since their partitions will be dropped. Null: all that may be are.
 */
export async function dropPartitionsBefore(
  day: number,
  graceMs = usualGraceMs,
): Promise<{ dropped: number; rowsFrom: Date | null }> {
  const ended = endedBy((await listPartitions()) ?? [], day);
  const last = ended.at(-1);
  if (last === undefined || last.name === pastPartition) return { dropped: 0, rowsFrom: null };
  const result = await withPartitions((client) => dropEnded(client, day, graceMs));
  const isLate = endedBy(ended, day - patienceDays).some(({ name }) => name !== pastPartition);
  // Without a result, others hold the table: a partition that is late doesn't wait for them.
  const { dropped, reason } = result ?? { dropped: 0, reason: "read" };
  const isByRow = reason === null || reason === "moves" || (reason === "read" && isLate);
  return { dropped, rowsFrom: isByRow ? null : last.to };
}

async function dropEnded(
  client: pg.ClientBase,
  day: number,
  graceMs: number,
): Promise<{ dropped: number; reason: Reason | null }> {
  const ended: Partition[] = [];
  let [moved, dropped] = [0, 0];
  let reason: Reason | null = null;
  for (const partition of endedBy((await listPartitions(client)) ?? [], day)) {
    if (partition.name !== pastPartition) {
      // Those behind one that stays are marked, too.
      const found = await findReader(client, partition, graceMs);
      reason ??= found;
      if (reason !== null) continue;
      const scans = await countScans(client, partition, mostMoved + 1);
      moved += scans.sandbox;
      if (moved > mostMoved) reason = "moves";
      if (reason !== null) continue;
      dropped += scans.others;
    }
    ended.push(partition);
  }
  const last = ended.at(-1);
  if (last === undefined || last.name === pastPartition) return { dropped: 0, reason };
  await dropPartitions(client, ended, last.to);
  return { dropped, reason };
}

/** Whether a partition is read, or was a moment ago. The partition is marked, since each run may be a process of its own. */
async function findReader(
  client: pg.ClientBase,
  partition: Partition,
  graceMs: number,
): Promise<"read" | "read before" | null> {
  const isRead = await isPartitionRead(client, partition);
  const unreadMs = await findUnreadMs(client, partition);
  if (isRead) {
    if (unreadMs !== null) await unmarkUnread(client, partition);
    return "read";
  }
  // A mark of the future is a clock's that was ahead.
  if (unreadMs === null || unreadMs < 0) await markUnread(client, partition);
  return Math.max(0, unreadMs ?? 0) >= graceMs ? null : "read before";
}

/** A table is seldom free at the first look: others read and write it, and PostgreSQL cleans it up. */
const usualTries = 10;
const pauseMs = 500;

/**
 * Works on partitions over a connection of its own; null where another process does, or a lock was not to be had after several
 * tries. Each step of the work can be repeated.
 */
async function withPartitions<T>(
  work: (client: pg.ClientBase) => Promise<T>,
  tries = usualTries,
): Promise<T | null> {
  const client = openConnection("quietzone partitions");
  await client.connect();
  try {
    if (!(await lockPartitions(client))) return null;
    for (let left = tries; left > 0; left -= 1) {
      try {
        return await work(client);
      } catch (error) {
        await rollBack(client);
        if (!isSqlState(error, "55P03")) throw error;
        await sleep(pauseMs);
      }
    }
    log.info({}, "the table of scans is in use; its partitions are changed later");
    return null;
  } finally {
    await client.end();
  }
}
