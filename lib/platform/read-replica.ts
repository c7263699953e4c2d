import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isOutOfReach } from "./database-errors";
import { replicaSql, replicaStateSql, sql } from "./db";
import { SettingsError } from "./env";
import { ServiceError } from "./errors";
import { log } from "./log";
import { counter, gauge } from "./metrics";
import { oncePerProcess } from "./process-state";
import { findLogEnd, findServer, findWritePoint, listReplayed, upsertWritePoint } from "./queries";

/** A place in the write-ahead log (`pg_lsn` as text) up to which a reader must see everything; null without a replica. */
export type ReadPoint = string | null;

/** A replica is asked for its state so often. */
const watchMs = 1_000;
/** A replica that does not answer in this time is not used. */
const answerMs = 500;
/** To learn whose replica it is a start waits longer, as a new connection may take. */
const verifyMs = 3_000;
/** A reader waits so long, in these steps, for a replica to come up to its point. */
const waitsMs = [0, 5, 15, 40];
/** One that is further behind is not used: figures of visitors would be too old. */
const maxLagMs = 10_000;

export const foreignReplica =
  "DATABASE_READ_URL names a database that is no streaming replica of this service's own; correct it, or unset it.";

interface Sample {
  atMs: number;
  lsn: string;
}

/** Why a replica is not used, and what the operator can do. */
const fixes = {
  away: "start it, or correct its host and port in the setting",
  refused: "correct the user, password and database in the setting",
  behind: "see pg_stat_replication on the database",
};
type Fault = keyof typeof fixes | "foreign";

/** What this thread knows of the replica. */
interface State {
  isUsable: boolean;
  /** Ends of the primary's log that the replica has not replayed yet, the oldest first. */
  ahead: Sample[];
  /** Set once it was proved to be a copy of the same database. */
  isVerified: boolean;
  /** Set once it was: a foreign one then stops no start any more. */
  wasVerified: boolean;
  isWatched: boolean;
  /** The fault that was logged last; null while the replica is used. Each is logged once, not at each look. */
  logged: Fault | null;
  /** Callers to release when the replica fails under them. */
  readers: Set<() => void>;
}

const state = oncePerProcess<State>("read replica", () => ({
  isUsable: false,
  ahead: [],
  isVerified: false,
  wasVerified: false,
  isWatched: false,
  logged: null,
  readers: new Set(),
}));

const routed = oncePerProcess("routed reads", () => new AsyncLocalStorage<pg.Pool>());

const reads = counter({
  name: "quietzone_replica_reads_total",
  help: "Reads that may go to the replica: answered by it, or by the primary because it was behind, away, or failed meanwhile.",
  labels: ["outcome"],
});

gauge({
  name: "quietzone_replica_lag_seconds",
  help: "How far the replica is behind the primary; 0 without a replica.",
  aggregator: "first",
  collect() {
    this.set(lagMs() / 1_000);
  },
});

const degraded = gauge({
  name: "quietzone_replica_degraded",
  help: "1 while the replica is away or too far behind, and the primary answers its reads.",
  aggregator: "first",
});
for (const outcome of ["replica", "behind", "away", "failed"]) reads.inc({ outcome }, 0);

function lagMs(): number {
  const [oldest] = state.ahead;
  return oldest === undefined ? 0 : Date.now() - oldest.atMs;
}

/** The pool for statements that only read: the replica's within `readFromReplica`, else the primary's. */
export function reader(): pg.Pool {
  return routed.getStore() ?? sql;
}

/**
 * Proves at the start that the replica is one of this database. One that is away is awaited in the background. Throws
 * `SettingsError` for another database.
 */
export async function openReplica(): Promise<void> {
  const replica = replicaStateSql();
  if (replica !== null) await watch(replica);
}

/** Notes that the account has just written, before the answer goes out: its next reads see that. Never rejects. */
export async function recordWritePosition(accountId: string): Promise<void> {
  if (!hasReplica()) return;
  await upsertWritePoint(accountId).catch((err: unknown) =>
    log.warn({ err, accountId }, "a write could not be noted for readers of the replica"),
  );
}

/** Whether one is named, usable or not. */
export const hasReplica = (): boolean => replicaSql() !== null;

/** The point from which on a walk of many statements sees everything committed by now, scans of visitors too. */
export async function findReadPoint(): Promise<ReadPoint> {
  return hasReplica() ? findLogEnd() : null;
}

/** Runs statements of `reader()` on the replica if it has all the account wrote, else on the primary. `read` must write nothing. */
export async function readFromReplica<T>(accountId: string, read: () => Promise<T>): Promise<T> {
  const replica = replicaStateSql();
  if (replica === null) return read();
  void watch(replica).catch(() => {});
  return state.isUsable ? readBehind(await findWritePoint(accountId), read) : readOfPrimary("away", read);
}

