import { eyeModules } from "../layout";
import type { EyeShape, ModuleShape } from "../schema";

/**
 * Keeps what was used last, up to a number of bytes. An entry larger than half of that is not kept at all, so that one
 * giant cannot push out everything else.
 */
export class ByteCache<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a key, made by `make` when it is not there; `weigh` tells its bytes. */
  getOrCreate(key: string, make: () => Value, weigh: (value: Value) => number): Value {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const value = make();
    const bytes = weigh(value);
    if (bytes <= this.maxBytes / 2) {
      this.#entries.set(key, { value, bytes });
      this.#bytes += bytes;
      this.#dropOldest();
    }
    return value;
  }

  #dropOldest(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.maxBytes) return;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/** Steps from no ink to full ink: with the ground and one flat ink they still fit a palette of 4 bits. */
export const fullInk = 14;

/** Corners of a tile as bits of its index. */
export const corners = { topLeft: 1, topRight: 2, bottomRight: 4, bottomLeft: 8 } as const;

/** Radius of a free corner of joined modules and of the fillet where they meet, in modules. */
export const roundedCorner = 0.5;
export const roundedFillet = 0.25;

/** Radius of a dot in modules; under 4 pixels a gap between dots would be mere grey, so they touch. */
export function dotRadius(module: number): number {
  return module < 4 ? 0.5 : 0.45;
}

/** An eye in modules: the corner radii of its ring outside and inside, and its pupil, `side` wide. */
interface EyeGeometry {
  outer: number;
  inner: number;
  pupil: { side: number; corner: number };
}

/**
 * Eyes that OpenCV, zbar and zxing find as often as square ones. OpenCV needs the ring's outer corners: it read 1 of 60
 * codes at a radius of 2 modules, 59 at 0.5. zxing and zbar cross a turned eye on its diagonal and need the ring's inner
 * corners and a wide pupil, so the disc of a `circle` is a little wider than the 3 modules of a square.
 */
export const eyeGeometry: Record<EyeShape, EyeGeometry> = {
  square: { outer: 0, inner: 0, pupil: { side: 3, corner: 0 } },
  rounded: { outer: 0.5, inner: 1, pupil: { side: 3, corner: 0.75 } },
  circle: { outer: 0, inner: 0.5, pupil: { side: 3.1, corner: 1.55 } },
};

/** Ink of each pixel of a module, 0–`fullInk`, by the bits of its round corners (`dark`) or filled corners (`light`). */
export interface ModuleTiles {
  dark: Uint8Array[];
  light: Uint8Array[];
}

const tileCache = new ByteCache<ModuleTiles>(8 << 20);
const eyeCache = new ByteCache<Uint8Array>(8 << 20);

/** The tiles of a module shape at a number of pixels a module. */
export function getModuleTiles(shape: Exclude<ModuleShape, "square">, module: number): ModuleTiles {
  const make = () => (shape === "dots" ? drawDotTiles(module) : drawRoundedTiles(module));
  return tileCache.getOrCreate(`${shape} ${module}`, make, () => 32 * module * module);
}

/** Ink of each pixel of an eye of 7 × 7 modules. */
export function getEyeTile(shape: EyeShape, module: number): Uint8Array {
  const make = () => drawEyeTile(shape, module);
  return eyeCache.getOrCreate(`${shape} ${module}`, make, (tile) => tile.length);
}

/** Share of a pixel that lies inside an edge, from the distance of its middle to the edge (inside is negative). */
export function coverEdge(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance));
}

/** Signed distance of a point to a square with round corners around the origin; inside is negative. */
export function measureRoundedSquare(x: number, y: number, half: number, radius: number): number {
  const dx = Math.abs(x) - half + radius;
  const dy = Math.abs(y) - half + radius;
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - radius;
}

function drawTile(side: number, cover: (x: number, y: number) => number): Uint8Array {
  const tile = new Uint8Array(side * side);
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++) tile[at++] = Math.round(cover(x + 0.5, y + 0.5) * fullInk);
  }
  return tile;
}

function drawDotTiles(module: number): ModuleTiles {
  const radius = dotRadius(module) * module;
  const tile = drawTile(module, (x, y) => coverEdge(Math.hypot(x - module / 2, y - module / 2) - radius));
  return {
    dark: Array<Uint8Array>(16).fill(tile),
    light: Array<Uint8Array>(16).fill(new Uint8Array(tile.length)),
  };
}

function drawRoundedTiles(module: number): ModuleTiles {
  const round = roundedCorner * module;
  const fillet = roundedFillet * module;
  const tiles: ModuleTiles = { dark: [], light: [] };
  for (let bits = 0; bits < 16; bits++) {
    const cut = (x: number, y: number) => findCorner(x, y, module, bits);
    tiles.dark.push(
      drawTile(module, (x, y) => {
        const corner = cut(x, y);
        return corner === null ? 1 : coverCorner(corner, round);
      }),
    );
    tiles.light.push(
      drawTile(module, (x, y) => {
        const corner = cut(x, y);
        return corner === null ? 0 : 1 - coverCorner(corner, fillet);
      }),
    );
  }
  return tiles;
}

/** The point as seen from the nearest corner, if that corner is among the bits. */
function findCorner(x: number, y: number, side: number, bits: number): [x: number, y: number] | null {
  const right = x > side / 2;
  const bottom = y > side / 2;
  const top = right ? corners.topRight : corners.topLeft;
  const low = right ? corners.bottomRight : corners.bottomLeft;
  if ((bits & (bottom ? low : top)) === 0) return null;
  return [right ? side - x : x, bottom ? side - y : y];
}

function coverCorner([x, y]: [x: number, y: number], radius: number): number {
  if (x >= radius || y >= radius) return 1;
  return coverEdge(Math.hypot(radius - x, radius - y) - radius);
}

function drawEyeTile(shape: EyeShape, module: number): Uint8Array {
  const { outer, inner, pupil } = eyeGeometry[shape];
  const middle = (eyeModules * module) / 2;
  const inside = (x: number, y: number, halfModules: number, radius: number) =>
    coverEdge(measureRoundedSquare(x - middle, y - middle, halfModules * module, radius * module));
  return drawTile(eyeModules * module, (x, y) =>
    Math.max(
      Math.min(inside(x, y, 3.5, outer), 1 - inside(x, y, 2.5, inner)),
      inside(x, y, pupil.side / 2, pupil.corner),
    ),
  );
}
