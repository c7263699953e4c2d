import { create } from "qrcode";
import type { Raster } from "@/lib/qr/schema";

export interface SampleLook {
  size?: number;
  level?: "L" | "M" | "Q" | "H";
  version?: number;
  /** Modules of margin; 4 unless told. */
  quietZone?: number;
  /** 0xRRGGBB. */
  dark?: number;
  light?: number;
  modules?: "square" | "rounded" | "dots";
  /** Diameter of a dot in modules. */
  dot?: number;
  eyes?: "square" | "rounded" | "circle";
  /** Side of a patch of coloured noise in the middle, as a share of the picture's width. */
  logo?: number;
}

type Inside = (x: number, y: number) => boolean;

/**
 * A QR picture drawn by nobody's code but `qrcode`'s matrix and this file, so that the reader's tests
 * do not lean on our own encoder and renderer. Edges are smoothed by 3 × 3 samples a pixel.
 */
export function drawSample(text: string, look: SampleLook = {}): Raster {
  const symbol = create(text, {
    errorCorrectionLevel: look.level ?? "M",
    ...(look.version ? { version: look.version } : {}),
  });
  const count = symbol.modules.size;
  const quiet = look.quietZone ?? 4;
  const size = look.size ?? 256;
  const unit = Math.max(1, Math.floor(size / (count + 2 * quiet)));
  const offset = Math.floor((size - unit * count) / 2);
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < count && y < count && symbol.modules.data[y * count + x] === 1;
  const inside = shapeOf(isDark, count, look);
  const rgba = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const share = coverage(inside, (x - offset) / unit, (y - offset) / unit, 1 / unit);
      paint(rgba, y * size + x, look.dark ?? 0, look.light ?? 0xffffff, share);
    }
  }
  if (look.logo) paintLogo(rgba, size, Math.round(size * look.logo));
  return { kind: "rgba", width: size, height: size, rgba };
}

function coverage(inside: Inside, x: number, y: number, step: number): number {
  let hits = 0;
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) {
      if (inside(x + (step * (i + 0.5)) / 3, y + (step * (j + 0.5)) / 3)) hits++;
    }
  }
  return hits / 9;
}

function shapeOf(isDark: Inside, count: number, look: SampleLook): Inside {
  const radius = (look.dot ?? 1) / 2;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const eye = eyeOrigin(column, row, count);
    if (eye && look.eyes && look.eyes !== "square") {
      return insideEye(x - eye[0] - 3.5, y - eye[1] - 3.5, look.eyes);
    }
    if (!isDark(column, row)) return false;
    if (eye || !look.modules || look.modules === "square") return true;
    const dx = x - column - 0.5;
    const dy = y - row - 0.5;
    if (look.modules === "dots") return Math.hypot(dx, dy) <= radius;
    const besides = isDark(column + Math.sign(dx), row) || isDark(column, row + Math.sign(dy));
    return besides || Math.hypot(dx, dy) <= 0.5;
  };
}

function eyeOrigin(column: number, row: number, count: number): [number, number] | null {
  const left = column < 7 ? 0 : column >= count - 7 ? count - 7 : -1;
  const top = row < 7 ? 0 : row >= count - 7 ? count - 7 : -1;
  return left < 0 || top < 0 || (left > 0 && top > 0) ? null : [left, top];
}

function insideEye(dx: number, dy: number, shape: "rounded" | "circle"): boolean {
  const within = (half: number) => {
    const corner = shape === "circle" ? half : half * 0.5;
    const x = Math.max(0, Math.abs(dx) - half + corner);
    const y = Math.max(0, Math.abs(dy) - half + corner);
    return Math.hypot(x, y) <= corner;
  };
  return within(1.5) || (within(3.5) && !within(2.5));
}

function paint(rgba: Uint8Array, pixel: number, dark: number, light: number, share: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const shift = 16 - 8 * channel;
    rgba[4 * pixel + channel] = Math.round(
      ((light >> shift) & 255) * (1 - share) + ((dark >> shift) & 255) * share,
    );
  }
  rgba[4 * pixel + 3] = 255;
}

function paintLogo(rgba: Uint8Array, size: number, side: number): void {
  const start = Math.floor((size - side) / 2);
  let seed = 7;
  for (let y = start; y < start + side; y++) {
    for (let x = start; x < start + side; x++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      rgba.set([seed >>> 24, (seed >>> 16) & 255, 120], 4 * (y * size + x));
    }
  }
}
