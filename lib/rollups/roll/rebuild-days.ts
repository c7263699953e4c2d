import { sql, type Transaction } from "@/lib/platform/db";
import { DocumentSet, writeDocuments } from "../documents";
import { type Owner, sweepMs, wholeAccount } from "../ground";
import { dayMs, dayOfNumber, numberOfDay } from "../utc-day";
import { closeDays, countParts, cutIntoDays, mergeInto } from "./count-parts";
import { findCut, readMarks, tryDocumentWork } from "./document-work";
import { forEachOwner } from "./each-owner";

interface RebuildOptions {
  /** Only this account's. */
  accountId?: string;
  /** Ends after this time, with the rest left to the next run. */
  budgetMs?: number;
  /** Days of more scans are left to a run without it. */
  mostScans?: number;
  /** Called after each day with how many have been counted. */
  onProgress?: (days: number) => void;
}

/**
 * Counts stale days again from raw rows, each as a whole and the latest first, for most readers ask for those. Returns
 * how many that was. A day whose raw rows were purged keeps its documents.
 */
export async function rebuildDays({
  accountId,
  budgetMs = sweepMs,
  mostScans,
  onProgress,
}: RebuildOptions = {}): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let rebuilt = 0;
  await forEachOwner(await findOwners(accountId), accountId === undefined, async (owner) => {
    for (const day of await listDays(owner, mostScans)) {
      if (performance.now() > deadline) return false;
      const isMine = await tryDocumentWork(owner, (tx) => rebuildDay(tx, owner, day));
      if (isMine === null) break;
      rebuilt += 1;
      onProgress?.(rebuilt);
    }
    return true;
  });
  return rebuilt;
}

/** How many scans a day has is what its document says. */
async function listDays(owner: Owner, mostScans: number | undefined): Promise<number[]> {
  const days = [...(await readMarks(owner)).keys()].sort((a, b) => b - a);
  if (mostScans === undefined) return days;
  const { rows } = await sql.query<{ day: number }>(
    `SELECT ${numberOfDay("day")} AS day FROM scan_day
     WHERE account_id = $1 AND is_sandbox = $2 AND qr_code_id = '${wholeAccount}' AND scans <= $3
       AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($4::int[]) AS d))`,
    [owner.accountId, owner.isSandbox, mostScans, days],
  );
  const small = new Set(rows.map(({ day }) => day));
  return days.filter((day) => small.has(day));
}

async function findOwners(accountId: string | undefined): Promise<Owner[]> {
  const { rows } = await sql.query<Owner>(
    `SELECT DISTINCT account_id AS "accountId", is_sandbox AS "isSandbox" FROM stale_scan_day d
     WHERE ($1::uuid IS NULL OR account_id = $1)`,
    [accountId ?? null],
  );
  return rows;
}

/** The mark goes only in the version that was there before anything was counted: a later mark stays. */
async function rebuildDay(tx: Transaction, owner: Owner, day: number): Promise<true> {
  const mark = (await readMarks(owner, tx)).get(day);
  if (mark === undefined) return true;
  const { rolledTo, rawFrom } = await readExtent(tx, owner);
  if (day * dayMs >= rawFrom) await replaceDay(tx, owner, day, rolledTo);
  await tx.query(
    `DELETE FROM stale_scan_day WHERE account_id = $1 AND is_sandbox = $2 AND day = ${dayOfNumber("$3::int")}
       AND xmin::text = $4`,
    [owner.accountId, owner.isSandbox, day, mark.version],
  );
  return true;
}

async function readExtent(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
): Promise<{ rolledTo: number; rawFrom: number }> {
  const { rows } = await tx.query<{ rolledTo: Date | null; rawFrom: Date | null }>(
    `SELECT rolled_to AS "rolledTo", raw_from AS "rawFrom" FROM scan_counter
     WHERE account_id = $1 AND is_sandbox = $2`,
    [accountId, isSandbox],
  );
  const { rolledTo, rawFrom } = rows[0] ?? {};
  return {
    rolledTo: rolledTo?.getTime() ?? Number.NEGATIVE_INFINITY,
    rawFrom: rawFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
  };
}

async function replaceDay(tx: Transaction, owner: Owner, day: number, rolledTo: number): Promise<void> {
  await tx.query(
    `DELETE FROM scan_day WHERE account_id = $1 AND is_sandbox = $2 AND day = ${dayOfNumber("$3::int")}`,
    [owner.accountId, owner.isSandbox, day],
  );
  const end = Math.min((day + 1) * dayMs, rolledTo);
  const documents = new DocumentSet();
  for (let from = day * dayMs; from < end; ) {
    const to = await findCut(tx, owner, { from, to: end });
    const some = await countParts(tx, owner, cutIntoDays(from, to));
    for (const document of some.list()) mergeInto(documents.take(day, document.code), document);
    from = to;
  }
  if (end === (day + 1) * dayMs) await closeDays(tx, owner, documents, [day]);
  await writeDocuments(tx, owner, documents.list());
}
