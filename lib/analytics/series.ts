import { bucketSlots, type Slot } from "./bucket";
import type { ReportFigures, ReportWindows } from "./report-figures";
import type { ReportSeries, SeriesPoint } from "./report-schema";
import { dateOf, hourMs, listSteps, type Step, wholeLastDay } from "./window";

/** The line of a window beside that of the window before: by five minutes, hours or days. */
export function presentSeries({ unit, windows, current, previous, since }: ReportFigures): ReportSeries {
  if (unit !== "day") return presentSteps(windows, [current.slots, previous.slots], since, unit);
  const days = bucketSlots(windows.current, current.slots).days;
  const before = bucketSlots(windows.previous, previous.slots).days;
  const points = presentDays(windows, days, before, since);
  return { unit: "day", points, isRunning: windows.isRunning, ahead: [] };
}

function presentDays(
  windows: ReportWindows,
  current: readonly number[],
  previous: readonly number[],
  since: number | null,
): SeriesPoint[] {
  return windows.current.days.map((day, place) => {
    const before = windows.previous.days[place];
    const isKnown = before !== undefined && before.from >= (since ?? before.from);
    return {
      at: dateOf(day),
      count: current[place] ?? 0,
      previous: isKnown ? (previous[place] ?? 0) : null,
    };
  });
}

const stepMs = { "5min": hourMs / 12, hour: hourMs };

function presentSteps(
  { current, previous, isRunning }: ReportWindows,
  [slots, slotsBefore]: readonly [readonly Slot[], readonly Slot[]],
  since: number | null,
  unit: "5min" | "hour",
): ReportSeries {
  const isDay = current.isCalendar;
  const steps = listSteps(isDay ? wholeLastDay(current) : current, stepMs[unit]);
  const counts = countSteps(steps, slots);
  const stepsBefore = listSteps(previous, stepMs[unit]);
  // Hours of a day compare by what the clocks show; others by how long ago they were.
  const keyOf = isDay ? ({ clock }: Step) => clock : ({ from }: Step) => from + current.from - previous.from;
  const before = sumByKey(stepsBefore, countSteps(stepsBefore, slotsBefore), keyOf, since);
  const keyHere = isDay ? keyOf : ({ from }: Step) => from;
  const points = steps.map((step, place) => {
    const key = keyHere(step);
    const found = before.get(key) ?? null;
    // The second of an hour that comes twice has none.
    before.delete(key);
    return { at: new Date(step.from).toISOString(), count: counts[place] ?? 0, previous: found };
  });
  const come = steps.filter(({ from }) => from < current.to).length;
  const ahead = points.slice(come).map(({ at, previous }) => ({ at, previous }));
  return { unit, points: points.slice(0, come), isRunning, ahead };
}

/** Scans of each step; slots are shorter than steps, or as long. */
function countSteps(steps: readonly Step[], slots: readonly Slot[]): number[] {
  const counts = steps.map(() => 0);
  let place = 0;
  for (const { at, scans } of slots) {
    while ((steps[place + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) place += 1;
    counts[place] = (counts[place] ?? 0) + scans;
  }
  return counts;
}

/** An hour that came twice is one by the clocks. One whose scans are not known has none. */
function sumByKey(
  steps: readonly Step[],
  counts: readonly number[],
  keyOf: (step: Step) => number,
  since: number | null,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [place, step] of steps.entries()) {
    if (since !== null && step.from < since) continue;
    const key = keyOf(step);
    sums.set(key, (sums.get(key) ?? 0) + (counts[place] ?? 0));
  }
  return sums;
}
