import type { ContentType } from "@/lib/content/schema";
import type { NewEvent } from "@/lib/events";
import { shortUrlOf } from "@/lib/platform/env";
import type { ScanEvent } from "./schema";
import type { Recorded, Visit, Visitor } from "./visit";

/** A scan with the code that was scanned. */
export interface ScanRow extends Omit<Visitor, "visitor"> {
  id: string;
  codeId: string;
  codeName: string;
  codeType: ContentType;
  /** What follows `/r/` in its short URL; null for a static code. */
  path: string | null;
  scannedAt: Date;
  route: string | null;
  variant: string | null;
}

/** A scan as every list of scans and every `scan.created` event presents it. */
export function presentScan(row: ScanRow): ScanEvent {
  return {
    id: row.id,
    qrCodeId: row.codeId,
    qrCodeName: row.codeName,
    qrCodeType: row.codeType,
    shortUrl: row.path === null ? null : shortUrlOf(row.path),
    scannedAt: row.scannedAt.toISOString(),
    device: row.device,
    os: row.os,
    browser: row.browser,
    country: row.country,
    city: row.city,
    userAgent: row.userAgent,
    route: row.route,
    variant: row.variant,
  };
}

/** A code with a webhook that is subscribed to its scans, as it is now. */
export interface SubscribedCode {
  id: string;
  name: string;
  type: ContentType;
  /** What follows `/r/` in its short URL; null for a static code. */
  path: string | null;
  tags: readonly string[];
}

/** The events of a batch: one for each visit that was kept in detail as a scan of one of these codes. */
export function createScanEvents(
  visits: readonly Visit[],
  recorded: readonly Recorded[],
  subscribed: readonly SubscribedCode[],
): NewEvent[] {
  const codes = new Map(subscribed.map((code) => [code.id, code]));
  return visits.flatMap((visit, place) => {
    const { id, codeId, accountId, isSandbox, visitor, traceParent = null } = visit;
    const { route = null, variant = null } = visit;
    const code = codes.get(codeId);
    const scannedAt = recorded[place]?.scannedAt ?? null;
    if (code === undefined || scannedAt === null) return [];
    const { name: codeName, type: codeType, path } = code;
    const data = presentScan({ ...visitor, id, codeId, codeName, codeType, path, scannedAt, route, variant });
    const environment = isSandbox ? "sandbox" : "production";
    // The feed derives the event's id from the scan, too.
    return [
      { id, accountId, environment, type: "scan.created", timestamp: scannedAt, data, code, traceParent },
    ];
  });
}
