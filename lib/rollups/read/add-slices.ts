import type { Transaction } from "@/lib/platform/db";
import { type DayCounts, dimensions, quartersOfDay, type Scope } from "../counts";
import { type Document, loadDocuments } from "../documents";
import { omitCodes } from "../erase/omit-codes";
import { notDeleted, type Owner, wholeAccount } from "../ground";
import { addLabels, type Labels } from "../sums";
import { dayOfNumber } from "../utc-day";
import type { Slice } from "./plan";
import type { Reading } from "./sums-of-plan";

/** Adds edges of intervals that lie within days whose raw rows are gone, from the detail of their documents. */
export async function addSlices(
  tx: Transaction,
  scope: Scope,
  { plan, state, sums }: Reading,
): Promise<void> {
  if (plan.slices.size === 0) return;
  const days = [...new Set([...plan.slices.values()].map(({ day }) => day))];
  const { codeId } = scope;
  const documents =
    codeId === undefined
      ? await readPurged(tx, scope, days, state.deletedCodes)
      : (await loadDocuments(tx, scope, state.deletedCodes.includes(codeId) ? [] : days, [codeId])).list();
  const byDay = new Map(documents.map((document) => [document.day, document]));
  for (const [place, slice] of plan.slices) {
    const document = byDay.get(slice.day);
    if (document !== undefined) addSlice(sums.days[place] as DayCounts, document, slice);
  }
  const slices = [...plan.slices.values()];
  for (const { interval, code, scans } of await readCodes(tx, scope, slices)) {
    addLabels(sums.codes[interval] as Labels, { [code]: scans });
  }
}

function addSlice(sum: DayCounts, { quarters, detail }: Document, { from, to }: Slice): void {
  for (let quarter = from; quarter < to; quarter += 1) {
    const count = quarters[quarter] ?? 0;
    sum.quarters[quarter] = (sum.quarters[quarter] ?? 0) + count;
    sum.scans += count;
  }
  if (detail === null) return;
  sum.bots += countWithin(detail.bots, from, to);
  const seenBefore = from === 0 ? 0 : countWithin(detail.leavers, 0, from);
  const seen = to === quartersOfDay ? Number.POSITIVE_INFINITY : countWithin(detail.arrivals, 0, to);
  // Who had come before the end and did not leave before the beginning.
  const all = countWithin(detail.arrivals, 0, quartersOfDay);
  sum.visitors += Math.max(0, Math.min(seen, all) - seenBefore);
  for (const dimension of dimensions) {
    for (const [label, pairs] of Object.entries(detail.labels[dimension])) {
      let count = 0;
      for (let at = 0; at < pairs.length; at += 2) {
        const quarter = pairs[at] as number;
        if (from <= quarter && quarter < to) count += pairs[at + 1] as number;
      }
      if (count > 0) addLabels(sum.totals[dimension], { [label]: count });
    }
  }
}

function countWithin(counts: Labels, from: number, to: number): number {
  let count = 0;
  for (const quarter in counts) {
    if (from <= Number(quarter) && Number(quarter) < to) count += counts[quarter] as number;
  }
  return count;
}

/** Scans of each code, or of the one that was asked for. */
async function readCodes(
  tx: Transaction,
  { accountId, isSandbox, codeId }: Scope,
  slices: readonly Slice[],
): Promise<{ interval: number; code: string; scans: number }[]> {
  const { rows } = await tx.query<{ interval: number; code: string; scans: number }>(
    `SELECT s.interval, d.qr_code_id AS code, sum(q.count)::float8 AS scans
     FROM unnest($3::int[], $4::int[], $5::int[], $6::int[]) AS s(interval, day, from_quarter, to_quarter)
       JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2 AND d.day = ${dayOfNumber("s.day")}
         AND d.qr_code_id <> '${wholeAccount}' AND ${notDeleted("d.qr_code_id")}
         AND ($7::uuid IS NULL OR d.qr_code_id = $7)
       CROSS JOIN LATERAL unnest(d.quarters[s.from_quarter + 1:s.to_quarter]) AS q(count)
     GROUP BY 1, 2`,
    [
      accountId,
      isSandbox,
      slices.map(({ interval }) => interval),
      slices.map(({ day }) => day),
      slices.map(({ from }) => from),
      slices.map(({ to }) => to),
      codeId ?? null,
    ],
  );
  return rows;
}

/** The account's documents of days whose raw rows are gone, without codes that are being erased. */
async function readPurged(
  tx: Transaction,
  owner: Owner,
  days: readonly number[],
  deletedCodes: readonly string[],
): Promise<Document[]> {
  if (deletedCodes.length === 0) return (await loadDocuments(tx, owner, days, [wholeAccount])).list();
  const all = (await loadDocuments(tx, owner, days)).list();
  return all.filter((account) => {
    if (account.code !== wholeAccount) return false;
    const ofDay = all.filter(({ day, code }) => day === account.day && code !== wholeAccount);
    const gone = ofDay.filter(({ code }) => deletedCodes.includes(code));
    if (gone.length > 0)
      omitCodes(
        account,
        gone,
        ofDay.filter(({ code }) => !deletedCodes.includes(code)),
      );
    return true;
  });
}
