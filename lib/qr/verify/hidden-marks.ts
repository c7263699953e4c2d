import type { Warning } from "@/lib/platform/errors";
import { alignmentCentres } from "../encode/segments";
import { measureModule, measureWidth } from "../layout";
import type { Raster, Style } from "../schema";
import { type Grey, toGrey } from "./grey";

/** An alignment pattern of ISO/IEC 18004, 6.3.6: row by row, 1 is dark. */
const mark = [1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1];
/** A larger picture is looked at reduced, to as many or a few more. */
const pixelsPerModule = 5;

/** How zbar 0.23 looks for one: so many modules around its place, in steps of a quarter, and takes it with so many faults. */
const search = { modules: 4, stepsPerModule: 4, mostFaults: 6 };

/** The warning that a finished picture is returned with because of its logo, if any; its words load when they are needed. */
export async function warnOfLogo(...picture: Parameters<typeof mimicsHiddenMark>): Promise<Warning[]> {
  if (!mimicsHiddenMark(...picture)) return [];
  const { busyLogo } = await import("./busy-logo");
  return [busyLogo];
}

/**
 * Whether a logo shows something like an alignment pattern near the place of one that it hides, up to version 20. zbar takes
 * that for the pattern and bends the symbol by it: of 342 codes with logos of six kinds it read 52 of the 87 that do, and all
 * 255 that do not. A larger symbol has enough other patterns.
 *
 * @param raster the finished picture.
 * @param modules modules of one side of its symbol.
 */
export function mimicsHiddenMark(raster: Raster, style: Style, modules: number): boolean {
  const { logo } = style;
  const version = (modules - 17) / 4;
  if (!logo || version < 7 || version > 20) return false;
  const module = measureModule({ size: modules }, style);
  const factor = Math.max(1, Math.floor(module / pixelsPerModule));
  const grey = toGrey(raster, { factor });
  const side = module / factor;
  const middle = Math.floor(measureWidth(style) - ((style.size - modules * module) % 2)) / 2 / factor;
  const middleOf = (at: number) => middle + (at - (modules - 1) / 2) * side;
  const isHidden = (at: number) => (Math.abs(at - (modules - 1) / 2) - 2.5) * module < logo.size / 2;
  const hidden = alignmentCentres(version).filter(isHidden);
  const isDark = thresholdAround(grey);
  return hidden.some((y) => hidden.some((x) => findsMark(isDark, middleOf(x), middleOf(y), side)));
}

type IsDark = (x: number, y: number) => boolean;

/** Whether something nearby is more like a pattern than what is at its place. */
function findsMark(isDark: IsDark, middleX: number, middleY: number, side: number): boolean {
  const here = countFaults(isDark, middleX, middleY, side, mark.length);
  const most = Math.min(search.mostFaults, here - 1);
  const reach = search.modules * search.stepsPerModule - 1;
  const step = side / search.stepsPerModule;
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      const faults = countFaults(isDark, middleX + right * step, middleY + down * step, side, most);
      if (faults <= most) return true;
    }
  }
  return false;
}

/** Modules that are not a pattern's; one more than `most` where there are more. */
function countFaults(isDark: IsDark, middleX: number, middleY: number, side: number, most: number): number {
  let faults = 0;
  for (let at = 0; at < mark.length && faults <= most; at++) {
    const x = Math.floor(middleX + ((at % 5) - 2) * side);
    const y = Math.floor(middleY + (Math.floor(at / 5) - 2) * side);
    if (isDark(x, y) !== (mark[at] === 1)) faults++;
  }
  return faults;
}

/** Dark is what is darker than the mean of its surroundings, in a window of an eighth of the picture's width, as zbar has it. */
function thresholdAround({ width, height, pixels }: Grey): IsDark {
  const window = Math.min(256, Math.max(16, 2 ** Math.ceil(Math.log2(width / 8))));
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  const sumTo = (x: number, y: number) => sums[y * (width + 1) + x]!;
  return (x, y) => {
    const [left, right] = [Math.max(0, x - window / 2), Math.min(width, x + window / 2)];
    const [top, bottom] = [Math.max(0, y - window / 2), Math.min(height, y + window / 2)];
    const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
    return pixels[y * width + x]! + 3 < sum / ((right - left) * (bottom - top));
  };
}
