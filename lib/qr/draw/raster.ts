import { mixColours, parseColour } from "../colour";
import { cellKinds, eyeModules, type Layout, layOut, locateEyes } from "../layout";
import type { LogoPixels, ModuleShape, QrMatrix, Raster, Style } from "../schema";
import { takeFrameInk } from "./frame";
import { blendLogo } from "./logo";
import { corners, fullInk, takeEyeTile, takeModuleTiles } from "./shapes";

type PaletteRaster = Extract<Raster, { kind: "palette" }>;

/** Palette index of each step of ink, 0 (the ground) to `fullInk`. A flat ink has only its last step. */
type Ramp = Uint8Array;

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
  const canvas: Canvas = { layout, indices: layGround(layout, style, inks.frame) };
  const raster: PaletteRaster = {
    kind: "palette",
    width: layout.width,
    height: layout.width,
    palette: inks.palette,
    indices: canvas.indices,
  };
  const squareEyes = style.eyes.shape === "square";
  if (style.modules.shape === "square") {
    fillCells(canvas, inks.dark[fullInk]!, squareEyes ? inks.eye[fullInk]! : 0);
    if (squareEyes && layout.frame === 0) raster.repeats = findRepeats(layout);
  } else {
    stampModules(canvas, style.modules.shape, inks.dark);
  }
  if (!squareEyes || style.modules.shape !== "square") stampEyes(canvas, style, inks.eye);
  if (!layout.logo || !logo) return raster;
  const rgba = rasterToRgba(raster);
  blendLogo(rgba, layout.width, layout.logo, logo);
  return { kind: "rgba", width: layout.width, height: layout.width, rgba };
}

/** A picture as 4 bytes a pixel, not premultiplied: what a canvas takes. */
export function rasterToRgba(raster: Raster): Uint8Array {
  if (raster.kind === "rgba") return raster.rgba;
  const rgba = new Uint8Array(raster.indices.length * 4);
  const view = new DataView(rgba.buffer);
  // A palette entry's bytes in the order of the machine, so that one 32-bit write lays down red first on any of them.
  const words = new Uint32Array(rgba.buffer);
  const entries = Uint32Array.from(raster.palette, (colour) => {
    view.setUint32(0, colour);
    return words[0]!;
  });
  for (let at = 0; at < words.length; at++) words[at] = entries[raster.indices[at]!]!;
  return rgba;
}

function mixInks(style: Style): { palette: number[]; dark: Ramp; eye: Ramp; frame: Ramp } {
  const light = parseColour(style.color.light);
  const palette = [style.transparent ? light * 256 : light * 256 + 255];
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

function layGround(layout: Layout, style: Style, ramp: Ramp): Uint8Array {
  if (style.frame.style === "square") return new Uint8Array(layout.width * layout.width);
  if (ramp[1] !== 1) throw new Error("The frame's ramp must open the palette: its ink is used as the index.");
  return takeFrameInk(style.frame.style, layout.size, layout.frame).slice();
}

/** Whole squares: one row of pixels for each row of modules, then copies of it. */
function fillCells({ layout, indices }: Canvas, dark: number, eye: number): void {
  const { width, module, modules, origin, cells } = layout;
  const inkOf = [0, dark, eye];
  for (let row = 0; row < modules; row++) {
    const start = (origin + row * module) * width + origin;
    for (let column = 0; column < modules; ) {
      const kind = cells[row * modules + column]!;
      const from = column;
      while (column < modules && cells[row * modules + column] === kind) column++;
      if (inkOf[kind]) indices.fill(inkOf[kind], start + from * module, start + column * module);
    }
    for (let line = 1; line < module; line++) {
      indices.copyWithin(start + line * width, start, start + modules * module);
    }
  }
}

/** 1 for each row of pixels that is the same as the one above it. */
function findRepeats({ width, module, modules, origin }: Layout): Uint8Array {
  const repeats = new Uint8Array(width).fill(1);
  repeats[0] = 0;
  for (let row = 0; row <= modules; row++) repeats[origin + row * module] = 0;
  return repeats;
}

function stampModules(canvas: Canvas, shape: Exclude<ModuleShape, "square">, ramp: Ramp): void {
  const { module, modules, origin } = canvas.layout;
  const tiles = takeModuleTiles(shape, module);
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
  const tile = takeEyeTile(style.eyes.shape, module);
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
