import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, db, sql, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Scope } from "@/lib/rollups";
import { holdsVisits } from "@/lib/scans/recorder";
import {
  deleteOldGoalScans,
  deleteSomeGoals,
  findGoalScan,
  insertGoal,
  lockGoalCode,
  sumGoals,
} from "./queries";
import { goalDays, maxGoals, type NewGoal, type RecordedGoal } from "./schema";

export { goalsScript } from "./script";

const dayMs = 86_400_000;
/** How far the clock of another machine that gave a scan its id may be ahead. */
const aheadMs = 60_000;
/** An id that nothing has. */
const nobody = "00000000-0000-0000-0000-000000000000";
/** The spool is stored every second once the database takes it. */
const retryAfterSeconds = 5;

/**
 * Records that a scan's visitor reached a goal, once for each scan and name: a repeated goal changes nothing. It has the
 * scan's labels and counts at the time of the scan.
 *
 * Throws `not_found` for a scan that takes no goals: unknown, older than 30 days, of a code that was deleted, of another
 * account or environment, or of a code without `appendScanId`. A scan may also be unknown because the database has not
 * taken it yet. That is answered `unavailable`: its id was given within the last 30 days, and this process can't
 * store visits at the moment or has some in its spool. Spools of other processes are not looked at. Throws
 * `validation_failed` where the scan or the code has all the goals it may have.
 *
 * @param caller null: anybody, who reaches scans of production alone.
 * @param beforeCommit called in the goal's own transaction, also for a repeated one.
 */
export async function recordGoal(
  goal: NewGoal,
  caller: Caller | null,
  beforeCommit?: BeforeCommit<RecordedGoal>,
): Promise<RecordedGoal> {
  const { scanId } = goal;
  if (!isId(scanId)) throw notFound();
  const owner = caller && { accountId: caller.accountId, isSandbox: caller.environment === "sandbox" };
  // What was in the spool may have been stored since it was asked for; the look within the transaction finds it.
  const found = await findGoalScan(sql, scanId, owner);
  if (found === undefined && isRecent(scanId, Date.now()) && (await holdsVisits())) throw notStoredYet();
  return transaction(async (tx) => {
    // The same questions for a scan that is unknown as for one of a deleted code: how long they take tells nothing.
    const scan = await findGoalScan(tx, scanId, owner);
    const isOpen = await lockGoalCode(tx, scan ?? { scanId, accountId: nobody, codeId: nobody });
    if (scan === undefined || !isOpen) throw notFound();
    const recorded = await addGoal(goal, (values) =>
      insertGoal(tx, { ...values, scanId, accountId: scan.accountId }),
    );
    await beforeCommit?.(tx, recorded);
    return recorded;
  });
}

async function addGoal(
  { name, value, currency }: NewGoal,
  insert: (
    values: Pick<Parameters<typeof insertGoal>[1], "name" | "value" | "currency">,
  ) => ReturnType<typeof insertGoal>,
): Promise<RecordedGoal> {
  const values = { name, value: value === undefined ? null : String(value), currency: currency ?? null };
  const { isKnown, isFull, isNameBeyond } = await insert(values);
  if (isKnown) return { recorded: false };
  if (isFull) throw tooMany("scan", "This scan");
  if (isNameBeyond) throw tooMany("code", "The code of this scan");
  return { recorded: true };
}

function tooMany(of: "scan" | "code", words: string): ServiceError {
  const message = `${words} has ${maxGoals} goals of other names already; send one of those names`;
  return fieldError("validation_failed", {
    field: "name",
    code: `too_many_of_${of}`,
    message,
    limit: maxGoals,
  });
}

function notFound(): ServiceError {
  return new ServiceError("not_found", "There is no scan with this id that takes goals", {
    hint: "Send the qz_scan of a visit of the last 30 days, of a code that measures goals.",
  });
}

function notStoredYet(): ServiceError {
  return new ServiceError("unavailable", "Scans are being stored; send the goal again", {
    retryAfterSeconds,
  });
}

/** Whether a UUID of version 7 was given within the days that a scan takes goals (RFC 9562 §5.7: milliseconds come first). */
function isRecent(id: string, now: number): boolean {
  if (id[14] !== "7") return false;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return at > now - goalDays * dayMs && at < now + aheadMs;
}

/** A goal with its sums, all of exact decimals. */
export interface GoalCounts {
  name: string;
  count: number;
  /** By currency: `1249.50`. */
  values: Record<string, string>;
  /** By the rule's id; without those of the code's own target. */
  routes: Record<string, number>;
  /** By `<route id>/<variant>`. */
  variants: Record<string, number>;
  countries: Record<string, number>;
}

/** Goals of the scans of an interval, the most frequent first, equals by name. */
export async function readGoals(scope: Scope, { from, to }: { from: Date; to: Date }): Promise<GoalCounts[]> {
  const goals = new Map<string, GoalCounts>();
  for (const { name, grouping, route, variant, country, currency, count, sum } of await sumGoals(
    scope,
    from,
    to,
  )) {
    const goal = goals.get(name) ?? newGoal(name);
    goals.set(name, goal);
    if (grouping === "name") goal.count = count;
    else if (grouping === "currency" && currency !== null && sum !== null) goal.values[currency] = sum;
    else if (grouping === "route" && route !== null) goal.routes[route] = count;
    else if (grouping === "variant" && variant !== null) goal.variants[`${route}/${variant}`] = count;
    else if (grouping === "country" && country !== null) goal.countries[country] = count;
  }
  const ranked = [...goals.values()].sort(
    (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  );
  return ranked.map(withPrototypes);
}

/** As React takes objects for components of the browser; a spread also copies a key `__proto__`. */
function withPrototypes({ values, routes, variants, countries, ...goal }: GoalCounts): GoalCounts {
  return {
    ...goal,
    values: { ...values },
    routes: { ...routes },
    variants: { ...variants },
    countries: { ...countries },
  };
}

/** Without prototypes while it is filled: a rule's id may be any word. */
function newGoal(name: string): GoalCounts {
  const none = <T>() => Object.create(null) as Record<string, T>;
  return { name, count: 0, values: none(), routes: none(), variants: none(), countries: none() };
}

/**
 * Deletes all goals of one name of a code, for good, and returns how many: anybody who has scanned it can fill its names. What
 * one that fails midway has left the next one deletes. Throws `not_found` for a code that the caller does not have.
 */
export async function deleteGoals(
  { accountId, environment }: Caller,
  codeId: string,
  name: string,
): Promise<number> {
  const where = { id: codeId, accountId, environment, purgeAfter: null };
  const code = isId(codeId) ? await db.qrCode.findFirst({ where, select: { id: true } }) : null;
  if (code === null) throw new ServiceError("not_found", "There is no code with this id");
  const owner = { accountId, isSandbox: environment === "sandbox" };
  let deleted = 0;
  for (;;) {
    const some = await deleteSomeGoals(owner, codeId, name, sweptTogether);
    deleted += some;
    if (some < sweptTogether) return deleted;
  }
}

/** Rows that one statement deletes, and how long one run of the sweep takes. */
const sweptTogether = 5_000;
const sweepMs = 5_000;

/** Deletes scans that are too old for goals; how many. The goals of them stay. */
export async function sweepGoalScans(budgetMs = sweepMs): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let deleted = 0;
  for (;;) {
    const some = await deleteOldGoalScans(sweptTogether);
    deleted += some;
    if (some < sweptTogether || performance.now() > deadline) return deleted;
  }
}
