import type { FrameStyle } from "../schema";
import { ByteCache, coverEdge, fullInk, measureRoundedSquare } from "./shapes";

export type DrawnFrame = Exclude<FrameStyle, "square">;

/**
 * A frame as one stroke of even thickness around the middle of the picture, in pixels. `half` is the distance from the
 * middle to the stroke's centre line. No part of the stroke lies inside the image square.
 */
export interface FrameStroke {
  thickness: number;
  half: number;
  /** `corner`: radius of a rounded square. `exponent`: of a superellipse |x|ᵖ + |y|ᵖ = halfᵖ; 2 is a circle. */
  line: { kind: "roundedSquare"; corner: number } | { kind: "superellipse"; exponent: number };
  /** Dashes with round caps, one centred on each corner: `length` without its caps, every `period`. */
  dash?: { length: number; period: number; perSide: number };
}

/** √2 ÷ (√2 − 1) is 3.41: a round corner of that many gaps just clears the corner of a square one gap away. */
const cornerPerGap = 3.07;

/** The stroke of a frame style around an image of `size` pixels, `frame` pixels wide. */
export function describeFrame(style: DrawnFrame, size: number, frame: number): FrameStroke {
  if (style === "circle") return describeCircle(size, frame);
  return style === "rounded" ? describeRounded(size, frame) : describeDashed(size, frame);
}

/** Whole pixels, at least 2 where there is room; a share of the frame that falls as the frame grows against the image. */
function strokeThickness(share: number, size: number, frame: number): number {
  return Math.max(frame < 4 ? 1 : 2, Math.round((share * frame) / (1 + frame / size)));
}

/** Radius of the centre line's corners: as round as the image's corners leave room for, a fifth of its size at most. */
function chooseCorner(size: number, frame: number, thickness: number): number {
  return Math.min(cornerPerGap * (frame - thickness), size / 5) + thickness / 2;
}

function describeRounded(size: number, frame: number): FrameStroke {
  const thickness = strokeThickness(0.42, size, frame);
  const corner = chooseCorner(size, frame, thickness);
  return { thickness, half: size / 2 + frame - thickness / 2, line: { kind: "roundedSquare", corner } };
}

/** The roundest superellipse that clears the image's corners: a circle where the frame is wide enough for one. */
function describeCircle(size: number, frame: number): FrameStroke {
  const thickness = strokeThickness(0.3, size, frame);
  const half = size / 2 + frame - thickness / 2;
  const clearance = frame > 2 ? 0.06 * frame : 0;
  const reach = (size / 2 + (thickness / 2 + clearance) * Math.SQRT1_2) / half;
  const exponent = Math.max(2, Math.LN2 / -Math.log(reach));
  return { thickness, half, line: { kind: "superellipse", exponent } };
}

function describeDashed(size: number, frame: number): FrameStroke {
  const thickness = strokeThickness(0.34, size, frame);
  const half = size / 2 + frame - thickness / 2;
  const corner = chooseCorner(size, frame, thickness);
  const side = 2 * (half - corner) + (Math.PI / 2) * corner;
  const perSide = Math.max(4, Math.round(side / Math.max(3.4 * thickness, 7)));
  const period = side / perSide;
  const length = Math.max(0, 0.62 * period - thickness);
  return { thickness, half, line: { kind: "roundedSquare", corner }, dash: { length, period, perSide } };
}

const frameCache = new ByteCache<Uint8Array>(32 << 20);

/**
 * Ink of each pixel of the picture, 0–`fullInk`: the frame's stroke, and nothing inside the image square.
 * The array is shared: copy before writing.
 */
export function getFrameInk(style: DrawnFrame, size: number, frame: number): Uint8Array {
  const make = () => drawInk(describeFrame(style, size, frame), size, frame);
  return frameCache.getOrCreate(`${style} ${size} ${frame}`, make, (ink) => ink.length);
}

/** A frame is the same in all four quarters, so one is drawn and the others mirror it. */
function drawInk(stroke: FrameStroke, size: number, frame: number): Uint8Array {
  const width = size + 2 * frame;
  const ink = new Uint8Array(width * width);
  const middle = width / 2;
  for (let y = 0; y < middle; y++) {
    const end = y < frame ? middle : frame;
    for (let x = 0; x < end; x++) {
      const distance = measureStroke(stroke, middle - x - 0.5, middle - y - 0.5);
      const level = Math.round(coverEdge(distance) * fullInk);
      if (level === 0) continue;
      ink[y * width + x] = level;
      ink[y * width + width - 1 - x] = level;
      ink[(width - 1 - y) * width + x] = level;
      ink[(width - 1 - y) * width + width - 1 - x] = level;
    }
  }
  return ink;
}

/** Signed distance of a point of the first quadrant to the stroke's edge; inside the stroke is negative. */
function measureStroke(stroke: FrameStroke, x: number, y: number): number {
  const { half, thickness, line, dash } = stroke;
  if (line.kind === "superellipse") {
    return Math.abs(measureSuperellipse(x, y, half, line.exponent)) - thickness / 2;
  }
  const across = Math.abs(measureRoundedSquare(x, y, half, line.corner));
  if (dash === undefined || across > thickness / 2 + 1) return across - thickness / 2;
  return measureDash(Math.max(x, y), Math.min(x, y), across, half, line.corner, dash) - thickness / 2;
}

/** Distance along the normal, refined once at its foot: exact on the axes and the diagonal, within 0.02 pixel between. */
function measureSuperellipse(x: number, y: number, half: number, exponent: number): number {
  let footX = x;
  let footY = y;
  for (let step = 0; step < 3; step++) {
    const norm = measureNorm(footX, footY, exponent);
    const slopeX = (footX / norm) ** (exponent - 1);
    const slopeY = (footY / norm) ** (exponent - 1);
    const shift = (norm - half) / (slopeX * slopeX + slopeY * slopeY);
    footX = Math.max(0, footX - shift * slopeX);
    footY = Math.max(0, footY - shift * slopeY);
  }
  const sign = measureNorm(x, y, exponent) < half ? -1 : 1;
  return sign * Math.hypot(x - footX, y - footY);
}

function measureNorm(x: number, y: number, exponent: number): number {
  const longer = Math.max(x, y);
  const share = Math.min(x, y) / longer;
  return longer * (1 + share ** exponent) ** (1 / exponent);
}

/** Distance of a point of the octant x ≥ y ≥ 0 to the nearest dash's centre line, round caps included by distance. */
function measureDash(
  x: number,
  y: number,
  across: number,
  half: number,
  corner: number,
  dash: { length: number; period: number },
): number {
  const arcStart = half - corner;
  const eighth = (Math.PI / 4) * corner;
  const along =
    y <= arcStart ? eighth + arcStart - y : corner * (Math.PI / 4 - Math.atan2(y - arcStart, x - arcStart));
  const centre = Math.round(along / dash.period) * dash.period;
  if (Math.abs(along - centre) <= dash.length / 2) return across;
  const end = centre + (Math.sign(along - centre) * dash.length) / 2;
  if (end >= eighth) return Math.hypot(x - half, y - (arcStart + eighth - end));
  const angle = Math.PI / 4 - end / corner;
  return Math.hypot(x - arcStart - corner * Math.cos(angle), y - arcStart - corner * Math.sin(angle));
}
