import type { Counts, Totals } from "@/lib/rollups";
import { listSlots, type Slot } from "./bucket";

/** What was counted of a window, wherever it was counted from. */
export interface Gathered {
  /** Scans by stretches of time that lie within one hour of any zone, oldest first. */
  slots: Slot[];
  /** Distinct visitors of each UTC day, `YYYY-MM-DD`. */
  visitors: ReadonlyMap<string, number>;
  bots: number;
  capped: number;
  totals: Totals;
  codes: Counts["codes"];
  isExact: boolean;
  isRecounting: boolean;
}

/** Everything that an interval's days come to. */
export function gather({ days, codes, isExact, isRecounting }: Counts): Gathered {
  const gathered = { slots: listSlots(days), bots: 0, capped: 0, totals: noTotals() };
  for (const day of days) {
    gathered.bots += day.bots;
    gathered.capped += day.capped;
    for (const dimension in gathered.totals) {
      addLabels(gathered.totals[dimension as keyof Totals], day.totals[dimension as keyof Totals]);
    }
  }
  const visitors = new Map(days.map((day) => [day.day, day.visitors]));
  return { ...gathered, visitors, codes, isExact, isRecounting };
}

/** Without prototypes: a label comes from outside and may be any word. */
function noTotals(): Totals {
  const none = () => Object.create(null) as Record<string, number>;
  return { device: none(), os: none(), browser: none(), country: none(), city: none() };
}

function addLabels(sum: Record<string, number>, labels: Readonly<Record<string, number>>): void {
  for (const label in labels) sum[label] = (sum[label] ?? 0) + (labels[label] ?? 0);
}
