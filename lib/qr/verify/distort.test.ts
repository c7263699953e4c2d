import { describe, expect, it } from "vitest";
import { drawSample } from "@/e2e/support/sample-raster";
import { type Distortion, distortions } from "../schema";
import { distort, type Grey, ladderSteps, resizeGrey, showcaseSteps, toGrey } from ".";

const grey = toGrey(drawSample("https://quietzone.example/menu", { size: 200 }));

const mean = ({ pixels }: Grey) => pixels.reduce((sum, level) => sum + level, 0) / pixels.length;
const deviation = (picture: Grey) => {
  const middle = mean(picture);
  return Math.sqrt(
    picture.pixels.reduce((sum, level) => sum + (level - middle) ** 2, 0) / picture.pixels.length,
  );
};
const differenceTo = (other: Grey) => (picture: Grey) =>
  picture.pixels.reduce((sum, level, i) => sum + Math.abs(level - other.pixels[i]!), 0) /
  picture.pixels.length;

describe("toGrey", () => {
  it("converts both kinds of raster to luminance, with transparency as white paper", () => {
    const palette = [0x000000ff, 0xffffffff, 0xff0000ff, 0x00000000, 0x00000080];
    const indices = Uint8Array.of(0, 1, 2, 3, 4);
    const expected = [0, 255, 76, 255, 127];
    expect([...toGrey({ kind: "palette", width: 5, height: 1, palette, indices }).pixels]).toEqual(expected);
    const rgba = Uint8Array.from(
      palette.flatMap((entry) => [24, 16, 8, 0].map((shift) => (entry >>> shift) & 255)),
    );
    expect([...toGrey({ kind: "rgba", width: 5, height: 1, rgba }).pixels]).toEqual(expected);
  });
});

describe("resizeGrey", () => {
  it("averages areas when shrinking, even for sizes that do not divide", () => {
    const four: Grey = { width: 4, height: 2, pixels: Uint8Array.of(0, 100, 200, 200, 100, 200, 0, 0) };
    expect(resizeGrey(four, 2)).toEqual({ width: 2, height: 1, pixels: Uint8Array.of(100, 100) });
    const three: Grey = { width: 3, height: 1, pixels: Uint8Array.of(0, 90, 240) };
    expect([...resizeGrey(three, 2).pixels]).toEqual([30, 190]);
  });

  it.each([37, 64, 199, 200, 201, 333, 1000])("keeps brightness and shape at width %i", (width) => {
    const tall: Grey = { width: 200, height: 100, pixels: grey.pixels.subarray(0, 20_000) };
    const resized = resizeGrey(tall, width);
    expect(resized.height).toBe(Math.round(width / 2));
    expect(resized.pixels).toHaveLength(resized.width * resized.height);
    expect(Math.abs(mean(resized) - mean(tall))).toBeLessThan(2.5);
  });
});

describe("distort", () => {
  it.each(distortions)("%s gives the same pixels each time, and does not change its input", (kind) => {
    const before = grey.pixels.slice();
    for (const step of [0, 7.5, showcaseSteps[kind], ladderSteps]) {
      expect(distort(grey, kind, step)).toEqual(distort(grey, kind, step));
    }
    expect(grey.pixels).toEqual(before);
  });

  it.each<Distortion>(["blur", "lowContrast", "rotation", "noise"])("%s keeps the size", (kind) => {
    for (const step of [0, 10, 20]) {
      expect(distort(grey, kind, step)).toMatchObject({ width: grey.width, height: grey.height });
    }
  });

  it.each<Distortion>(["blur", "lowContrast", "noise"])("%s gets worse step by step", (kind) => {
    const differences = [0, 4, 8, 12, 16, 20].map((step) => differenceTo(grey)(distort(grey, kind, step)));
    expect(differences).toEqual([...differences].sort((a, b) => a - b));
    expect(differences.at(-1)).toBeGreaterThan(differences[0]! + 5);
  });

  it("blur keeps brightness and reduces contrast", () => {
    const blurred = distort(grey, "blur", 20);
    expect(Math.abs(mean(blurred) - mean(grey))).toBeLessThan(2);
    expect(deviation(blurred)).toBeLessThan(0.8 * deviation(grey));
  });

  it("small print is 5 pixels wide per printed millimetre, and never enlarged", () => {
    expect(distort(grey, "smallPrint", 20)).toMatchObject({ width: 40, height: 40 });
    expect(distort(grey, "smallPrint", 0).width).toBe(200);
  });

  it("low contrast keeps the paper white and fades the ink", () => {
    const dim = distort(grey, "lowContrast", 20);
    expect(Math.max(...dim.pixels)).toBe(255);
    expect(Math.min(...dim.pixels)).toBeGreaterThan(230);
  });

  it("rotation leaves paper in the corners and the code in the middle", () => {
    const turned = distort(grey, "rotation", 12);
    expect(turned.pixels[0]).toBe(255);
    expect(deviation(turned)).toBeGreaterThan(0.5 * deviation(grey));
  });

  it("noise differs from frame to frame", () => {
    const other = distort(grey, "noise", 10, 1);
    expect(differenceTo(other)(distort(grey, "noise", 10, 0))).toBeGreaterThan(5);
  });
});
