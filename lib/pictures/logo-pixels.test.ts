import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import { draw, formats, urlOf } from "@/e2e/support/logos";
import { decodeLogo } from "./logo-pixels";

describe("I5: valid logos", () => {
  it.each(formats)("are decoded to pixels from %s", async (format) => {
    const { width, height, rgba } = await decodeLogo(urlOf(await draw(format), format));
    expect([width, height, rgba.length]).toEqual([48, 32, 48 * 32 * 4]);
    const [red, , blue, alpha] = rgba.subarray(0, 4) as unknown as [number, number, number, number];
    expect(blue).toBeGreaterThan(200);
    expect(red).toBeLessThan(40);
    expect(alpha).toBe(255);
  });

  it("are rotated by their EXIF orientation", async () => {
    const turned = await sharp(await draw("jpeg"))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height } = await decodeLogo(urlOf(turned, "jpeg"));
    expect([width, height]).toEqual([32, 48]);
  });

  it.each(["grey", "cmyk", "16 bit", "icc"])("in %s are decoded to 8-bit sRGB with alpha", async (kind) => {
    const image = sharp(await draw("png"));
    const made: Record<string, [Buffer, string]> = {
      grey: [await image.clone().greyscale().toColourspace("b-w").png().toBuffer(), "png"],
      cmyk: [await image.clone().flatten().toColourspace("cmyk").jpeg().toBuffer(), "jpeg"],
      "16 bit": [await image.clone().toColourspace("rgb16").png().toBuffer(), "png"],
      icc: [await image.clone().withIccProfile("p3").png().toBuffer(), "png"],
    };
    const [bytes, format] = made[kind] as [Buffer, string];
    expect((await decodeLogo(urlOf(bytes, format))).rgba.length).toBe(48 * 32 * 4);
  });

  it("of the largest allowed size are decoded in under 750 ms of processor time", async () => {
    const bytes = await draw("png", 2048, 2048);
    const start = processorMs();
    await decodeLogo(urlOf(bytes, "png"));
    expect(processorMs() - start).toBeLessThan(750);
  });
});
