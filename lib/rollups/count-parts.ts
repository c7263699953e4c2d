import type { Transaction } from "@/lib/platform/db";
import { type Owner, wholeAccount } from "./counts";
import { allowFor } from "./document-work";
import { type Document, DocumentSet, mergeInto } from "./documents";
import { mostPacked, packDay } from "./packs";
import { countBots, countVisitors, type Group, groupScans, type Part } from "./queries.count";
import { listScansToPack } from "./queries.read";
import { addGroupLabels, addQuarterLabels, dayMs, dayNumberOf } from "./sums";

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
 * Counts raw rows of parts, as documents of their codes and of the account, without visitors. The account's are the
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

function addGroup(document: Document, group: Group): void {
  const { grouping, labels } = group;
  if (grouping === "quarter") addQuarterLabels(document, labels);
  else if (grouping !== "code") addGroupLabels(document.totals, { ...group, grouping });
}

/** Counts the visitors of days that are over, for each of their documents, and packs the account's scans. */
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
  for (const account of accounts) {
    if (account.scans > mostPacked) continue;
    account.pack = packDay(await listScansToPack(tx, owner, account.day));
  }
}
