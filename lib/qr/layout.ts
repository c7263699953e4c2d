import { countHidden } from "./logo-room";
import type { QrMatrix, Style } from "./schema";
import { largestFrame, smallestSize } from "./style";

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

/**
 * The same look at another size: the frame grows with the picture as far as its bounds allow, the logo with the modules, so
 * that it hides as many of them at every size.
 */
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
