import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { shortUrlOf } from "@/lib/platform/short-url";
import type { ScanEvent, ScanListQuery, ScanPage } from "../schema";
import type { Device } from "../visit";
import { countListed, type ScanSelection } from "./count";

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
  const rows = await selectRows(selection, limit, offset);
  if (selection.codeId !== undefined && rows.length === 0) {
    throw new ServiceError("not_found", "There is no such code");
  }
  return rows.filter(isScan).map(presentScan);
}

async function selectRows(
  { accountId, isSandbox, codeId, since, until }: ScanSelection,
  limit: number,
  offset: bigint,
): Promise<(ScanRow | NoScan)[]> {
  const values = [accountId, isSandbox, since ?? "-infinity", until ?? "infinity", limit, offset];
  if (codeId === undefined) return (await sql.query<ScanRow>({ ...selectOfAccount, values })).rows;
  if (!isId(codeId)) return [];
  return (await sql.query<ScanRow | NoScan>({ ...selectOfCode, values: [...values, codeId] })).rows;
}

/** A scan with the code that was scanned. */
interface ScanRow {
  id: string;
  codeId: string;
  codeName: string;
  codeType: ContentType;
  shortCode: string | null;
  scannedAt: Date;
  device: Device;
  os: string;
  browser: string;
  country: string;
  city: string;
  userAgent: string;
}

/** What a code without scans gives. */
interface NoScan {
  id: null;
}

function isScan(row: ScanRow | NoScan): row is ScanRow {
  return row.id !== null;
}

function presentScan(row: ScanRow): ScanEvent {
  return {
    id: row.id,
    qrCodeId: row.codeId,
    qrCodeName: row.codeName,
    qrCodeType: row.codeType,
    shortUrl: row.shortCode === null ? null : shortUrlOf(row.shortCode),
    scannedAt: row.scannedAt.toISOString(),
    device: row.device,
    os: row.os,
    browser: row.browser,
    country: row.country,
    city: row.city,
    userAgent: row.userAgent,
  };
}

const columns = `s.id, c.id AS "codeId", c.name AS "codeName", c.type AS "codeType", c.short_code AS "shortCode",
  s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country, s.city, s.user_agent AS "userAgent"`;
const newestFirst = "ORDER BY scanned_at DESC, id DESC";
const ofAccount =
  "account_id = $1 AND is_sandbox = $2 AND scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz";
const page = `${newestFirst} LIMIT $5::int OFFSET $6::bigint`;
/** Codes that were deleted and whose scans are still to be erased: hardly ever any. */
const erased = "SELECT e.id FROM scan_erasure e WHERE e.account_id = $1 AND e.is_sandbox = $2";

/**
 * Only the rows of the page are opened; the way there, however deep the page lies, is in the index alone. The index does not
 * name the code, so the other way is gone while scans of deleted codes must be left out; of the two one is never begun.
 */
const selectOfAccount = {
  name: "list_scans",
  text: `SELECT ${columns} FROM (
      (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND NOT EXISTS (${erased}) ${page})
      UNION ALL
      (SELECT scanned_at, id FROM scan WHERE ${ofAccount} AND EXISTS (${erased})
         AND qr_code_id NOT IN (${erased}) ${page})) AS page
    JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at AND s.id = page.id
    JOIN qr_code c ON c.id = s.qr_code_id
    ORDER BY s.scanned_at DESC, s.id DESC`,
};

const selectOfCode = {
  name: "list_scans_of_code",
  text: `SELECT ${columns} FROM qr_code c
    LEFT JOIN LATERAL (SELECT scanned_at, id FROM scan WHERE qr_code_id = c.id
      AND scanned_at > $3::timestamptz AND scanned_at <= $4::timestamptz ${page}) AS page ON true
    LEFT JOIN scan s ON s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at = page.scanned_at
      AND s.id = page.id
    WHERE c.id = $7 AND c.account_id = $1 AND c.environment = CASE WHEN $2 THEN 'sandbox' ELSE 'production' END
    ORDER BY s.scanned_at DESC, s.id DESC`,
};
