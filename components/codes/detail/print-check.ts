import type { QrMatrix, Style } from "@/lib/qr/schema";

/** Parts of a printed width, as the finished picture has them: modules lie at whole pixels, and the frame is outside. */
export interface PrintShape {
  module: number;
  quietZone: number;
  /** The code with its quiet zone, without the frame. */
  code: number;
}

export interface PrintPlan {
  widthMm: number;
  distanceCm: number;
  dpi: number;
}

const leastModule = { mm: 0.4, dots: 4 };

const mmPerInch = 25.4;

type PrintFault = "module" | "dots" | "distance";

export interface PrintVerdict {
  moduleMm: number;
  dots: number;
  quietZoneMm: number;
  readsFromCm: number;
  faults: PrintFault[];
  leastMm: number;
}

export function shapeOf(matrix: Pick<QrMatrix, "size">, style: Style): PrintShape {
  const frame = style.frame.style === "square" ? 0 : style.frame.size;
  const width = style.size + 2 * frame;
  const module = Math.floor(style.size / (matrix.size + 2 * style.quietZone));
  const margin = (style.size - matrix.size * module) / 2;
  return { module: module / width, quietZone: margin / width, code: style.size / width };
}

/** Whether a print can be read: a module needs 0.4 mm and 4 dots, the code a tenth of the reading distance. */
export function evaluatePrint(shape: PrintShape, { widthMm, distanceCm, dpi }: PrintPlan): PrintVerdict {
  const moduleMm = shape.module * widthMm;
  const dots = (moduleMm / mmPerInch) * dpi;
  const readsFromCm = shape.code * widthMm;
  const faults: PrintFault[] = [];
  if (isUnder(moduleMm, leastModule.mm)) faults.push("module");
  if (isUnder(dots, leastModule.dots)) faults.push("dots");
  if (isUnder(readsFromCm, distanceCm)) faults.push("distance");
  const least = Math.max(
    leastModule.mm / shape.module,
    (leastModule.dots * mmPerInch) / dpi / shape.module,
    distanceCm / shape.code,
  );
  return {
    moduleMm,
    dots,
    readsFromCm,
    quietZoneMm: shape.quietZone * widthMm,
    faults,
    leastMm: Math.ceil(least - 1e-6),
  };
}

/** Shares are fractions, so that what is exactly enough may be a hair below. */
const isUnder = (value: number, least: number): boolean => value < least * (1 - 1e-9);

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

export const widestMm = bounds.widthMm.max;

export const round = (value: number): string => (Math.round(value * 10) / 10).toLocaleString("en-GB");

/** A module is small, so it has two. */
const hundredths = (value: number): string => (Math.floor(value * 100 + 1e-6) / 100).toFixed(2);

export function formatDistance(cm: number): string {
  return cm >= 100 ? `${(Math.floor(cm) / 100).toLocaleString("en-GB")} m` : `${Math.floor(cm + 1e-6)} cm`;
}

export function formatModule({ moduleMm, dots }: PrintVerdict): string {
  return `${hundredths(moduleMm)} mm, ${(Math.floor(dots * 10 + 1e-6) / 10).toFixed(1)} dots`;
}

export function formatVerdict(verdict: PrintVerdict, plan: PrintPlan): string {
  const { moduleMm, faults } = verdict;
  const [fault] = faults;
  if (fault !== undefined) return faultMessages[fault](verdict, plan);
  return moduleMm >= 1.5 * leastModule.mm
    ? "Each module is well above the 0.4 mm that phones need."
    : `Each module is ${hundredths(moduleMm)} mm; phones need 0.4 mm.`;
}

const faultMessages: Record<PrintFault, (verdict: PrintVerdict, plan: PrintPlan) => string> = {
  module: ({ moduleMm }) => `A module is ${hundredths(moduleMm)} mm wide. Phones need 0.4 mm.`,
  dots: ({ dots }, { dpi }) =>
    `A module is ${(Math.floor(dots * 10) / 10).toFixed(1)} dots wide at ${dpi} dpi. A printer needs 4.`,
  distance: ({ readsFromCm }, { distanceCm }) =>
    `It reads from ${formatDistance(readsFromCm)}. From ${formatDistance(distanceCm)} a code needs ${round(distanceCm)} mm.`,
};
