import type { ScanEvent } from "@/lib/scans/schema";
import type { View } from "../view";

/** Scans that the feed shows. */
export const feedRows = 6;

/** Whether a scan is among those that a view's filters leave. */
export function isInView(scan: ScanEvent, { code, filters }: View): boolean {
  if (code !== undefined && scan.qrCodeId !== code) return false;
  const { city, ...others } = filters;
  if (city !== undefined && `${scan.country}/${scan.city}` !== city) return false;
  const names = Object.keys(others) as (keyof typeof others)[];
  return names.every((name) => others[name] === undefined || scan[name] === others[name]);
}
