import { sql, stampLock, type Transaction } from "@/lib/platform/db";
import { loadDocuments, writeDocuments } from "../documents";
import { type Owner, sweepMs, wholeAccount } from "../ground";
import { markDirty } from "../mark-dirty";
import { dayMs, dayNumberOf, nameDay } from "../utc-day";
import { closeDays, countParts, cutIntoDays, mergeInto } from "./count-parts";
import { findCut, Overtaken, readMarks, tryDocumentWork } from "./document-work";
import { forEachOwner } from "./each-owner";
import { listErasures } from "./list-erasures";

/** How long ago a scan must be to be rolled up; stamps are never as far behind the clock. */
const marginMs = 5_000;
/** Scans beside the documents that a reader counts in a few milliseconds. */
export const worthRolling = 5_000;

interface RollOptions {
  /** Only this account's. */
  accountId?: string;
  /** Every account with scans that are not in documents, however few. */
  isForced?: boolean;
  /** Nothing later is rolled. */
  until?: Date;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
}

/**
 * Adds scans to the documents of their days: where many have come since the last time, and where a day is over, whose
 * visitors are counted then. Returns how many scans that was. Processes share the work by account.
 */
export async function rollScans({
  accountId,
  isForced = false,
  until,
  budgetMs = sweepMs,
}: RollOptions = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let rolled = 0;
  const boundary = Math.min(await chooseBoundary(), until?.getTime() ?? Number.POSITIVE_INFINITY);
  const owners = await findOwners(boundary, isForced, accountId);
  await forEachOwner(owners, accountId === undefined, async ({ limit, ...owner }) => {
    for (;;) {
      if (performance.now() > deadline) return false;
      const step = await tryDocumentWork(owner, (tx) => rollStep(tx, owner, limit.getTime()));
      rolled += step?.scans ?? 0;
      if (step === null || step.rolledTo >= limit.getTime()) return true;
    }
  });
  return rolled;
}

/**
 * An instant before which no scan can come any more: a process that stamped before has committed once we have
 * the lock, and later ones give later stamps.
 */
async function chooseBoundary(): Promise<number> {
  await sql.query("SELECT pg_advisory_xact_lock($1)", [stampLock]);
  const { rows } = await sql.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return (rows[0]?.now.getTime() ?? 0) - marginMs;
}

/**
 * Whose scans are to be rolled, and up to where. Few scans of today stay as they are, for every roll writes the day's
 * documents; a ledger that stands at midnight is done until more come.
 */
async function findOwners(
  boundary: number,
  isForced: boolean,
  accountId: string | undefined,
): Promise<(Owner & { limit: Date })[]> {
  const midnight = new Date(dayNumberOf(boundary) * dayMs);
  const { rows } = await sql.query<Owner & { limit: Date }>(
    `SELECT account_id AS "accountId", is_sandbox AS "isSandbox",
       CASE WHEN $3 OR unrolled >= ${worthRolling} THEN $2::timestamptz ELSE $1::timestamptz END AS "limit"
     FROM scan_ledger l
     WHERE ($4::uuid IS NULL OR account_id = $4)
       AND ($3 OR unrolled >= ${worthRolling} OR rolled_to IS NULL AND last_stamp < $1
         OR rolled_to < $1 AND (unrolled > 0 OR rolled_to <> date_trunc('day', rolled_to, 'UTC')))`,
    [midnight, new Date(boundary), isForced, accountId ?? null],
  );
  return rows;
}

interface Step {
  scans: number;
  rolledTo: number;
}

