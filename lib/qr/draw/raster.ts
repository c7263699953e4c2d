import { mixColours, parseColour } from "../colour";
import { cellKinds, eyeModules, type Layout, layOut, locateEyes } from "../layout";
import type { LogoPixels, ModuleShape, QrMatrix, Raster, Style } from "../schema";
import { getFrameInk } from "./frame";
import { blendLogo } from "./logo";
import { corners, fullInk, getEyeTile, getModuleTiles } from "./shapes";

interface Canvas {
  layout: Layout;
  indices: Uint8Array;
}

/**
 * The finished picture, frame included, `size + 2 × frame.size` pixels wide; the same pixels in browser and server.
 *
 * @param logo the decoded logo; drawn only where the style has one, and needed then.
 * @returns few colours as palette indices; with a logo 4 bytes a pixel.
 */
export function drawRaster(matrix: QrMatrix, style: Style, logo?: LogoPixels): Raster {
  const layout = layOut(matrix, style);
  const inks = mixInks(style);
  const plain =
    style.modules.shape === "square" && style.eyes.shape === "square" && style.frame.style === "square";
  const raster = plain ? drawRows(layout, inks) : drawCanvas(layout, style, inks);
  return layout.logo && logo ? addLogo(raster, layout.logo, logo) : raster;
}

/** Whole squares without a frame: a row of pixels for each row of modules, and one for the quiet zone. */
function drawRows(layout: Layout, { palette, dark, eye }: Inks): Raster {
  const { width, module, modules, origin } = layout;
  const distinct = new Uint8Array((modules + 1) * width);
  const order = new Uint16Array(width);
  for (let row = 0; row < modules; row++) {
    fillRow(distinct, (row + 1) * width + origin, layout, row, dark[fullInk]!, eye[fullInk]!);
    order.fill(row + 1, origin + row * module, origin + (row + 1) * module);
  }
  return new RowRaster(width, width, palette, order, distinct);
}

/**
 * Rows that are spread out when first asked for: a PNG is written without. A class, since a literal with a getter has a
 * shape of its own at every call, and whatever reads it is slow then.
 */
class RowRaster {
  readonly kind = "palette";
  #indices: Uint8Array | undefined;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly palette: number[],
    readonly order: Uint16Array,
    readonly distinct: Uint8Array,
  ) {}

  get indices(): Uint8Array {
    this.#indices ??= spreadRows(this.distinct, this.order, this.width);
    return this.#indices;
  }
}

function spreadRows(distinct: Uint8Array, order: Uint16Array, width: number): Uint8Array {
  const indices = new Uint8Array(order.length * width);
  for (const [y, row] of order.entries()) {
    indices.set(distinct.subarray(row * width, (row + 1) * width), y * width);
  }
  return indices;
}

function drawCanvas(layout: Layout, style: Style, inks: Inks): Raster {
  const { width, module, modules, origin } = layout;
  const canvas: Canvas = { layout, indices: layGround(layout, style, inks.frame) };
  const { indices } = canvas;
  if (style.modules.shape === "square") {
    const eye = style.eyes.shape === "square" ? inks.eye[fullInk]! : 0;
    for (let row = 0; row < modules; row++) {
      const start = (origin + row * module) * width + origin;
      fillRow(indices, start, layout, row, inks.dark[fullInk]!, eye);
      for (let line = 1; line < module; line++) {
        indices.copyWithin(start + line * width, start, start + modules * module);
      }
    }
  } else {
    stampModules(canvas, style.modules.shape, inks.dark);
  }
  if (style.modules.shape !== "square" || style.eyes.shape !== "square") stampEyes(canvas, style, inks.eye);
  return { kind: "palette", width, height: width, palette: inks.palette, indices };
}

/** One row of pixels of a row of modules; an ink of 0 leaves the ground. */
function fillRow(
  out: Uint8Array,
  start: number,
  layout: Layout,
  row: number,
  dark: number,
  eye: number,
): void {
  const { module, modules, cells } = layout;
  for (let column = 0, from = start; column < modules; column++, from += module) {
    const kind = cells[row * modules + column]!;
    if (kind === cellKinds.light) continue;
    const ink = kind === cellKinds.eye ? eye : dark;
    // Runs are short: a loop costs less than calls of `fill`.
    if (ink !== 0) for (let at = from; at < from + module; at++) out[at] = ink;
  }
}

function addLogo(raster: Raster, box: NonNullable<Layout["logo"]>, logo: LogoPixels): Raster {
  const { width, height } = raster;
  const rgba = rasterToRgba(raster);
  blendLogo(rgba, width, box, logo);
  const order = raster.order?.slice();
  // Rows of the logo are like no other; the module rows keep their numbers, which are far lower.
  for (let y = box.start; order && y < box.start + box.size; y++) order[y] = 0x8000 + y;
  return { kind: "rgba", width, height, rgba, ...(order && { order }) };
}

function layGround(layout: Layout, style: Style, ramp: Ramp): Uint8Array {
  if (style.frame.style === "square") return new Uint8Array(layout.width * layout.width);
  if (ramp[1] !== 1) throw new Error("The frame's ramp must open the palette: its ink is used as the index.");
  return getFrameInk(style.frame.style, layout.size, layout.frame).slice();
}

