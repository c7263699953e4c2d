import { type Dimension, dimensions, quartersOfDay, type Totals } from "./counts";
import { addLabels, addQuarters, addTotals, type Labels, noLabels, noTotals } from "./sums";

/** What is known of a code, or of the whole account, on one UTC day. */
export interface Document {
  day: number;
  code: string;
  scans: number;
  bots: number;
  /** Null while the day is open. */
  visitors: number | null;
  quarters: number[];
  totals: Totals;
  /** Only of a day whose raw rows are gone. */
  detail: Detail | null;
  /** Of the account on a day that is over and still has its raw rows, as `packDay` writes it. */
  pack?: Buffer;
}

/** What of a day only raw rows would know, by the quarter-hour: quarter → count, and for each label quarters and counts in turn. */
export interface Detail {
  bots: Labels;
  /** Visitors whose first scan of the day lies in the quarter-hour, and whose last does. */
  arrivals: Labels;
  leavers: Labels;
  labels: Record<Dimension, Record<string, number[]>>;
}

/** Documents by day and code; a missing one reads as empty. */
export class DocumentSet {
  readonly #documents = new Map<string, Document>();

  take(day: number, code: string): Document {
    const key = `${day} ${code}`;
    let document = this.#documents.get(key);
    if (document === undefined) {
      const quarters = Array<number>(quartersOfDay).fill(0);
      document = { day, code, scans: 0, bots: 0, visitors: null, quarters, totals: noTotals(), detail: null };
      this.#documents.set(key, document);
    }
    return document;
  }

  list(): Document[] {
    return [...this.#documents.values()];
  }
}

/** Adds a document's counts to another's. Visitors don't add up: they are counted when the day is over. */
export function mergeInto(sum: Document, document: Document): void {
  sum.scans += document.scans;
  sum.bots += document.bots;
  addQuarters(sum.quarters, document.quarters);
  addTotals(sum.totals, document.totals);
}

/** What of a document counts for a day as a whole. */
type WholeDay = Omit<Document, "day" | "code" | "detail">;

/**
 * Excludes a code from the account's document of a day. Scans add up, so they are exact; a visitor may have scanned other
 * codes as well, so there may be too many visitors afterwards.
 */
export function excludeCode(account: WholeDay, gone: WholeDay): void {
  account.scans -= gone.scans;
  account.bots -= gone.bots;
  addQuarters(account.quarters, gone.quarters, -1);
  addTotals(account.totals, gone.totals, -1);
  if (account.visitors !== null) account.visitors = Math.min(account.visitors, account.scans);
}

/** The same of a day whose raw rows are gone: of visitors there are at most as many as the other codes had. */
export function excludeCodes(
  account: Document,
  gone: readonly Document[],
  others: readonly Document[],
): void {
  for (const document of gone) {
    excludeCode(account, document);
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
      sum.labels[dimension] ??= Object.create(null) as Record<string, number[]>;
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
