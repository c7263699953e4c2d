import type { ContentType } from "@/lib/content/schema";
import { publicImageUrl, shortUrlOf } from "@/lib/platform/env";
import { ServiceError, type Warning } from "@/lib/platform/errors";
import { listAliases, type Named, pathOf } from "@/lib/platform/short-path";
import { describeStyle, leastSize, measureSymbol, symbolFor } from "@/lib/qr";
import type { Settings, Style } from "@/lib/qr/schema";
import { type CodeContent, payloadOf } from "./draft";
import type { CodeState, DrawnCode, ListedCode, Rules, StoredCode } from "./schema";

/** A code as the database has it, named as our code names it. */
export interface CodeRow extends Named {
  id: string;
  /** Of its domain; null: the service's own host. */
  domainId: string | null;
  name: string;
  type: ContentType;
  content: string;
  /** The look alone. */
  settings: Settings;
  /** What bounds its short URL; null: nothing. */
  rules: Rules | null;
  /** Pixels of a module in its smallest PNG; null where it was not measured yet. */
  leastModule: number | null;
  /** Normalised and sorted. */
  tags: string[];
  note: string | null;
  isArchived: boolean;
  /** Whether anybody may have its picture at `imageUrl`. */
  isImagePublic: boolean;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  scanCount: number;
  lastScannedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A code with its slugs. */
export interface StoredRow extends CodeRow {
  /** As they were written, newest first, the present one among them. */
  paths: string[];
}

export function codeNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such code");
}

/** The look of a stored code, defaults filled in. Only an omitted size depends on the symbol. */
export function styleOf(code: Pick<CodeRow, keyof CodeContent | "settings">): Style {
  const { settings } = code;
  const isSizeOpen = settings.size === undefined || settings.size === null;
  return describeStyle(settings, isSizeOpen ? measureCode(code) : 0);
}

/** The least size of its PNG; its own, which was proven, where that was not measured. */
function minSizeOf(row: CodeRow, style: Style): number {
  const modules = row.leastModule === null ? 0 : measureCode(row);
  return modules === 0 ? style.size : leastSize({ size: modules }, style.quietZone, row.leastModule ?? 0);
}

/** What an older release stored is shown, whatever this one would refuse of it. */
function measureCode(code: Pick<CodeRow, keyof CodeContent | "settings">): number {
  try {
    return measureSymbol(payloadOf(code), symbolFor(code.settings));
  } catch (fault) {
    if (fault instanceof ServiceError) return 0;
    throw fault;
  }
}

/** What its short URL does at `now`; of several states the first of `codeStates`. `conditions.state` says it in SQL. */
export function stateOf(
  {
    shortCode,
    suspendedAt,
    rules,
    scanCount,
  }: Pick<CodeRow, "shortCode" | "suspendedAt" | "rules" | "scanCount">,
  now = Date.now(),
): CodeState {
  if (shortCode === null) return "active";
  if (suspendedAt !== null) return "suspended";
  if (rules === null) return "active";
  const { isActive, startsAt, expiresAt, maxScans } = rules;
  if (isActive === false) return "off";
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return "expired";
  if (maxScans !== undefined && scanCount >= maxScans) return "used_up";
  return startsAt !== undefined && Date.parse(startsAt) > now ? "scheduled" : "active";
}

// Each resource is one literal: what is spread together costs a list of 20 more than all the rest of it.

/** What GET of one answers. */
export function presentStored(row: StoredRow, recentScans: StoredCode["recentScans"]): StoredCode {
  const style = styleOf(row);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    content: row.content,
    shortUrl: presentShortUrl(row),
    slug: row.slug,
    domain: row.host,
    aliases: listAliases(row).map(shortUrlOf),
    settings: withRules(style, row.rules),
    minSize: minSizeOf(row, style),
    isDynamic: row.shortCode !== null,
    state: stateOf(row),
    tags: row.tags,
    note: row.note,
    archived: row.isArchived,
    publicImage: row.isImagePublic,
    imageUrl: presentImageUrl(row),
    scanCount: row.scanCount,
    lastScanned: row.lastScannedAt?.toISOString() ?? null,
    recentScans,
    ...(row.suspendedAt !== null && { suspended: presentSuspension(row.suspendedAt, row) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What a list holds: without the picture of a logo and the rules of its targets. */
export function presentListed(row: CodeRow): ListedCode {
  const { logo, ...style } = styleOf(row);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    content: row.content,
    shortUrl: presentShortUrl(row),
    slug: row.slug,
    domain: row.host,
    settings: withRules(
      logo ? { ...style, logo: { enabled: true, size: logo.size } } : style,
      omitRoutes(row.rules),
    ),
    routeCount: row.rules?.routes?.length ?? 0,
    isDynamic: row.shortCode !== null,
    state: stateOf(row),
    tags: row.tags,
    note: row.note,
    archived: row.isArchived,
    publicImage: row.isImagePublic,
    imageUrl: presentImageUrl(row),
    scanCount: row.scanCount,
    lastScanned: row.lastScannedAt?.toISOString() ?? null,
    ...(row.suspendedAt !== null && { suspended: presentSuspension(row.suspendedAt, row) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

interface Drawn
  extends Pick<
    CodeRow,
    | "id"
    | "name"
    | "type"
    | "content"
    | "shortCode"
    | "slug"
    | "host"
    | "rules"
    | "tags"
    | "note"
    | "isArchived"
    | "isImagePublic"
    | "suspendedAt"
    | "scanCount"
    | "createdAt"
    | "updatedAt"
  > {
  style: Style;
  minSize: number;
  qrImage: string;
  warnings: Warning[];
}

/** What was drawn, with its picture. */
export function presentDrawn(code: Drawn): DrawnCode {
  const { warnings } = code;
  return {
    id: code.id,
    name: code.name,
    type: code.type,
    content: code.content,
    shortUrl: presentShortUrl(code),
    slug: code.slug,
    domain: code.host,
    settings: withRules(code.style, code.rules),
    minSize: code.minSize,
    isDynamic: code.shortCode !== null,
    state: stateOf(code),
    tags: code.tags,
    note: code.note,
    archived: code.isArchived,
    publicImage: code.isImagePublic,
    imageUrl: presentImageUrl(code),
    qrImage: code.qrImage,
    createdAt: code.createdAt.toISOString(),
    updatedAt: code.updatedAt.toISOString(),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The settings as they are answered: of the rules those that are set. */
function withRules<S extends object>(style: S, rules: Rules | null): S & Rules {
  return rules === null ? style : { ...style, ...rules };
}

function omitRoutes(rules: Rules | null): Omit<Rules, "routes"> | null {
  if (rules?.routes === undefined) return rules;
  const { routes: _, ...others } = rules;
  return others;
}

function presentSuspension(
  since: Date,
  { suspendedReason }: Pick<CodeRow, "suspendedReason">,
): NonNullable<StoredCode["suspended"]> {
  return { since: since.toISOString(), reason: suspendedReason ?? "" };
}

function presentImageUrl({
  id,
  shortCode,
  isImagePublic,
}: Pick<CodeRow, "id" | "shortCode" | "isImagePublic">) {
  return isImagePublic ? publicImageUrl(shortCode ?? id, "png") : null;
}

export function presentShortUrl(code: Named): string | null {
  const path = pathOf(code);
  return path === null ? null : shortUrlOf(path);
}
