import { dimensions } from "../counts";
import type { Detail, Document } from "../documents";
import { addLabels, addQuarters, addTotals, type Labels, noLabels } from "../sums";

/** What of a document counts for a day as a whole. */
export type WholeDay = Omit<Document, "day" | "code" | "detail">;

/**
 * Takes a code out of the account's document of a day. Scans add up, so they are exact; a visitor may have scanned other
 * codes as well, so there may be too many visitors afterwards.
 */
export function omitCode(account: WholeDay, gone: WholeDay): void {
  account.scans -= gone.scans;
  account.bots -= gone.bots;
  addQuarters(account.quarters, gone.quarters, -1);
  addTotals(account.totals, gone.totals, -1);
  if (account.visitors !== null) account.visitors = Math.min(account.visitors, account.scans);
}

/** The same of a day whose raw rows are gone: of visitors there are at most as many as the other codes had. */
export function omitCodes(account: Document, gone: readonly Document[], others: readonly Document[]): void {
  for (const document of gone) {
    omitCode(account, document);
    if (account.detail && document.detail) subtractDetail(account.detail, document.detail);
  }
  const theirs = others.reduce((sum, { visitors }) => sum + (visitors ?? 0), 0);
  account.visitors = Math.min(account.visitors ?? 0, theirs);
  if (account.detail === null) return;
  for (const name of ["arrivals", "leavers"] as const) {
    const most = noLabels();
    for (const { detail } of others) addLabels(most, detail?.[name] ?? {});
    account.detail[name] = boundLabels(account.detail[name], most);
  }
}

function boundLabels(labels: Labels, most: Labels): Labels {
  const bounded = noLabels();
  for (const label in labels) {
    const count = Math.min(labels[label] as number, most[label] ?? 0);
    if (count > 0) bounded[label] = count;
  }
  return bounded;
}

function subtractDetail(sum: Detail, detail: Detail): void {
  addLabels(sum.bots, detail.bots, -1);
  for (const dimension of dimensions) {
    for (const [label, pairs] of Object.entries(detail.labels[dimension] ?? {})) {
      const counts = readPairs(sum.labels[dimension]?.[label] ?? []);
      addLabels(counts, readPairs(pairs), -1);
      const left = Object.entries(counts).flatMap(([quarter, count]) => [Number(quarter), count]);
      if (left.length > 0) sum.labels[dimension][label] = left;
      else delete sum.labels[dimension][label];
    }
  }
}

function readPairs(pairs: readonly number[]): Labels {
  const counts = noLabels();
  for (let at = 0; at < pairs.length; at += 2) counts[pairs[at] as number] = pairs[at + 1] as number;
  return counts;
}
