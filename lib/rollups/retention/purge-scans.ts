import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { loadDocuments, writeDocuments } from "../documents";
import { deleteRawRows } from "../erase/delete-rows";
import { type Owner, sweepMs, wholeAccount } from "../ground";
import { allowFor, Overtaken, tryDocumentWork } from "../roll/document-work";
import { forEachOwner } from "../roll/each-owner";
import { listPurges } from "../roll/list-purges";
import { rebuildDays } from "../roll/rebuild-days";
import { rollScans } from "../roll/roll-scans";
import { dayMs, dayNumberOf, dayOfNumber, numberOfDay } from "../utc-day";
import { readDetail } from "./read-detail";

/** Accounts of one statement. Each is looked up in two indexes, so that it ends in time however many rows there are. */
const lookedAtTogether = 5_000;

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Whether the account has a row before $1. `EXISTS` might be answered by reading the rows of all accounts. */
const hasOlder = (table: "scan" | "excluded_scan", at: string) =>
  `(SELECT min(r.${at}) FROM ${table} r WHERE r.account_id = looked.id AND NOT r.is_sandbox) < $1`;

interface PurgeOptions {
  /** Only this account's. */
  accountId?: string;
  /** Days that scans are kept in detail; the setting when left out. */
  keptDays?: number | undefined;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
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
}: PurgeOptions = {}): Promise<number> {
  if (keptDays === undefined) return 0;
  const deadline = performance.now() + budgetMs;
  const { rows } = await sql.query<{ now: Date }>("SELECT now()");
  const horizon = dayNumberOf((rows[0]?.now.getTime() ?? 0) - keptDays * dayMs);
  const before = new Date(horizon * dayMs);
  await openCounters(before, accountId);
  const owners = (await findWithOldRows(before, accountId)).map((id) => ({
    accountId: id,
    isSandbox: false,
  }));
  let purged = 0;
  await forEachOwner(owners, accountId === undefined, async (owner) => {
    if (performance.now() > deadline) return false;
    purged += await purgeOwner(owner, horizon, deadline);
    return true;
  });
  return purged;
}

/** An account that only bots have called has no counter yet; its rows go as others' do. */
async function openCounters(before: Date, accountId: string | undefined): Promise<void> {
  const accountIds = await findSeenByBotsAlone(before, accountId);
  if (accountIds.length === 0) return;
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     SELECT id, false, $2::timestamptz, date_trunc('month', $2::timestamptz, 'UTC'), 0, 0 FROM unnest($1::uuid[]) AS id
     ON CONFLICT DO NOTHING`,
    [accountIds, before],
  );
}

/** Days that are not in documents, or not counted again yet, are left for the next run. */
async function purgeOwner(owner: Owner, horizon: number, deadline: number): Promise<number> {
  const { accountId } = owner;
  const until = new Date(horizon * dayMs);
  await rollScans({ accountId, isForced: true, until, budgetMs: deadline - performance.now() });
  await rebuildDays({ accountId, budgetMs: deadline - performance.now() });
  for (;;) {
    if (performance.now() > deadline) return 0;
    const step = await tryDocumentWork(owner, (tx) => detailNextDay(tx, owner, horizon));
    if (step === null) return 0;
    if (step === "done") break;
  }
  const { rows } = await sql.query<{ rawFrom: Date | null }>(
    `SELECT raw_from AS "rawFrom" FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, owner.isSandbox],
  );
  const rawFrom = rows[0]?.rawFrom ?? null;
  if (rawFrom === null) return 0;
  let purged = 0;
  for (const table of ["scan", "excluded_scan"] as const) {
    purged += (await deleteRawRows(table, owner, deadline, rawFrom)).deleted;
  }
  return purged;
}

