import type { Caller } from "@/lib/accounts/schema";
import { createBatcher } from "@/lib/platform/batch-loader";
import { db } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { countScans, type Owner } from "@/lib/rollups";
import {
  type FilteredSelection,
  listFilteredScans,
  listRecentScans,
  listScansOfAccount,
  listScansOfCode,
  type PageBounds,
  type ScanSelection,
} from "./queries";
import { presentScan, type ScanRow } from "./scan-events";
import type { ScanEvent, ScanListQuery, ScanPage, ScanSummary } from "./schema";

/** One page of the caller's scans, newest first. A page beyond the last is empty. Throws `not_found` for the code. */
export async function listScans(caller: Caller, query: ScanListQuery): Promise<ScanPage> {
  const { page, limit, qrCodeId } = query;
  const selection: ScanSelection = {
    accountId: caller.accountId,
    isSandbox: caller.environment === "sandbox",
    ...(qrCodeId !== undefined && { codeId: qrCodeId }),
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
  };
  const offset = BigInt(page - 1) * BigInt(limit);
  const data = await findScans(selection, limit, offset);
  const seen = Number(offset) + data.length;
  // A page that is not full is the last one, and its end is the total: a poll is answered by one statement.
  const isLast = data.length < limit && (data.length > 0 || page === 1);
  const total = isLast ? seen : await countListed(selection, data.length > 0 ? seen : 0);
  return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/**
 * Scans of an account, or of one code of it, the newest first. Throws `not_found` for a code that is not there or is
 * another's; scans of codes that were deleted are not there either.
 */
export async function findScans(
  selection: ScanSelection,
  limit: number,
  offset: bigint,
): Promise<ScanEvent[]> {
  const bounds = { limit, offset };
  const { codeId } = selection;
  const rows = await (codeId === undefined
    ? ofAccount(selection, bounds)
    : ofCode(selection, bounds, codeId));
  return rows.map(presentScan);
}

/** Where a scan has lost its code, all are asked again for those that have one: else it would take another's place. */
async function ofAccount(selection: ScanSelection, bounds: PageBounds): Promise<ScanRow[]> {
  const rows = await listScansOfAccount(selection, bounds, false);
  return (rows.every(isWhole) ? rows : await listScansOfAccount(selection, bounds, true)).filter(isWhole);
}

async function ofCode(selection: ScanSelection, bounds: PageBounds, codeId: string): Promise<ScanRow[]> {
  const rows = isId(codeId) ? await listScansOfCode(selection, bounds, codeId) : [];
  if (rows.length === 0) throw codeNotFound();
  return rows.filter(isWhole);
}

type FoundScan = Awaited<ReturnType<typeof listScansOfAccount>>[number];

function isWhole(row: FoundScan): row is ScanRow {
  return row.id !== null && row.codeId !== null;
}

/** How many scans a list has on all its pages; `least` of them were seen a moment ago. */
async function countListed({ since, until, ...scope }: ScanSelection, least: number): Promise<number> {
  const afterwards = until === undefined ? 0 : await countScans(scope, until);
  return Math.max(least, (await countScans(scope, since)) - afterwards);
}

/** The last scans that have all the labels, newest first. */
export async function findFilteredScans(selection: FilteredSelection): Promise<ScanEvent[]> {
  return (await listFilteredScans(selection)).map(presentScan);
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

/** Throws `not_found` unless the caller has this code, and has not soft-deleted it. */
export async function requireCode({ accountId, environment }: Caller, id: string): Promise<void> {
  const where = { id, accountId, environment, purgeAfter: null };
  const found = isId(id) ? await db.qrCode.findFirst({ where, select: { id: true } }) : null;
  if (found === null) throw codeNotFound();
}

function codeNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such code");
}
