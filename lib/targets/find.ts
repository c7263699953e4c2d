import { createBatcher } from "@/lib/platform/batch-loader";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { counter, gauge } from "@/lib/platform/metrics";
import { ofMainThread, oncePerProcess } from "@/lib/platform/process-state";
import { isGeneratedCode, keyOfPath } from "@/lib/platform/short-path";
import { KnownTargets } from "./known-targets";
import { isKeyClosed, listLatestTargets, listTargets, type Target } from "./queries";

/** Targets that are read at the start. */
const warmCount = 20_000;
/** The start waits so long for the connection that listens for changes. */
const openMs = 2_000;
/** A visit of a known code waits so long for the database before it is led to where the code led last. */
const knownBudgetMs = 500;
const unknownBudgetMs = 2_000;
/** After it failed to answer the database is not waited for again for so long. */
const awayMs = 1_000;
const retryAfterSeconds = 5;

const state = oncePerProcess("targets", () => {
  const known = new KnownTargets();
  gauge({
    name: "quietzone_redirect_cache_entries",
    help: "Paths of short URLs whose target is kept in memory.",
    collect() {
      this.set(known.count);
    },
  });
  gauge({
    name: "quietzone_redirect_cache_bytes",
    help: "Memory that known targets take, about.",
    collect() {
      this.set(known.bytes);
    },
  });
  return { known, awayUntil: Number.NEGATIVE_INFINITY };
});

const finds = counter({
  name: "quietzone_redirect_cache_lookups_total",
  help: "Short codes looked up, by where the answer came from: memory, database, or memory since the database was away.",
  labels: ["from"],
});

/** Visits of one moment share a trip to the database. One at a time, so that a connection stays free for the scans. */
const newGatherer = (): ((key: string) => Promise<Target | null>) =>
  createBatcher({ name: "find target", ask: findMany, maxBatch: 128, maxRunning: 1, maxWaiting: 5_000 });

/** What the path of a key (`keyOfPath`) leads to now; null where there is none. */
export const lookUp = newGatherer();
/** The same for codes that are known already: a flood of invented codes doesn't delay them. */
const lookUpAgain = newGatherer();

/**
 * From now on targets are kept in memory and every change of one is received; the latest codes are read ahead. Without it
 * each visit asks the database.
 */
export async function openTargets(): Promise<void> {
  await state.known.open(openMs);
  await state.known
    .fill(() => listLatestTargets(warmCount))
    .catch((err: unknown) => {
      log.warn({ err }, "the latest short codes could not be read ahead");
    });
}

export async function closeTargets(): Promise<void> {
  state.known.close();
}

/**
 * What a path leads to, a generated code or a slug, at most a second old on every process; null where there is none. While the database does not
 * answer, a code that was seen before leads to where it led then. Throws `unavailable` for any other.
 *
 * @param isCounted where `scanCount` is to be of now, too, if it bounds the code.
 * @param domainId of the host that the path was asked of; null: the service's own.
 */
export async function findTarget(
  path: string,
  isCounted = false,
  domainId: string | null = null,
): Promise<Target | null> {
  const key = keyOfPath(path, domainId);
  if (domainId === null) return findByKey(key, isCounted);
  const target = await findByKey(key, isCounted);
  if (target !== null) return target.exactPath === null || target.exactPath === path ? target : null;
  if (!isGeneratedCode(path)) return null;
  // A code with a slug has no row for its generated code, which opens it on its domain all the same.
  const generated = await findByKey(path, isCounted);
  return generated?.domainId === domainId ? generated : null;
}

/** Whether a path that opens nothing on a domain had a code that was deleted while it was suspended. Throws where the database does. */
export const isPathClosed = (path: string, domainId: string): Promise<boolean> =>
  isKeyClosed(keyOfPath(path, domainId));

async function findByKey(key: string, isCounted: boolean): Promise<Target | null> {
  const { known } = state;
  if (!known.isOpen) return ask(lookUp(key), unknownBudgetMs);
  const entry = known.find(key);
  const isEnough = !isCounted || entry?.target.rules?.maxScans === undefined;
  if (entry !== undefined && isEnough && known.isFresh(entry)) {
    finds.inc(fromMemory);
    return entry.target;
  }
  const isAway = performance.now() < state.awayUntil;
  if (entry === undefined) {
    return ask(known.read(key, lookUp), isAway ? knownBudgetMs : unknownBudgetMs);
  }
  if (!isAway) {
    const target = await ask(known.read(key, lookUpAgain), knownBudgetMs).catch(() => undefined);
    if (target !== undefined) return target;
  }
  finds.inc(fromBefore);
  return entry.target;
}

/** So often a code is read that changes while it is being read. */
const maxReadings = 3;

/**
 * Reads codes that were just made or changed, so that they are known here before anybody visits them, or the database goes
 * away. Waits for nothing and never fails; without notifications of changes nothing is kept.
 *
 * @param keys as `keyOfPath` gives them.
 */
export function rememberTargets(keys: readonly string[]): void {
  beginToRemember(keys).catch(() => {});
}

const beginToRemember = ofMainThread("remember targets", async (keys: readonly string[]) => {
  if (!state.known.isOpen) return;
  for (const key of keys) remember(key).catch(() => {});
});

/** What the message of the change itself overtakes is not kept: then once more. */
async function remember(key: string): Promise<void> {
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const target = await state.known.read(key, lookUpAgain);
    const entry = state.known.find(key);
    if (target === null || (entry !== undefined && state.known.isFresh(entry))) return;
  }
}

const fromMemory = { from: "memory" } as const;
const fromBefore = { from: "before" } as const;
const fromDatabase = { from: "database" } as const;

/** The answer within its time; `unavailable` afterwards or where the database is out of reach. */
async function ask(answer: Promise<Target | null>, budgetMs: number): Promise<Target | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), budgetMs);
  });
  try {
    const target = await Promise.race([answer, late]);
    if (target === undefined) throw leaveAlone();
    state.awayUntil = Number.NEGATIVE_INFINITY;
    finds.inc(fromDatabase);
    return target;
  } catch (error) {
    // Too many waited, or it was late: neither is the database's word.
    if (error instanceof ServiceError) throw error;
    if (isOutOfReach(error)) throw leaveAlone(error);
    log.error({ err: error }, "a short code could not be looked up");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The database is out of reach or late, and is not waited for for a moment. */
function leaveAlone(cause?: unknown): ServiceError {
  state.awayUntil = performance.now() + awayMs;
  return new ServiceError("unavailable", "The service cannot look this code up at the moment", {
    retryAfterSeconds,
    ...(cause === undefined ? {} : { cause }),
  });
}

async function findMany(keys: readonly string[]): Promise<(Target | null)[]> {
  const asked = [...new Set(keys)];
  const targets = await listTargets(
    asked.filter(isGeneratedCode),
    asked.filter((key) => !isGeneratedCode(key)),
  );
  const found = new Map(targets.map((target) => [target.key, target]));
  return keys.map((key) => found.get(key) ?? null);
}
