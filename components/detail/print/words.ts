import { leastModule, type PrintFault, type PrintPlan, type PrintVerdict } from "./judge-print";

/** At most one decimal, none where it is whole. */
export function round(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString("en-GB");
}

/** A module is small, so it has two. */
function hundredths(value: number): string {
  return (Math.floor(value * 100 + 1e-6) / 100).toFixed(2);
}

/** From a metre on in metres. */
export function sayDistance(cm: number): string {
  return cm >= 100 ? `${(Math.floor(cm) / 100).toLocaleString("en-GB")} m` : `${Math.floor(cm + 1e-6)} cm`;
}

export function sayModule({ moduleMm, dots }: PrintVerdict): string {
  return `${hundredths(moduleMm)} mm, ${(Math.floor(dots * 10 + 1e-6) / 10).toFixed(1)} dots`;
}

/** One sentence on what is too small, or on how much is to spare. */
export function sayVerdict(verdict: PrintVerdict, plan: PrintPlan): string {
  const { moduleMm, faults } = verdict;
  const [fault] = faults;
  if (fault !== undefined) return faultWords[fault](verdict, plan);
  return moduleMm >= 1.5 * leastModule.mm
    ? "Each module is well above the 0.4 mm that phones need."
    : `Each module is ${hundredths(moduleMm)} mm; phones need 0.4 mm.`;
}

const faultWords: Record<PrintFault, (verdict: PrintVerdict, plan: PrintPlan) => string> = {
  module: ({ moduleMm }) => `A module is ${hundredths(moduleMm)} mm wide. Phones need 0.4 mm.`,
  dots: ({ dots }, { dpi }) =>
    `A module is ${(Math.floor(dots * 10) / 10).toFixed(1)} dots wide at ${dpi} dpi. A printer needs 4.`,
  distance: ({ readsFromCm }, { distanceCm }) =>
    `It reads from ${sayDistance(readsFromCm)}. From ${sayDistance(distanceCm)} a code needs ${round(distanceCm)} mm.`,
};
