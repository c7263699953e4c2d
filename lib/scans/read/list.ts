import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { countScans, type Scope } from "@/lib/rollups";
import { presentScan, type ScanRow } from "../present";
import type { ScanEvent, ScanListQuery, ScanPage } from "../schema";

/** One page of the caller's scans, newest first. A page beyond the last is empty. Throws `not_found` for the code. */
export async function listScans(caller: Caller, query: ScanListQuery): Promise<ScanPage> {
  const { page, limit, qrCodeId } = query;
  const selection: ScanSelection = {
    accountId: caller.accountId,
    isSandbox: caller.environment === "sandbox",
    ...(qrCodeId !== undefined && { codeId: qrCodeId }),
    since: readInstant(query.since),
    until: readInstant(query.until),
  };
  const offset = BigInt(page - 1) * BigInt(limit);
  const data = await findScans(selection, limit, offset);
  const seen = Number(offset) + data.length;
  // A page that is not full is the last one, and its end is the total: who polls is answered by one statement.
  const isLast = data.length < limit && (data.length > 0 || page === 1);
  const total = isLast ? seen : await countListed(selection, data.length > 0 ? seen : 0);
  return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

function readInstant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
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
  const { accountId, isSandbox, codeId, since, until } = selection;
  const values = [accountId, isSandbox, since ?? "-infinity", until ?? "infinity", limit, offset];
  const rows = await (codeId === undefined ? selectOfAccount(values) : selectOfCode(values, codeId));
  return rows.map(presentScan);
}

/** Where a scan has lost its code, all are asked again for those that have one: else it would take another's place. */
async function selectOfAccount(values: readonly unknown[]): Promise<ScanRow[]> {
  const select = async (ofCodesAlone: boolean) => {
    const query = { ...selectScans, values: [...values, ofCodesAlone] };
    return (await sql.query<ScanRow | Lost>(query)).rows;
  };
  const rows = await select(false);
  return (rows.every(isWhole) ? rows : await select(true)).filter(isWhole);
}

async function selectOfCode(values: readonly unknown[], codeId: string): Promise<ScanRow[]> {
  const query = { ...selectScansOfCode, values: [...values, codeId] };
  const rows = isId(codeId) ? (await sql.query<ScanRow | Lost>(query)).rows : [];
  if (rows.length === 0) throw new ServiceError("not_found", "There is no such code");
  return rows.filter(isWhole);
}

/** A scan whose code is gone, and what a code without scans gives. */
interface Lost {
  id: string | null;
  codeId: string | null;
}

function isWhole(row: ScanRow | Lost): row is ScanRow {
  return row.id !== null && row.codeId !== null;
}

const columns = `s.id, c.id AS "codeId", c.name AS "codeName", c.type AS "codeType", c.short_code AS "shortCode",
  s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country, s.city, s.user_agent AS "userAgent"`;
const newestFirst = "ORDER BY scanned_at DESC, id DESC";
const ofAccount =
  "account_id = $1 AND is_sandbox = $2 AND scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz";
const page = `${newestFirst} LIMIT $5::int OFFSET $6::bigint`;
/** Codes that were deleted and whose scans are still to be erased: hardly ever any. */
const ofCodesAlone =
  "($7::bool OR EXISTS (SELECT FROM scan_purge e WHERE e.account_id = $1 AND e.is_sandbox = $2))";

/**
 * Only the rows of the page are opened; the way there, however deep the page lies, is in the index alone. The index does not
 * name the code, so the other way is gone while scans of deleted codes must be left out; of the two one is never begun.
 * There the OFFSET keeps the codes where they are: looked up by their keys, scan by scan.
 */
const selectScans = {
  name: "list_scans",
  text: `SELECT ${columns} FROM (
      (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND NOT ${ofCodesAlone} ${page})
      UNION ALL
      (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND ${ofCodesAlone}
         AND EXISTS (SELECT FROM qr_code WHERE qr_code.id = scan.qr_code_id OFFSET 0) ${page})) AS page
    JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
    LEFT JOIN qr_code c ON c.id = s.qr_code_id
    ORDER BY s.scanned_at DESC, s.id DESC`,
};

const selectScansOfCode = {
  name: "list_scans_of_code",
  text: `SELECT ${columns} FROM qr_code c
    LEFT JOIN LATERAL (SELECT scanned_at, id FROM scan WHERE qr_code_id = c.id
      AND scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz ${page}) AS page ON true
    LEFT JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at
      AND s.id = page.id
    WHERE c.id = $7 AND c.account_id = $1 AND c.environment = CASE WHEN $2 THEN 'sandbox' ELSE 'production' END
      AND c.set_aside_until IS NULL
    ORDER BY s.scanned_at DESC, s.id DESC`,
};

/** Whose scans, and from when to when. */
interface ScanSelection extends Scope {
  /** Only after this instant. */
  since?: Date | undefined;
  /** Only up to this instant. */
  until?: Date | undefined;
}

/** How many scans a list has on all its pages; `least` of them were seen a moment ago. */
async function countListed({ since, until, ...scope }: ScanSelection, least: number): Promise<number> {
  const afterwards = until === undefined ? 0 : await countScans(scope, until);
  return Math.max(least, (await countScans(scope, since)) - afterwards);
}
