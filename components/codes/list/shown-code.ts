import type { ListedCode } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import { sayAgo, sayShortDay } from "../../ui/dates";
import type { DeskCode } from "../actions/actions";
import { type CodeState, describeTarget, stateOf } from "../code-facts";

/** A code as a gallery or a table shows it: words and numbers, ready to be set. */
export interface ShownCode {
  code: DeskCode;
  type: ContentType;
  state: CodeState;
  target: string;
  /** Null for a static code, which nobody counts. */
  scans: number | null;
  /** The last 14 days; null where they can't be told. */
  spark: readonly number[] | null;
  changed: string;
}

export function showCode(
  listed: ListedCode,
  spark: readonly number[] | undefined,
  { nowMs, zone }: { nowMs: number; zone: string },
): ShownCode {
  const { id, name, type, isDynamic, shortUrl, settings, scanCount, updatedAt } = listed;
  const state = stateOf(listed, nowMs);
  const start = settings.startsAt;
  return {
    code: { id, name, isDynamic, isOff: settings.isActive === false, shortUrl, updatedAt },
    type,
    state,
    target:
      state === "scheduled" && start !== undefined
        ? `Starts ${sayShortDay(start, zone)}`
        : describeTarget(listed),
    scans: isDynamic ? scanCount : null,
    spark: isDynamic ? (spark ?? null) : null,
    changed: sayAgo(updatedAt, nowMs, zone),
  };
}
