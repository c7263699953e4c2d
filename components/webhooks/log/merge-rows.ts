import type { LogRow } from "@/lib/webhooks/schema";

/** Rows that a page keeps at most, however long it is open. */
export const mostRows = 200;
/** A message of so many rows that names none that is known leaves out what came between. */
const wholeTop = 100;

/** What a page of the log shows. */
export interface Shown {
  /** The newest first. */
  rows: readonly LogRow[];
  hasOlder: boolean;
}

function compare(one: LogRow, other: LogRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** What of a message is new to a page: what is older than its last row is on the pages after it. */
export function listNew({ rows, hasOlder }: Shown, told: readonly LogRow[]): LogRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const last = rows.at(-1);
  return told.filter((row) => {
    if (known.has(row.id)) return false;
    return last === undefined || !hasOlder || compare(row, last) < 0;
  });
}

/** Rows that are known as they are told now, in their places. */
export function updateRows(shown: Shown, told: readonly LogRow[]): Shown {
  const news = new Map(told.map((row) => [row.id, row]));
  if (!shown.rows.some(({ id }) => news.has(id))) return shown;
  return { ...shown, rows: shown.rows.map((row) => news.get(row.id) ?? row) };
}

export function addRows(shown: Shown, added: readonly LogRow[]): Shown {
  if (added.length === 0) return shown;
  const rows = [...added, ...shown.rows].sort(compare);
  return { rows: rows.slice(0, mostRows), hasOlder: shown.hasOlder || rows.length > mostRows };
}

/** Whether between what is shown and the newest there is more than was told. */
export function isGap({ rows }: Shown, told: readonly LogRow[]): boolean {
  const known = new Set(rows.map(({ id }) => id));
  return rows.length > 0 && told.length >= wholeTop && !told.some(({ id }) => known.has(id));
}
