import type { ContentType } from "@/lib/content/schema";
import { shortUrlOf } from "@/lib/platform/env";
import type { ScanEvent } from "./schema";
import type { Device } from "./visit";

/** A scan with the code that was scanned. */
export interface ScanRow {
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

/** A scan as every list of scans presents it, and as webhooks are told of it. */
export function presentScan(row: ScanRow): ScanEvent {
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
