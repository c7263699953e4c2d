import { describe, expect, it } from "vitest";
import { type DrawnFrame, describeFrame, getFrameInk } from "./frame";
import { fullInk } from "./shapes";

const styles: DrawnFrame[] = ["rounded", "circle", "dashed"];
const sizes: [size: number, frame: number][] = [];
for (const size of [64, 65, 100, 256, 301]) {
  for (let frame = 1; frame <= Math.min(100, size / 4); frame += frame < 12 ? 1 : 7)
    sizes.push([size, frame]);
}
sizes.push([256, 64], [1024, 20], [1024, 100], [1023, 37]);

describe.each(styles)("a %s frame", (style) => {
  it("never draws over the image, at any size", () => {
    for (const [size, frame] of sizes) {
      const width = size + 2 * frame;
      const ink = getFrameInk(style, size, frame);
      for (let y = frame; y < frame + size; y++) {
        const row = ink.subarray(y * width + frame, y * width + frame + size);
        if (row.some((level) => level > 0)) throw new Error(`${size}/${frame}: ink in the image, row ${y}`);
      }
    }
  });

  it("stays clear of the image in its vector geometry, as drawn in SVG and PDF", () => {
    for (const [size, frame] of sizes) {
      const { half, thickness, line } = describeFrame(style, size, frame);
      const corner = size / 2;
      const inner = half - thickness / 2;
      expect(inner, `${size}/${frame}`).toBeGreaterThanOrEqual(corner);
      if (line.kind === "superellipse") {
        // On the diagonal the curve is half · 2^(−1/p) along each axis, and the stroke reaches inwards along the normal.
        const reach = half * 2 ** (-1 / line.exponent) - (thickness / 2) * Math.SQRT1_2;
        expect(reach, `${size}/${frame}`).toBeGreaterThanOrEqual(corner - 0.001);
        continue;
      }
      const radius = line.corner - thickness / 2;
      const centre = half - line.corner;
      const reach = centre < corner ? Math.hypot(corner - centre, corner - centre) - radius : 0;
      expect(reach, `${size}/${frame}`).toBeLessThanOrEqual(0.001);
    }
  });

  it("reaches the edges, and is symmetric in all eight directions", () => {
    for (const [size, frame] of sizes) {
      const width = size + 2 * frame;
      const ink = getFrameInk(style, size, frame);
      const last = width - 1;
      expect(Math.max(...ink.subarray(0, width)), `${size}/${frame}`).toBeGreaterThan(fullInk / 2);
      for (let y = 0; y < width; y += 3) {
        for (let x = 0; x < Math.min(frame, width); x++) {
          const level = ink[y * width + x];
          const twins = [
            ink[y * width + last - x],
            ink[(last - y) * width + x],
            ink[x * width + y],
            ink[(last - x) * width + last - y],
          ];
          if (twins.some((twin) => Math.abs(twin! - level!) > 1))
            throw new Error(`${size}/${frame} at ${x},${y}`);
        }
      }
    }
  });
});

describe("frame shapes", () => {
  it("circle is a true circle if the frame is wide enough, and otherwise as round as possible", () => {
    const exponents = [4, 20, 40, 60, 64].map((frame) => {
      const { line } = describeFrame("circle", 256, frame);
      return line.kind === "superellipse" ? line.exponent : Number.NaN;
    });
    expect(exponents).toEqual(exponents.toSorted((a, b) => b - a));
    expect(exponents.at(-1)).toBeLessThan(2.3);
    expect(describeFrame("circle", 100, 100)).toMatchObject({ line: { exponent: 2 } });
  });

  it("circle has a stroke of even thickness", () => {
    const size = 512;
    const frame = 60;
    const width = size + 2 * frame;
    const ink = getFrameInk("circle", size, frame);
    const { thickness } = describeFrame("circle", size, frame);
    // Ink along the normal at the top's middle and on the diagonal, where a pixel step is √2 long.
    let top = 0;
    let diagonal = 0;
    for (let at = 0; at < frame + 40; at++) {
      top += ink[at * width + width / 2]! / fullInk;
      diagonal += (ink[at * width + at]! / fullInk) * Math.SQRT2;
    }
    expect(top).toBeCloseTo(thickness, 0);
    expect(Math.abs(diagonal - thickness)).toBeLessThan(0.8);
  });

  it("dashed repeats without a seam, and has a dash around each corner", () => {
    for (const [size, frame] of sizes) {
      const { dash, half, line } = describeFrame("dashed", size, frame);
      if (!dash || line.kind !== "roundedSquare") throw new Error("no dashes");
      const side = 2 * (half - line.corner) + (Math.PI / 2) * line.corner;
      expect(dash.perSide).toBe(Math.round(dash.perSide));
      expect(dash.perSide * dash.period).toBeCloseTo(side, 6);
      expect(dash.length).toBeGreaterThanOrEqual(0);
    }
    const ink = getFrameInk("dashed", 256, 20);
    const onDiagonal = Array.from({ length: 40 }, (_, at) => ink[at * 296 + at]!);
    expect(Math.max(...onDiagonal)).toBe(fullInk);
  });

  it("rounded has crisp straight sides of whole pixels", () => {
    for (const [size, frame] of sizes) {
      const width = size + 2 * frame;
      const { thickness } = describeFrame("rounded", size, frame);
      const ink = getFrameInk("rounded", size, frame);
      const middle = Math.floor(width / 2);
      const column = Array.from({ length: frame }, (_, y) => ink[y * width + middle]);
      expect(column, `${size}/${frame}`).toEqual(column.map((_, y) => (y < thickness ? fullInk : 0)));
    }
  });
});