/** The same for a walk that began at a point. */
export async function readBehind<T>(point: ReadPoint, read: () => Promise<T>): Promise<T> {
  const [replica, states] = [replicaSql(), replicaStateSql()];
  if (replica === null || states === null || point === null) return read();
  const refusal = state.isUsable ? await findRefusal(states, point) : "away";
  if (refusal !== null) return readOfPrimary(refusal, read);
  const answer = await attempt(replica, read);
  if (answer === null) return readOfPrimary("failed", read);
  reads.inc({ outcome: "replica" });
  return answer.value;
}

function readOfPrimary<T>(outcome: "behind" | "away" | "failed", read: () => Promise<T>): Promise<T> {
  reads.inc({ outcome });
  return read();
}

async function findRefusal(replica: pg.Pool, point: string): Promise<"behind" | "away" | null> {
  for (const waitMs of waitsMs) {
    if (waitMs > 0) await sleep(waitMs);
    try {
      const [isReplayed] = await within(listReplayed(replica, [point]));
      if (isReplayed === true) return null;
    } catch (error) {
      markFailed(error);
      return "away";
    }
  }
  return "behind";
}

/** What the replica answers; null when it fails, or is given up meanwhile. */
async function attempt<T>(replica: pg.Pool, read: () => Promise<T>): Promise<{ value: T } | null> {
  let release = () => {};
  const given = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  state.readers.add(release);
  try {
    const value = routed.run(replica, read).then((value) => ({ value }));
    value.catch(() => {});
    return await Promise.race([value, given]);
  } catch (error) {
    // The domain's own refusals are answers.
    if (error instanceof ServiceError) throw error;
    if (isOutOfReach(error)) log.debug({ err: error }, "a read of the replica failed");
    else log.warn({ err: error }, "a read failed on the replica and runs again on the primary");
    return null;
  } finally {
    state.readers.delete(release);
  }
}

/** Rejects where it takes too long. */
async function within<T>(work: Promise<T>, ms = answerMs): Promise<T> {
  work.catch(() => {});
  const late = () => Promise.reject(new SlowAnswer(`no answer in ${ms} ms`));
  return Promise.race([work, sleep(ms, undefined, { ref: false }).then(late)]);
}

class SlowAnswer extends Error {}

/** Null where the primary fails: that says nothing of the replica. */
const ofPrimary = <T>(work: Promise<T>, ms?: number) => within(work, ms).catch(() => null);

function markFailed(error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException;
  const isAway = error instanceof SlowAnswer || isOutOfReach(error);
  markAway(isAway ? "away" : "refused", message || code);
}

function markAway(fault: keyof typeof fixes, cause = ""): void {
  if (state.logged !== fault) {
    const line = `The replica of DATABASE_READ_URL is not used (${cause}), and the database answers its reads`;
    log.warn({}, `${line}: ${fixes[fault]}.`);
  }
  leave(fault);
}

function leave(fault: Fault): void {
  state.logged = fault;
  state.isUsable = false;
  // What comes back may be another server.
  state.isVerified = false;
  degraded.set(1);
  for (const release of state.readers) release();
  state.readers.clear();
}

/** Looks at the replica now and then once a second, until the pool ends. Throws `SettingsError` for one that has been foreign from the start. */
async function watch(replica: pg.Pool): Promise<void> {
  if (state.isWatched) return;
  state.isWatched = true;
  try {
    await look(replica);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    markFailed(error);
  } finally {
    setTimeout(() => {
      state.isWatched = false;
      if (!replica.ended && !sql.ended) void watch(replica).catch(() => {});
    }, watchMs).unref();
  }
}

async function look(replica: pg.Pool): Promise<void> {
  if (!state.isVerified && !(await verify(replica))) return;
  const end = await ofPrimary(findLogEnd());
  if (end !== null) state.ahead.push({ atMs: Date.now(), lsn: end });
  // Of a long lag its beginning counts, and where it is now.
  if (state.ahead.length > 100) state.ahead = state.ahead.filter((_, place) => place % 2 === 0);
  const points = state.ahead.map(({ lsn }) => lsn);
  const replayed = await within(listReplayed(replica, points));
  state.ahead = state.ahead.filter((_, place) => replayed[place] !== true);
  if (lagMs() > maxLagMs) return markAway("behind", `more than ${maxLagMs / 1_000} seconds behind`);
  if (!state.isUsable) log.info({}, "the replica is used");
  state.isUsable = true;
  state.logged = null;
  degraded.set(0);
}

async function verify(replica: pg.Pool): Promise<boolean> {
  const [primary, copy] = await Promise.all([
    ofPrimary(findServer(sql), verifyMs),
    within(findServer(replica), verifyMs),
  ]);
  if (primary === null) return false;
  if (primary.system !== copy.system || !copy.isReplica) {
    if (state.logged !== "foreign") log.error({}, foreignReplica);
    leave("foreign");
    if (state.wasVerified) return false;
    throw new SettingsError([foreignReplica]);
  }
  state.isVerified = true;
  state.wasVerified = true;
  return true;
}
