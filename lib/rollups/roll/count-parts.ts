import type { Transaction } from "@/lib/platform/db";
import { type Document, DocumentSet } from "../documents";
import { type Owner, wholeAccount } from "../ground";
import { countBots, countVisitors, type Group, groupScans, type Part } from "../group-scans";
import { addLabels, addQuarters, addTotals } from "../sums";
import { dayMs, dayNumberOf } from "../utc-day";
import { allowFor } from "./document-work";

/** The parts of the UTC days that a stretch of time touches; a part's id is its day. */
export function cutIntoDays(from: number, to: number, without?: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  for (let day = dayNumberOf(from); day * dayMs < to; day += 1) {
    if (without?.has(day)) continue;
    parts.push({ id: day, from: Math.max(from, day * dayMs), to: Math.min(to, (day + 1) * dayMs) });
  }
  return parts;
}

/**
 * What raw rows of parts come to, as documents of their codes and of the account, visitors aside. The account's are the
 * sums of its codes': that costs less than grouping all rows once more.
 */
export async function countParts(
  tx: Transaction,
  owner: Owner,
  parts: readonly Part[],
): Promise<DocumentSet> {
  const documents = new DocumentSet();
  for (const group of await groupScans(tx, owner, parts, { perCode: true })) {
    addGroup(documents.take(group.part, group.code as string), group);
  }
  for (const { part, code, count } of await countBots(tx, owner, parts, { perCode: true })) {
    documents.take(part, code as string).bots += count;
  }
  for (const document of documents.list()) mergeInto(documents.take(document.day, wholeAccount), document);
  return documents;
}

function addGroup(document: Document, { grouping, labels }: Group): void {
  if (grouping === "code") return;
  if (grouping !== "quarter") {
    addLabels(document.totals[grouping], labels);
    return;
  }
  for (const quarter in labels) {
    const count = labels[quarter] as number;
    document.quarters[Number(quarter)] = (document.quarters[Number(quarter)] ?? 0) + count;
    document.scans += count;
  }
}

/** Adds a document's counts to another's. Visitors don't add up: they are counted when the day is over. */
export function mergeInto(sum: Document, document: Document): void {
  sum.scans += document.scans;
  sum.bots += document.bots;
  addQuarters(sum.quarters, document.quarters);
  addTotals(sum.totals, document.totals);
}

/** Counts the visitors of days that are over, for each of their documents. */
export async function closeDays(
  tx: Transaction,
  owner: Owner,
  documents: DocumentSet,
  days: readonly number[],
): Promise<void> {
  const closed = new Set(days);
  for (const document of documents.list()) if (closed.has(document.day)) document.visitors = 0;
  const accounts = documents.list().filter(({ day, code }) => code === wholeAccount && closed.has(day));
  const timeoutMs = await allowFor(
    tx,
    accounts.reduce((sum, { scans }) => sum + scans, 0),
  );
  const parts = days.map((day) => ({ id: day, from: day * dayMs, to: (day + 1) * dayMs }));
  for (const { part, code, count } of await countVisitors(tx, owner, parts, {
    perCode: true,
    timeoutMs,
  })) {
    documents.take(part, code ?? wholeAccount).visitors = count;
  }
}
