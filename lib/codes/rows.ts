import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import { ServiceError, type Warning } from "@/lib/platform/errors";
import { describeStyle, measureSymbol, symbolFor } from "@/lib/qr";
import type { Settings, Style } from "@/lib/qr/schema";
import { payloadOf, shortUrlOf } from "./draw/draft";
import type { DrawnCode, ListedCode, StoredCode } from "./schema";

/** A code as the database has it, named as our code names it. */
export interface CodeRow {
  id: string;
  name: string;
  type: ContentType;
  content: string;
  shortCode: string | null;
  settings: Settings;
  scanCount: number;
  lastScannedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The members of a `CodeRow`; `settings` as it is, or as a statement gives it. */
export const codeColumns = (settings = "settings") =>
  `id, name, type, content, short_code AS "shortCode", ${settings} AS settings, scan_count AS "scanCount",
    last_scanned_at AS "lastScannedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Where a caller's codes are: of its account and environment; others are not there. Parameters $1 and $2. */
export const ownCodes = "account_id = $1 AND environment = $2";
export const ownerOf = ({ accountId, environment }: Caller) => [accountId, environment] as const;

export function codeNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such code");
}

/** The look of a stored code, defaults filled in. Only an omitted size depends on the symbol. */
export function styleOf(code: Pick<CodeRow, "type" | "content" | "shortCode" | "settings">): Style {
  const { settings } = code;
  const isSizeOpen = settings.size === undefined || settings.size === null;
  return describeStyle(settings, isSizeOpen ? measureSymbol(payloadOf(code), symbolFor(settings)) : 0);
}

interface Common extends Pick<CodeRow, "id" | "name" | "type" | "content" | "shortCode"> {}

function presentCommon<S>({ id, name, type, content, shortCode }: Common, settings: S) {
  const shortUrl = shortCode === null ? null : shortUrlOf(shortCode);
  return { id, name, type, content, shortUrl, settings, isDynamic: shortCode !== null };
}

function presentStamps({ createdAt, updatedAt }: Pick<CodeRow, "createdAt" | "updatedAt">) {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function presentScans({ scanCount, lastScannedAt }: CodeRow) {
  return { scanCount, lastScanned: lastScannedAt?.toISOString() ?? null };
}

/** What GET of one answers. */
export function presentStored(row: CodeRow): StoredCode {
  return {
    ...presentCommon(row, styleOf(row)),
    ...presentScans(row),
    recentScans: [],
    ...presentStamps(row),
  };
}

/** What a list holds: without the picture of a logo. */
export function presentListed(row: CodeRow): ListedCode {
  const { logo, ...style } = styleOf(row);
  const settings = { ...style, ...(logo && { logo: { enabled: logo.enabled, size: logo.size } }) };
  return { ...presentCommon(row, settings), ...presentScans(row), ...presentStamps(row) };
}

/** What was drawn, with its picture. */
export function presentDrawn(
  code: Common &
    Pick<CodeRow, "createdAt" | "updatedAt"> & {
      picture: { style: Style; bytes: Buffer };
      warnings: Warning[];
    },
): DrawnCode {
  const { picture, warnings } = code;
  return {
    ...presentCommon(code, picture.style),
    qrImage: `data:image/png;base64,${picture.bytes.toString("base64")}`,
    ...presentStamps(code),
    ...(warnings.length > 0 && { warnings }),
  };
}