function stampModules(canvas: Canvas, shape: Exclude<ModuleShape, "square">, ramp: Ramp): void {
  const { module, modules, origin } = canvas.layout;
  const tiles = getModuleTiles(shape, module);
  const ringed = ringModules(canvas.layout);
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      const at = (y + 1) * (modules + 2) + x + 1;
      const dark = ringed[at] === 1;
      const bits = shape === "dots" ? 0 : findRoundCorners(ringed, modules + 2, at);
      if (!dark && bits === 0) continue;
      const tile = (dark ? tiles.dark : tiles.light)[bits]!;
      stampTile(canvas, tile, module, origin + x * module, origin + y * module, ramp);
    }
  }
}

/** 1 for each dark module that is no eye's, with a ring of light around, so that every cell has eight neighbours. */
function ringModules({ modules, cells }: Layout): Uint8Array {
  const ringed = new Uint8Array((modules + 2) ** 2);
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] !== cellKinds.module) continue;
    ringed[(Math.floor(at / modules) + 1) * (modules + 2) + (at % modules) + 1] = 1;
  }
  return ringed;
}

/**
 * Corners of a dark cell that touch no neighbour, or of a light cell that lie where three dark ones meet. Cells that
 * touch only at a corner stay apart.
 */
function findRoundCorners(ringed: Uint8Array, stride: number, at: number): number {
  const up = ringed[at - stride]!;
  const right = ringed[at + 1]!;
  const down = ringed[at + stride]!;
  const left = ringed[at - 1]!;
  if (ringed[at]) {
    return (
      (up | left ? 0 : corners.topLeft) |
      (up | right ? 0 : corners.topRight) |
      (down | right ? 0 : corners.bottomRight) |
      (down | left ? 0 : corners.bottomLeft)
    );
  }
  return (
    (up & left & ringed[at - stride - 1]! ? corners.topLeft : 0) |
    (up & right & ringed[at - stride + 1]! ? corners.topRight : 0) |
    (down & right & ringed[at + stride + 1]! ? corners.bottomRight : 0) |
    (down & left & ringed[at + stride - 1]! ? corners.bottomLeft : 0)
  );
}

function stampEyes(canvas: Canvas, style: Style, ramp: Ramp): void {
  const { module, modules, origin } = canvas.layout;
  const tile = getEyeTile(style.eyes.shape, module);
  for (const [x, y] of locateEyes(modules)) {
    stampTile(canvas, tile, eyeModules * module, origin + x * module, origin + y * module, ramp);
  }
}

function stampTile(
  canvas: Canvas,
  tile: Uint8Array,
  side: number,
  left: number,
  top: number,
  ramp: Ramp,
): void {
  const { indices, layout } = canvas;
  for (let y = 0, from = 0; y < side; y++) {
    for (let at = (top + y) * layout.width + left, end = at + side; at < end; at++) {
      const level = tile[from++]!;
      if (level !== 0) indices[at] = ramp[level]!;
    }
  }
}

/** A picture as 4 bytes a pixel, not premultiplied: what a canvas takes. */
export function rasterToRgba(raster: Raster): Uint8Array {
  if (raster.kind === "rgba") return raster.rgba;
  const { width, height, order, distinct } = raster;
  const rgba = new Uint8Array(width * height * 4);
  const words = new Uint32Array(rgba.buffer);
  const entries = orderBytes(raster.palette);
  const source = order && distinct ? distinct : raster.indices;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    if (y > 0 && order && order[y] === order[y - 1]) words.copyWithin(start, start - width, start);
    else {
      const from = (distinct && order ? order[y]! : y) * width;
      for (let x = 0; x < width; x++) words[start + x] = entries[source[from + x]!]!;
    }
  }
  return rgba;
}

/** Palette entries as words whose bytes lie red first in memory, whatever the machine's own order is. */
function orderBytes(palette: number[]): Uint32Array {
  const view = new DataView(new ArrayBuffer(palette.length * 4));
  for (const [index, entry] of palette.entries()) view.setUint32(index * 4, entry);
  return new Uint32Array(view.buffer);
}

/** Palette index of each step of ink, 0 (the ground) to `fullInk`. A flat ink has only its last step. */
type Ramp = Uint8Array;

interface Inks {
  palette: number[];
  dark: Ramp;
  eye: Ramp;
  frame: Ramp;
}

/** What is transparent lies on white paper, for readers too that do not look at alpha. */
const clearWhite = 0xffffff00;

/** The palette of a style, 0xRRGGBBAA with the ground first, and where each of its inks lies in it. */
function mixInks(style: Style): Inks {
  const light = parseColour(style.color.light);
  const palette = [style.transparent ? clearWhite : light * 256 + 255];
  const ramps = new Map<number, Ramp>();
  const mix = (hex: string, steps: boolean): Ramp => {
    const colour = parseColour(hex);
    const known = ramps.get(colour);
    if (known && (known[1] !== 0 || !steps)) return known;
    const ramp: Ramp = new Uint8Array(fullInk + 1);
    for (let level = steps ? 1 : fullInk; level <= fullInk; level++) {
      ramp[level] = palette.length;
      palette.push(mixEntry(light, colour, level / fullInk, style.transparent));
    }
    ramps.set(colour, ramp);
    return ramp;
  };
  // The frame comes first, so that its cached ink is the index itself.
  const frame = style.frame.style === "square" ? new Uint8Array(fullInk + 1) : mix(style.frame.color, true);
  const shaped = style.modules.shape !== "square";
  const dark = mix(style.color.dark, shaped);
  const eye = mix(style.eyes.color, style.eyes.shape !== "square");
  return { palette, dark, eye, frame };
}

function mixEntry(light: number, ink: number, share: number, transparent: boolean): number {
  if (transparent) return ink * 256 + Math.round(share * 255);
  return mixColours(light, ink, share) * 256 + 255;
}
