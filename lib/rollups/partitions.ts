import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isSqlState, openConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import {
  addBound,
  addPartition,
  checkBound,
  dropBound,
  dropDetached,
  dropPartition,
  findBound,
  findNeed,
  listDetached,
  listPartitions,
  lockPartitions,
  makePartitioned,
  type Partition,
  rollBack,
} from "./queries.partitions";
import { dayMs } from "./sums";

/** Partitions of a day each where scans are kept for at most so many days; else of a month. */
const mostDailyDays = 100;
/** There are partitions for so long ahead: a scan that has none is spooled. */
const aheadMs = { day: 14 * dayMs, month: 70 * dayMs };
/** Before its bound, a table that could not be partitioned by then is let go on without. */
const leastMs = 60 * 60_000;

/**
 * Partitions the table of scans by time, and adds the partitions of the time to come; returns how many were added. A table
 * with scans becomes the first partition as it is: each step takes its lock for moments, and the one that reads every scan lets
 * others write. Whatever is interrupted goes on at the next run.
 *
 * @param keptDays days that scans are kept in detail; the setting when left out.
 * @param tries to get each lock.
 */
export async function partitionScans({
  keptDays = env.scanRetentionDays,
  now = new Date(),
  tries = usualTries,
}: {
  keptDays?: number | undefined;
  now?: Date;
  tries?: number;
} = {}): Promise<number> {
  const width = keptDays !== undefined && keptDays <= mostDailyDays ? "day" : "month";
  const known = await listPartitions();
  const last = known?.at(-1)?.to;
  if (last !== undefined && last.getTime() >= now.getTime() + aheadMs[width]) return 0;
  const added = await withPartitions(async (client) => {
    let until = (await listPartitions(client))?.at(-1)?.to ?? (await divide(client, now));
    let count = 0;
    while (until !== null && until.getTime() < now.getTime() + aheadMs[width]) {
      const next = nextBound(until, width);
      await addPartition(client, until, next);
      until = next;
      count += 1;
    }
    return count;
  }, tries);
  return added ?? 0;
}

/** Makes the table the first of its partitions; returns where the next one begins. */
async function divide(client: pg.ClientBase, now: Date): Promise<Date | null> {
  let bound = await findBound(client);
  if (bound !== null && bound.to.getTime() < now.getTime() + leastMs) {
    await dropBound(client);
    bound = null;
  }
  if (bound === null) {
    // Two midnights ahead, so that there is a day for looking at the scans of the table.
    const to = new Date((Math.floor(now.getTime() / dayMs) + 2) * dayMs);
    await addBound(client, to);
    bound = { to, isChecked: false };
  }
  if (!bound.isChecked) await checkBound(client);
  await makePartitioned(client, bound.to);
  log.info({}, "the table of scans is partitioned by time");
  return bound.to;
}

/** The next midnight or first of a month, by UTC. */
function nextBound(from: Date, width: "day" | "month"): Date {
  if (width === "day") return new Date((Math.floor(from.getTime() / dayMs) + 1) * dayMs);
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
}

/** Partitions whose scans are all of before a day. */
const endedBy = (partitions: readonly Partition[], day: number): Partition[] =>
  partitions.filter(({ to }) => to.getTime() <= day * dayMs);

/** A partition that can't be dropped for so many days holds up nobody: its rows are deleted one by one. */
const patienceDays = 2;

/**
 * Drops the partitions that are older than a day (of UTC, in days since 1970) and that nobody reads any more; returns how many
 * scans that were, about, and from when on others are deleted row by row. Null: all that may be.
 */
export async function dropPartitionsBefore(day: number): Promise<{ dropped: number; rowsFrom: Date | null }> {
  const ended = endedBy((await listPartitions()) ?? [], day);
  if (ended.length === 0) return { dropped: 0, rowsFrom: null };
  const [dropped, need] = (await withPartitions((client) => dropEnded(client, day))) ?? [0, "reports"];
  const isLate = endedBy(ended, day - patienceDays).length > 0;
  const isByRow = need === "sandbox" || (need === "reports" && isLate);
  return { dropped, rowsFrom: isByRow ? null : (ended.at(-1)?.to ?? null) };
}

/** Drops the earliest partitions, up to one that is still needed. */
async function dropEnded(
  client: pg.ClientBase,
  day: number,
): Promise<[dropped: number, need: Awaited<ReturnType<typeof findNeed>>]> {
  let sum = 0;
  for (const name of await listDetached(client)) sum += await dropDetached(client, name);
  for (const partition of endedBy((await listPartitions(client)) ?? [], day)) {
    const need = partition.isPending ? null : await findNeed(client, partition);
    if (need !== null) return [sum, need];
    sum += await dropPartition(client, partition);
  }
  return [sum, null];
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