/** Rolls what lies between the ledger's mark and a limit, or the first part of it; in one transaction. */
async function rollStep(tx: Transaction, owner: Owner, limit: number): Promise<Step> {
  const { start: from, lastStamp } = await findStart(tx, owner);
  if (from === null || from >= limit) return { scans: 0, rolledTo: limit };
  const erasures = await listErasures(tx, owner);
  const to = await chooseEnd(tx, owner, from, limit);
  const marks = await readMarks(owner, tx);
  const dirty = new Set([...marks.keys()].filter((day) => !marks.get(day)?.isReadable));
  const parts = cutIntoDays(from, to, dirty);
  const documents = await countParts(tx, owner, parts);
  const scans = documents
    .list()
    .reduce((sum, { code, scans }) => (code === wholeAccount ? sum + scans : sum), 0);
  const firstDay = dayNumberOf(from);
  if (firstDay * dayMs < from && !dirty.has(firstDay)) {
    for (const known of (await loadDocuments(tx, owner, [firstDay])).list()) {
      mergeInto(documents.take(known.day, known.code), known);
    }
  }
  const days = new Set(documents.list().map(({ day }) => day));
  await closeDays(
    tx,
    owner,
    documents,
    [...days].filter((day) => (day + 1) * dayMs <= to),
  );
  await writeDocuments(tx, owner, documents.list());
  await moveLedger(tx, owner, { to, limit, lastStamp });
  // Codes that were deleted meanwhile may be counted in, in their documents as in the account's: readers leave them out,
  // but for the visitors.
  if ((await listErasures(tx, owner)) !== erasures) {
    await markDirty(tx, owner, [...days].map(nameDay), { isReadable: true });
  }
  return { scans, rolledTo: to };
}

interface Standing {
  /** Where the documents end; for an account without any the day of its first row. Null: there is nothing. */
  start: number | null;
  lastStamp: Date;
}

async function findStart(tx: Transaction, { accountId, isSandbox }: Owner): Promise<Standing> {
  const { rows } = await tx.query<{ start: Date | null; lastStamp: Date }>(
    `SELECT l.last_stamp AS "lastStamp", coalesce(l.rolled_to, date_trunc('day', least(
        (SELECT min(scanned_at) FROM scan WHERE account_id = $1 AND is_sandbox = $2),
        (SELECT min(seen_at) FROM excluded_scan WHERE account_id = $1 AND is_sandbox = $2)), 'UTC')) AS start
     FROM scan_ledger l WHERE l.account_id = $1 AND l.is_sandbox = $2`,
    [accountId, isSandbox],
  );
  const { start, lastStamp } = rows[0] ?? {};
  return { start: start?.getTime() ?? null, lastStamp: lastStamp ?? new Date(0) };
}

/** At a midnight where there is one, so that a day is written once. */
async function chooseEnd(tx: Transaction, owner: Owner, from: number, limit: number): Promise<number> {
  const cut = await findCut(tx, owner, { from, to: limit });
  const midnight = dayNumberOf(cut) * dayMs;
  return cut < limit && midnight > from ? midnight : cut;
}

/**
 * The ledger's lock holds up the scans of all accounts, so it is taken last and for a few short statements. Only a clock
 * that goes back by seconds stamps scans before `to` meanwhile, after those that the account had; an account that is not in the
 * ledger yet will see our mark in it.
 */
async function moveLedger(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  { to, limit, lastStamp }: { to: number; limit: number; lastStamp: Date },
): Promise<void> {
  const values = [accountId, isSandbox];
  const { rows } = await tx.query<{ hasMoved: boolean }>(
    `SELECT last_stamp > $3 AS "hasMoved" FROM scan_ledger
     WHERE account_id = $1 AND is_sandbox = $2 FOR UPDATE`,
    [...values, lastStamp],
  );
  if (rows[0]?.hasMoved && lastStamp.getTime() < to) {
    const late = await tx.query(
      `SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at > $3 AND scanned_at < $4 LIMIT 1`,
      [...values, lastStamp, new Date(to)],
    );
    if (late.rowCount !== 0) throw new Overtaken();
  }
  const remaining = `(SELECT count(*) FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= $3)`;
  await tx.query(
    `UPDATE scan_ledger SET rolled_to = $3, unrolled = ${to === limit ? remaining : "unrolled"}
     WHERE account_id = $1 AND is_sandbox = $2`,
    [...values, new Date(to)],
  );
}
