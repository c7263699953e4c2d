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

/** What phones and printers need. */
export const leastModule = { mm: 0.4, dots: 4 };
const mmPerInch = 25.4;

export type PrintFault = "module" | "dots" | "distance";

export interface PrintVerdict {
  moduleMm: number;
  dots: number;
  quietZoneMm: number;
  readsFromCm: number;
  faults: PrintFault[];
  /** The least whole number of millimetres that would do. */
  leastMm: number;
}

export function shapeOf(matrix: Pick<QrMatrix, "size">, style: Style): PrintShape {
  const frame = style.frame.style === "square" ? 0 : style.frame.size;
  const width = style.size + 2 * frame;
  const module = Math.floor(style.size / (matrix.size + 2 * style.quietZone));
  const margin = (style.size - matrix.size * module) / 2;
  return { module: module / width, quietZone: margin / width, code: style.size / width };
}

/**
 * Whether a code can be read as it is to be printed: a module has 0.4 mm and 4 dots, and the code a tenth of the distance
 * that it is read from.
 */
export function judgePrint(shape: PrintShape, { widthMm, distanceCm, dpi }: PrintPlan): PrintVerdict {
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
function isUnder(value: number, least: number): boolean {
  return value < least * (1 - 1e-9);
}
