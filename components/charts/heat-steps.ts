/** Nearly none: less than this share of the most. */
const nearlyNone = 0.02;
const steps = 5;

/** Which of the colours h0 to h5 a count has: `h0` for nearly none, then five equal steps up to the most. */
export function stepOf(count: number, most: number): number {
  if (most === 0 || count < most * nearlyNone || count === 0) return 0;
  return Math.min(steps, Math.ceil((count / most) * steps));
}

export const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `06:00`. */
export function sayHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** The peak in a sentence, and how long it is quiet before the first scans of a day. */
export function describeWeek(week: readonly (readonly number[])[]): string {
  const cells = week.flatMap((hours, day) => hours.map((count, hour) => ({ day, hour, count })));
  const peak = cells.reduce((best, cell) => (cell.count > best.count ? cell : best), {
    day: 0,
    hour: 0,
    count: 0,
  });
  const busiest = `Busiest on ${dayNames[peak.day]}s at ${sayHour(peak.hour)}.`;
  const isLoud = (hour: number) => week.some((hours) => stepOf(hours[hour] ?? 0, peak.count) > 0);
  const first = Array.from({ length: 24 }, (_, hour) => hour).find(isLoud) ?? 0;
  return first < 3 ? busiest : `${busiest} Hardly a scan before ${sayHour(first)}.`;
}