/** Gives the documents of the oldest day with raw rows their detail: from its commit on nobody reads those rows. */
async function detailNextDay(tx: Transaction, owner: Owner, horizon: number): Promise<"more" | "done"> {
  const { day, limit } = await findNextDay(tx, owner, horizon);
  if (day === null) {
    await moveRawFrom(tx, owner, limit);
    return "done";
  }
  const erasures = await listPurges(tx, owner);
  const documents = (await loadDocuments(tx, owner, [day])).list();
  const scans = documents.find(({ code }) => code === wholeAccount)?.scans ?? 0;
  const details = await readDetail(tx, owner, day, await allowFor(tx, scans));
  for (const document of documents) document.detail = details.get(document.code) ?? null;
  await writeDocuments(tx, owner, documents);
  await moveRawFrom(tx, owner, day + 1);
  // A deletion and we lock the counter in turn: this one has marked the day, which is counted without the code first.
  if ((await listPurges(tx, owner)) !== erasures) throw new Overtaken();
  return "more";
}

/** The oldest day with documents, before the first one that is stale, open or too young. */
async function findNextDay(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  horizon: number,
): Promise<{ day: number | null; limit: number }> {
  const { rows } = await tx.query<{ day: number | null; limit: number }>(
    `SELECT bound.limit, (SELECT min(${numberOfDay("d.day")}) FROM scan_day d
         WHERE d.account_id = $1 AND d.is_sandbox = $2 AND d.day < ${dayOfNumber("bound.limit")}
           AND d.day >= coalesce((bound.raw_from AT TIME ZONE 'UTC')::date, '-infinity')) AS day
     FROM (SELECT l.raw_from, least($3::int,
         coalesce(${numberOfDay("(l.rolled_to AT TIME ZONE 'UTC')::date")}, 0),
         (SELECT min(${numberOfDay("m.day")}) FROM stale_scan_day m
           WHERE m.account_id = $1 AND m.is_sandbox = $2
             AND m.day >= coalesce((l.raw_from AT TIME ZONE 'UTC')::date, '-infinity'))) AS "limit"
       FROM scan_counter l WHERE l.account_id = $1 AND l.is_sandbox = $2) bound`,
    [accountId, isSandbox, horizon],
  );
  return rows[0] ?? { day: null, limit: 0 };
}

async function moveRawFrom(tx: Transaction, { accountId, isSandbox }: Owner, day: number): Promise<void> {
  await tx.query(
    `UPDATE scan_counter SET raw_from = greatest(raw_from, $3::timestamptz)
     WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, isSandbox, new Date(day * dayMs)],
  );
}

/** Production data sets with a counter and without an erasure under way that have raw rows from before an instant. */
function findWithOldRows(before: Date, accountId?: string): Promise<string[]> {
  return lookThrough(
    `SELECT account_id AS id FROM scan_counter WHERE NOT is_sandbox`,
    `(${hasOlder("scan", "scanned_at")} OR ${hasOlder("excluded_scan", "seen_at")})
       AND NOT EXISTS (SELECT FROM scan_purge f WHERE f.account_id = looked.id)`,
    before,
    accountId,
  );
}

/** Accounts without a counter, since no person has scanned a code of theirs, that have such rows of bots. */
function findSeenByBotsAlone(before: Date, accountId?: string): Promise<string[]> {
  return lookThrough(
    `SELECT id FROM (SELECT id, id AS account_id FROM account) AS a WHERE NOT EXISTS (
       SELECT FROM scan_counter l WHERE l.account_id = a.id AND NOT l.is_sandbox)`,
    hasOlder("excluded_scan", "seen_at"),
    before,
    accountId,
  );
}

async function lookThrough(
  source: string,
  isDue: string,
  before: Date,
  accountId: string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = beforeAll;
  while (after !== null) {
    const { rows }: { rows: { due: string[]; last: string | null }[] } = await sql.query(
      `SELECT coalesce(array_agg(id) FILTER (WHERE ${isDue}), '{}') AS due,
         CASE count(*) WHEN ${lookedAtTogether} THEN (array_agg(id ORDER BY id DESC))[1] END AS last
       FROM (${source} AND account_id > $2 AND ($3::uuid IS NULL OR account_id = $3)
         ORDER BY account_id LIMIT ${lookedAtTogether}) AS looked`,
      [before, after, accountId ?? null],
    );
    found.push(...(rows[0]?.due ?? []));
    after = rows[0]?.last ?? null;
  }
  return found;
}
