import type { Caller } from "@/lib/accounts/schema";
import { createBatcher } from "@/lib/platform/batch-loader";
import { type Position, pageBehind, paginate, readPosition, writeCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { readFromReplica } from "@/lib/platform/read-replica";
import { countScans, type Owner, type Scope } from "@/lib/rollups";
import {
  type FilteredSelection,
  findLastStamp,
  listFilteredScans,
  listRecentScans,
  listScansAfter,
  listScansOfAccount,
  listScansOfCode,
  listScansOfCodes,
  type PageBounds,
  type ScanSelection,
} from "./queries";
import { presentScan, type ScanRow } from "./scan-events";
import type { ScanEvent, ScanListQuery, ScanPage, ScanSummary } from "./schema";

/** One page of the caller's scans, newest first. A page beyond the last is empty. Throws `not_found` for the code or the tag. */
export function listScans(caller: Caller, query: ScanListQuery): Promise<ScanPage> {
  return readFromReplica(caller.accountId, () => readPage(caller, query));
}

async function readPage(caller: Caller, query: ScanListQuery): Promise<ScanPage> {
  const { page = 1, limit, cursor } = query;
  const selection = await chooseScans(caller, query);
  if (cursor !== undefined) {
    const behind = readPosition(cursor);
    return pageBehind(await findScans(selection, limit + 1, 0n, behind), limit, ({ scannedAt }) => scannedAt);
  }
  const offset = BigInt(page - 1) * BigInt(limit);
  const data = await findScans(selection, limit, offset);
  const seen = Number(offset) + data.length;
  // A page that is not full is the last one, and its end is the total: a poll is answered by one statement.
  const isLast = data.length < limit && (data.length > 0 || page === 1);
  const total = isLast ? seen : await countListed(selection, data.length > 0 ? seen : 0);
  return {
    data,
    pagination: paginate(data, { page, limit, total }, ({ scannedAt, id }) => writeCursor([scannedAt, id])),
  };
}

/** A code by itself is looked for where its scans are. */
async function chooseScans(
  caller: Caller,
  { qrCodeId, tag, since, until }: Pick<ScanListQuery, "qrCodeId" | "tag" | "since" | "until">,
): Promise<ScanSelection> {
  const scope =
    tag === undefined
      ? { ...ownerOf(caller), ...(qrCodeId !== undefined && { codeId: qrCodeId }) }
      : await requireScope(caller, { qrCodeId, tag });
  return {
    ...scope,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

/**
 * Scans of an account, or of some codes of it, the newest first. Throws `not_found` for a code that is not there or is
 * another's; scans of codes that were deleted are not there either.
 */
export async function findScans(
  selection: ScanSelection,
  limit: number,
  offset: bigint,
  behind?: Position,
): Promise<ScanEvent[]> {
  const bounds = { limit, offset, ...(behind && { behind }) };
  return (await listRows(selection, bounds)).map(presentScan);
}

async function listRows(selection: ScanSelection, bounds: PageBounds): Promise<ScanRow[]> {
  const { codeId, codeIds } = selection;
  if (codeId !== undefined) return ofCode(selection, bounds, codeId);
  if (codeIds === undefined) return askWhole((lost) => listScansOfAccount(selection, bounds, lost));
  return askWhole((lost) =>
    listScansOfCodes(
      selection,
      bounds,
      codeIds.filter((id) => !lost.includes(id)),
    ),
  );
}

/** Where a scan has lost its code, all are asked again without that code's: else it would take another's place. */
async function askWhole(ask: (lost: readonly string[]) => Promise<FoundScan[]>): Promise<ScanRow[]> {
  const lost: string[] = [];
  for (;;) {
    const rows = await ask(lost);
    if (rows.every(isWhole)) return rows;
    lost.push(...new Set(rows.flatMap((row) => (row.codeId === null ? [row.lostCodeId] : []))));
  }
}

async function ofCode(selection: ScanSelection, bounds: PageBounds, codeId: string): Promise<ScanRow[]> {
  const rows = isId(codeId) ? await listScansOfCode(selection, bounds, codeId) : null;
  if (rows === null) throw codeNotFound();
  return rows;
}

type FoundScan = Awaited<ReturnType<typeof listScansOfAccount>>[number];

function isWhole(row: FoundScan): row is ScanRow {
  return row.codeId !== null;
}

/** How many scans a list has on all its pages; `least` of them were seen a moment ago. */
async function countListed({ since, until, ...scope }: ScanSelection, least: number): Promise<number> {
  const afterwards = until === undefined ? 0 : await countScans(scope, until);
  return Math.max(least, (await countScans(scope, since)) - afterwards);
}

/** The next scans of an account behind a place, oldest first; without an event those whose code was deleted since. */
export async function findScansAfter(
  owner: Owner,
  { scannedAt, scanId }: { scannedAt: number; scanId: string },
  limit: number,
): Promise<{ id: string; scannedAt: Date; event: ScanEvent | null }[]> {
  const rows = await listScansAfter(owner, { at: new Date(scannedAt), id: scanId }, limit);
  return rows.map((row) => ({
    id: row.id,
    scannedAt: row.scannedAt,
    event: row.codeId === null ? null : presentScan(row),
  }));
}

/** While an account has no scan, its first may be on its way for so long. */
const firstScanMs = 10_000;

/** A stamp that no scan behind the last one can have. */
export async function findStampOfNow(owner: Owner): Promise<Date> {
  const last = await findLastStamp(owner);
  return last.getTime() > 0 ? last : new Date(Date.now() - firstScanMs);
}

/** The last scans that have all the labels, newest first. */
export async function findFilteredScans(selection: FilteredSelection): Promise<ScanEvent[]> {
  return (await listFilteredScans(selection)).filter(isWhole).map(presentScan);
}

/** A code that its owner reads; whose it is has been asked before. */
type ReadCode = Owner & { codeId: string };

/** The last ten scans of a code, newest first. */
export const findRecentScans: (code: ReadCode) => Promise<ScanSummary[]> = createBatcher({
  name: "read last scans",
  ask: readRecent,
  maxBatch: 32,
  maxRunning: 2,
  maxWaiting: 5_000,
});

async function readRecent(codes: readonly ReadCode[]): Promise<ScanSummary[][]> {
  // Two requests for one code at the same moment are answered by the same rows.
  const distinct = [...new Map(codes.map((code) => [code.codeId, code])).values()];
  const found = new Map<string, ScanSummary[]>(distinct.map(({ codeId }) => [codeId, []]));
  for (const row of await listRecentScans(distinct)) {
    const { id, device, country, browser, os } = row;
    found.get(row.codeId)?.push({ id, scannedAt: row.scannedAt.toISOString(), device, country, browser, os });
  }
  return codes.map(({ codeId }) => found.get(codeId) ?? []);
}

const ownerOf = ({ accountId, environment }: Caller): Owner => ({
  accountId,
  isSandbox: environment === "sandbox",
});

/**
 * The scans of all codes, of one, or of those of a tag. Throws `not_found` unless the caller has this code, and has not
 * soft-deleted it, and unless a code has this tag.
 */
export async function requireScope(
  caller: Caller,
  { qrCodeId, tag }: { qrCodeId?: string | undefined; tag?: string | undefined },
): Promise<Scope> {
  const { accountId, environment } = caller;
  const own = { accountId, environment, purgeAfter: null };
  const owner = ownerOf(caller);
  if (qrCodeId !== undefined) {
    const where = { ...own, id: qrCodeId };
    const found = isId(qrCodeId) ? await db.qrCode.findFirst({ where, select: { id: true } }) : null;
    if (found === null) throw codeNotFound();
  }
  if (tag === undefined) return qrCodeId === undefined ? owner : { ...owner, codeId: qrCodeId };
  const tagged = await db.qrCode.findMany({ where: { ...own, tags: { has: tag } }, select: { id: true } });
  if (tagged.length === 0) throw new ServiceError("not_found", "No code has this tag");
  const codeIds = tagged.map(({ id }) => id).filter((id) => qrCodeId === undefined || id === qrCodeId);
  return { ...owner, codeIds };
}

function codeNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such code");
}
