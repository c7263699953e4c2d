import type { ListedCode } from "@/lib/codes/schema";

/** Why a code's short URL does not lead to its target now; `on` where it does, and for a static code. */
export type CodeState = "on" | "off" | "scheduled" | "ended" | "suspended";

type Ruled = Pick<ListedCode, "suspended" | "scanCount"> & {
  settings: Pick<ListedCode["settings"], "isActive" | "startsAt" | "expiresAt" | "maxScans">;
};

/** The state of a code at a moment, in the order in which a redirect judges it. */
export function stateOf({ suspended, settings, scanCount }: Ruled, nowMs: number): CodeState {
  const { isActive, startsAt, expiresAt, maxScans } = settings;
  if (suspended !== undefined) return "suspended";
  if (isActive === false) return "off";
  if (startsAt !== undefined && nowMs < Date.parse(startsAt)) return "scheduled";
  if (expiresAt !== undefined && nowMs >= Date.parse(expiresAt)) return "ended";
  if (maxScans !== undefined && scanCount >= maxScans) return "ended";
  return "on";
}
