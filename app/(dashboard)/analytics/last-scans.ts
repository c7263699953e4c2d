import { feedRows, isNarrowed, type View } from "@/components/analytics/view";
import type { Caller } from "@/lib/accounts/schema";
import { findNarrowed, findScans } from "@/lib/scans";
import type { ScanEvent } from "@/lib/scans/schema";

/** Narrowed ones are looked for among so many of the newest. */
export const lookedThrough = 5_000;

/** The last scans of what a view shows, newest first. */
export function readLastScans({ accountId }: Caller, view: View): Promise<ScanEvent[]> {
  const { code: codeId, filters: labels } = view;
  const owner = { accountId, isSandbox: false };
  if (isNarrowed(view))
    return findNarrowed({ ...owner, codeId, labels, among: lookedThrough, limit: feedRows });
  return findScans({ ...owner, ...(codeId !== undefined && { codeId }) }, feedRows, 0n);
}
