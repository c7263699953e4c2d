import { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { createBatcher } from "@/lib/platform/batch-loader";
import { cursorInstant, paginate, readCursor, writeCursor } from "@/lib/platform/cursor";
import { shortUrlOf } from "@/lib/platform/env";
import { fieldError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { readFromReplica } from "@/lib/platform/read-replica";
import { plainText } from "@/lib/platform/schema-fields";
import type { Settings } from "@/lib/qr/schema";
import { findRecentScans } from "@/lib/scans";
import { payloadOf } from "./draft";
import { measureRow } from "./least-module";
import {
  type CodeFilter,
  type ListRow,
  listCodeIds,
  listCodeRows,
  listCodeRowsBehind,
  searchCodeRows,
} from "./queries.list";
import {
  type CodeQuestion,
  type EarlierTarget,
  findCodeRows,
  listExportedRows,
  listUpdateTimes,
} from "./queries.read";
import type { FindQuery, FoundCode } from "./read-schema";
import {
  type CodeRow,
  codeNotFound,
  presentListed,
  presentShortUrl,
  presentStored,
  type StoredRow,
} from "./rows";
import {
  type CodeListQuery,
  type CodePage,
  type ListedCode,
  maxSelected,
  orderOf,
  type StoredCode,
} from "./schema";

export { stateOf } from "./rows";

/** One code of the caller with its last scans. Throws `not_found`, also for another account's. */
export async function getCode(caller: Caller, id: string): Promise<StoredCode> {
  const code = await findCode(caller, id);
  if (code === null) throw codeNotFound();
  return code;
}

/** The same, or null. */
export async function findCode(caller: Caller, id: string): Promise<StoredCode | null> {
  const found = await findRow(caller, id);
  if (found === undefined) return null;
  const row = await measureRow(caller, found);
  // A code that was never scanned saves the second query.
  if (row.lastScannedAt === null) return presentStored(row, []);
  const { accountId, environment } = caller;
  const scanned = { accountId, isSandbox: environment === "sandbox", codeId: id };
  return presentStored(row, await findRecentScans(scanned));
}

export async function getRow(caller: Caller, id: string): Promise<StoredRow> {
  const row = await findRow(caller, id);
  if (row === undefined) throw codeNotFound();
  return row;
}

/** The caller's row; undefined also for another account's. */
export async function findRow(caller: Caller, id: string): Promise<StoredRow | undefined> {
  return isId(id) ? findGathered({ caller, id }) : undefined;
}

const findGathered: (question: CodeQuestion) => Promise<StoredRow | undefined> = createBatcher({
  name: "find code",
  ask: findCodeRows,
  maxBatch: 32,
  maxRunning: 2,
  maxWaiting: 5_000,
});

/** One page of the caller's codes. A page beyond the last is empty. */
export async function listCodes(
  caller: Caller,
  query: CodeFilter & Pick<CodeListQuery, "page" | "limit">,
): Promise<CodePage> {
  const { page = 1, limit } = query;
  const offset = BigInt(page - 1) * BigInt(limit);
  const { rows, total } = await readFromReplica(caller.accountId, () =>
    listCodeRows(caller, query, { limit, offset }),
  );
  const pagination = paginate(rows, { page, limit, total }, (last) => cursorOf(query, last));
  return { data: rows.map(presentListed), pagination };
}

const order = z.enum(["asc", "desc"]);
/** An `int` of PostgreSQL. */
const maxCount = 2_147_483_647;

const cursorSchema = z.union([
  z.tuple([z.enum(["createdAt", "updatedAt"]), order, z.uuid(), cursorInstant]),
  z.tuple([z.literal("name"), order, z.uuid(), plainText({ max: 200 })]),
  z.tuple([z.literal("scanCount"), order, z.uuid(), z.int().min(0).max(maxCount)]),
  z.tuple([z.literal("rank"), order, z.uuid(), z.int().min(0).max(3), cursorInstant]),
]);

function cursorOf(query: CodeFilter, row: ListRow): string {
  const sort = orderOf(query);
  const values = sort === "rank" ? [row.rank ?? 0, row.createdAt] : [row[sort]];
  const written = values.map((value) => (value instanceof Date ? value.toISOString() : value));
  return writeCursor([sort, query.order, row.id, ...written]);
}

/**
 * The page behind a cursor. What exists throughout a walk comes once, whatever comes or goes meanwhile; sorted by what can
 * change, that holds for codes in which it doesn't. Throws `validation_failed`.
 */
export async function listCodesBehind(
  caller: Caller,
  query: CodeFilter & { cursor: string; limit: number },
): Promise<{ data: ListedCode[]; pagination: { limit: number; nextCursor: string | null } }> {
  const { cursor, limit } = query;
  const [sort, order, id, ...values] = readCursor(cursor, cursorSchema);
  if (sort !== orderOf(query) || order !== query.order) {
    const message = `cursor is of a list sorted by ${sort}, ${order}; send the same search, sort and order`;
    throw fieldError("validation_failed", { field: "cursor", code: "other_order", message });
  }
  const rows = await readFromReplica(caller.accountId, () =>
    listCodeRowsBehind(caller, query, { values, id }, limit + 1),
  );
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? cursorOf(query, last) : null;
  return { data: data.map(presentListed), pagination: { limit, nextCursor } };
}

/** The first 500 of the caller's codes in a list, whatever their pages, and how many the list has. */
export async function findMatching(
  caller: Caller,
  query: CodeFilter,
): Promise<{ ids: string[]; total: number }> {
  const { rows, total } = await listCodeIds(caller, query, { limit: maxSelected, offset: 0n });
  return { ids: rows.map(({ id }) => id), total };
}

/** How many codes the search of the palette shows. */
const maxFound = 8;

/** The caller's codes that contain every word; without words the last changed ones. */
export async function findByWords(caller: Caller, { words, place }: FindQuery): Promise<FoundCode[]> {
  const rows = await readFromReplica(caller.accountId, () => searchCodeRows(caller, words, place, maxFound));
  return rows.map(({ path, updatedAt, ...code }) => ({
    ...code,
    shortUrl: path === null ? null : shortUrlOf(path),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** When each of the caller's codes was changed last; missing ones are left out. */
export async function findVersions(caller: Caller, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await listUpdateTimes(caller, ids);
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
}

/** A code as it is printed. */
export interface PrintedCode {
  id: string;
  name: string;
  type: ContentType;
  content: string;
  shortUrl: string | null;
  isDynamic: boolean;
  /** The look alone, as it is stored. */
  settings: Settings;
  updatedAt: Date;
}

/** One code of the caller as it is printed; null also for another account's. */
export async function findPrinted(caller: Caller, id: string): Promise<PrintedCode | null> {
  const row = await findRow(caller, id);
  if (row === undefined) return null;
  const { name, type, content, settings, updatedAt, shortCode } = row;
  const shortUrl = presentShortUrl(row);
  return { id: row.id, name, type, content, shortUrl, isDynamic: shortCode !== null, settings, updatedAt };
}

/** What the symbol of a printed code holds. Throws where today's rules refuse what an older release accepted. */
export function payloadOfPrinted({
  type,
  content,
  shortUrl,
}: Pick<PrintedCode, "type" | "content" | "shortUrl">): string {
  return shortUrl ?? payloadOf({ type, content, shortCode: null, slug: null, host: null });
}

/** A code with everything that is stored of it, for an export. */
export type ExportedCode = Omit<StoredCode, "recentScans"> & {
  /** The newest first. */
  earlierTargets: EarlierTarget[];
};

const firstPosition = { createdAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/** All the caller's codes, the oldest first, a few at a time; a logo with its picture. */
export async function* exportCodes(caller: Caller, signal?: AbortSignal): AsyncGenerator<ExportedCode[]> {
  let after: Pick<CodeRow, "createdAt" | "id"> = firstPosition;
  for (;;) {
    signal?.throwIfAborted();
    const edge = after;
    const rows = await readFromReplica(caller.accountId, () => listExportedRows(caller, edge));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => {
      const { recentScans: _, ...code } = presentStored(row, []);
      return { ...code, earlierTargets: row.earlierTargets };
    });
    after = last;
  }
}
