import type { PrintPlan } from "./judge-print";

/** What the fields of the preflight hold, as typed. */
export type PrintText = Record<keyof PrintPlan, string>;

const bounds: Record<keyof PrintPlan, { min: number; max: number; unit: string }> = {
  widthMm: { min: 5, max: 2_000, unit: "mm" },
  distanceCm: { min: 1, max: 10_000, unit: "cm" },
  dpi: { min: 72, max: 4_800, unit: "dpi" },
};

/** With a point or a comma; three places after a comma may be thousands, and nothing is guessed. */
const decimal = /^\d+(?:\.\d+|,\d{1,2})?$/;

/** One of them as a number; null where it is none, or not within what can be printed. */
export function readMeasure(name: keyof PrintPlan, text: string): number | null {
  const { min, max } = bounds[name];
  const entered = text.trim();
  const value = decimal.test(entered) ? Number(entered.replace(",", ".")) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** The plan as numbers, null where one is none; and what is wrong, by field. */
export function readPlan(text: PrintText): {
  plan: PrintPlan | null;
  faults: Partial<Record<keyof PrintPlan, string>>;
} {
  const faults: Partial<Record<keyof PrintPlan, string>> = {};
  const read = (name: keyof PrintPlan): number => {
    const value = readMeasure(name, text[name]);
    if (value !== null) return value;
    const { min, max, unit } = bounds[name];
    faults[name] = `${min.toLocaleString("en-GB")} to ${max.toLocaleString("en-GB")} ${unit}.`;
    return Number.NaN;
  };
  const plan = { widthMm: read("widthMm"), distanceCm: read("distanceCm"), dpi: read("dpi") };
  return { plan: Object.keys(faults).length === 0 ? plan : null, faults };
}

/** The widest that a file is made. */
export const widestMm = bounds.widthMm.max;
