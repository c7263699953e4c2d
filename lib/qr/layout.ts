import type { SymbolChoice } from "./encode";
import type { QrMatrix, Settings, Style } from "./schema";
import { chooseLogoSize, chooseSize, largestFrame, levelFor, smallestSize, standardQuietZone } from "./style";

/** Modules of one side of a finder pattern, the "eye": ISO/IEC 18004, 6.3.3. */
export const eyeModules = 7;

/** What is drawn in one cell of the symbol. */
export const cellKinds = { light: 0, module: 1, eye: 2 } as const;

/** Where everything lies, in whole pixels of the finished picture; the same for PNG, SVG and PDF. */
export interface Layout {
  /** Width and height of the finished picture: size + 2 × frame. */
  width: number;
  /** Pixels of the frame on each side; 0 without one. */
  frame: number;
  /** Width of the image without its frame. */
  size: number;
  /** Pixels of one module. */
  module: number;
  /** Modules of one side of the symbol. */
  modules: number;
  /** Left and top of the first module. */
  origin: number;
  /** Kind of each cell, row by row; what a logo hides is light. */
  cells: Uint8Array;
  /** The square that a logo is fitted into, over the cells cleared for it. */
  logo?: { start: number; size: number };
}

/** Pixels of one module. */
export function measureModule({ size: modules }: Pick<QrMatrix, "size">, { size, quietZone }: Style): number {
  return Math.floor(size / (modules + 2 * quietZone));
}

/** The same look at another number of pixels a module: frame, logo and the rest of the quiet zone in proportion. */
export function scaleStyle(matrix: Pick<QrMatrix, "size">, style: Style, modulePixels: number): Style {
  const from = Math.max(1, measureModule(matrix, style));
  const scale = (pixels: number) => Math.round((pixels * modulePixels) / from);
  const modules = matrix.size + 2 * style.quietZone;
  const rest = Math.max(0, Math.min(scale(style.size - modules * from), modules - 1));
  const { frame, logo } = style;
  return {
    ...style,
    size: modules * modulePixels + rest,
    frame: frame.style === "square" ? frame : { ...frame, size: Math.max(1, scale(frame.size)) },
    ...(logo && { logo: { ...logo, size: scale(logo.size) } }),
  };
}

/** The same look at another size: the frame grows within its bounds, the logo with the modules. */
export function resizeStyle(matrix: Pick<QrMatrix, "size">, style: Style, size: number): Style {
  const { frame, logo } = style;
  const thickness = frame.style === "square" ? 0 : Math.round((frame.size * size) / style.size);
  const module = measureModule(matrix, { ...style, size });
  const logoSize = (logo?.size ?? 0) / Math.max(1, measureModule(matrix, style));
  return {
    ...style,
    size,
    frame:
      frame.style === "square"
        ? frame
        : { ...frame, size: Math.max(1, Math.min(thickness, largestFrame(size))) },
    ...(logo && { logo: { ...logo, size: Math.floor(logoSize * module) } }),
  };
}

/** The least size of a picture whose modules have so many pixels. */
export function leastSize(
  { size: modules }: Pick<QrMatrix, "size">,
  quietZone: number,
  module: number,
): number {
  return Math.max(smallestSize, module * (modules + 2 * quietZone));
}

/** Width of the finished picture, frame included. */
export function measureWidth({ size, frame }: Style): number {
  return frame.style === "square" ? size : size + 2 * frame.size;
}

/** Lays a symbol out: modules at a whole number of pixels, the rest evenly to the quiet zone (decisions §2). */
export function layOut(matrix: QrMatrix, style: Style): Layout {
  const frame = style.frame.style === "square" ? 0 : style.frame.size;
  const modules = matrix.size;
  const module = measureModule(matrix, style);
  const origin = frame + Math.floor((style.size - modules * module) / 2);
  const layout: Layout = {
    width: style.size + 2 * frame,
    frame,
    size: style.size,
    module,
    modules,
    origin,
    cells: matrix.modules.slice(),
  };
  markEyes(layout.cells, modules);
  if (style.logo) {
    layout.logo = {
      start: origin + Math.floor((modules * module - style.logo.size) / 2),
      size: style.logo.size,
    };
    clearCentre(layout.cells, modules, countHidden(style.logo.size, module, modules));
  }
  return layout;
}

/** Left and top modules of the three eyes. */
export function locateEyes(modules: number): [x: number, y: number][] {
  const far = modules - eyeModules;
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ];
}

function markEyes(cells: Uint8Array, modules: number): void {
  for (const [left, top] of locateEyes(modules)) {
    for (let y = top; y < top + eyeModules; y++) {
      for (let at = y * modules + left; at < y * modules + left + eyeModules; at++) {
        if (cells[at]) cells[at] = cellKinds.eye;
      }
    }
  }
}

function clearCentre(cells: Uint8Array, modules: number, hidden: number): void {
  const start = (modules - hidden) / 2;
  for (let y = start; y < start + hidden; y++) {
    cells.fill(cellKinds.light, y * modules + start, y * modules + start + hidden);
  }
}

/**
 * Largest share of a symbol's modules that may be cleared at level H. Measured: zxing reads every symbol from version 3
 * on with 15 % of its modules cleared in the middle, and versions 1 and 2 with 8 %.
 */
function largestShare(modules: number): number {
  return modules < symbolModules(3) ? 0.08 : 0.146;
}

/** Modules of one side of a version: ISO/IEC 18004, 6.1. */
function symbolModules(version: number): number {
  return 17 + 4 * version;
}

/** Least odd number of modules that is as wide as asked: odd like the symbol's own, so that it stays centred. */
function countOdd(modules: number): number {
  const least = Math.ceil(modules);
  return least % 2 === 0 ? least + 1 : least;
}

/**
 * Modules cleared for a logo on each side. A quarter of a module stays free around the logo where the error correction
 * can carry that; else the logo fills what is cleared; else it reaches at most a quarter of a module over the next one,
 * which leaves that module's middle to be read.
 *
 * @param logo pixels of the logo's box.
 * @param module pixels of a module.
 * @param modules modules of one side of the symbol.
 */
export function countHidden(logo: number, module: number, modules: number): number {
  const width = logo / module;
  const room = Math.sqrt(largestShare(modules)) * modules;
  const choices = [countOdd(width + 0.5), countOdd(width), countOdd(width - 0.5)] as const;
  return choices.find((hidden) => hidden <= room) ?? choices[2];
}

/**
 * The smallest version whose symbol can carry the logo asked for: a short content under a large logo needs a larger
 * symbol than its own, with more error correction to spend. 1 without a logo, and where no version of that size can.
 */
function leastVersionFor(settings: Settings | null | undefined): number {
  if (!settings?.logo?.enabled) return 1;
  const quietZone = settings.quietZone ?? standardQuietZone;
  for (let version = 1; version <= 40; version++) {
    const modules = symbolModules(version);
    const size = chooseSize(settings.size, modules + 2 * quietZone);
    const module = Math.floor(size / (modules + 2 * quietZone));
    if (module < 2) return 1;
    const hidden = countHidden(chooseLogoSize(settings.logo.size, size), module, modules);
    if (hidden ** 2 <= largestShare(modules) * modules ** 2) return version;
  }
  return 1;
}

/** What to ask of the encoder for a code in these settings: the level, and a symbol with room for the logo. */
export function symbolFor(settings: Settings | null | undefined): SymbolChoice {
  return { level: levelFor(settings), leastVersion: leastVersionFor(settings) };
}
