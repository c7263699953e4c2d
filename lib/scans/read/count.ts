import { countScans, type Scope } from "@/lib/rollups";

/** Whose scans, and from when to when. */
export interface ScanSelection extends Scope {
  /** Only after this instant. */
  since?: Date | undefined;
  /** Only up to this instant. */
  until?: Date | undefined;
}

/** How many scans a list has on all its pages; `least` of them were seen a moment ago. */
export async function countListed({ since, until, ...scope }: ScanSelection, least: number): Promise<number> {
  const afterwards = until === undefined ? 0 : await countScans(scope, until);
  return Math.max(least, (await countScans(scope, since)) - afterwards);
}
