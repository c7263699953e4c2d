import { formatCount } from "../ui/counts";
import type { FieldMessages } from "../ui/form/answer";

/** How often a code was scanned in the last seven days; null: that can't be told. */
export function formatWeek(scans: number | null): string {
  if (scans === null) return "This week's scans aren't available right now.";
  if (scans === 0) return "It was not scanned this week.";
  return `It was scanned ${scans === 1 ? "once" : `${formatCount(scans)} times`} this week.`;
}

/** What is said where an action on a code is refused. */
export const codeMessages: FieldMessages = {
  not_found: "This code no longer exists. Another tab or key may have deleted it.",
};
