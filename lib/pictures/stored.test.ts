import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { encodeMatrix } from "@/lib/qr";
import type { Settings } from "@/lib/qr/schema";
import { closePictures, measureStored, renderStored } from "./index";

const owner = "somebody";
const payload = `https://example.com/menu?table=${"4".repeat(60)}`;
const modules = encodeMatrix(payload, { level: "M" }).size + 8;
/** Its colours are so near to each other that single sizes do not read. */
const pale: Settings = { size: 400, color: { dark: "#7F6F76", light: "#38B28E" } };
const logo = async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#222222" } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

afterAll(closePictures);

const draw = (
  settings: Settings,
  more: { size?: number; format?: "png" | "svg" | "pdf" } = {},
  leastModule = 2,
) => renderStored({ owner, payload, settings, format: "png", leastModule, ...more });
const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width;

describe("minimum size of a stored code", () => {
  it("is two pixels per module for the plain style, and more if needed to be readable", async () => {
    expect(await measureStored({ owner, payload, settings: {} })).toBe(2);
    const least = await measureStored({ owner, payload, settings: pale });
    expect(least).toBeGreaterThan(2);
    expect(least).toBeLessThanOrEqual(5);
  });

  it("is never above the size proven when the code was stored", async () => {
    expect(
      await measureStored({ owner, payload, settings: { ...pale, size: 3 * modules } }),
    ).toBeLessThanOrEqual(3);
  });

  it("refuses a smaller PNG with the minimum, and allows larger ones", async () => {
    const min = 3 * modules;
    await expect(draw(pale, { size: min - 1 }, 3)).rejects.toMatchObject({
      code: "size_too_small",
      details: [{ field: "settings.size", code: "size_too_small", min }],
    });
    for (const size of [min, min + 1, 777, 1000, 1500]) {
      expect(await widthOf(await draw(pale, { size }, 3))).toBe(size);
    }
  });

  it.each([{}, pale])("does not limit SVG or PDF: %j", async (settings) => {
    const svg = await draw(settings, { size: 64, format: "svg" }, 3);
    expect(svg.toString("utf8")).toMatch(/^<svg [^>]*width="64" height="64" viewBox="0 0 3\d\d 3\d\d"/);
    const pdf = await draw(settings, { size: 64, format: "pdf" }, 3);
    expect(pdf.toString("latin1")).toContain("/MediaBox [0 0 48 48]");
  });
});

it("draws a stored code with the same symbol and visible modules at every size", async () => {
  const settings = { size: 500, logo: { enabled: true, dataUrl: await logo(), size: 140 } };
  const [small, large] = await Promise.all(
    [200, 1500].map(async (size) => {
      const svg = (await draw(settings, { size, format: "svg" })).toString("utf8");
      return /<path transform="[^"]*" fill="#000000"[^>]* d="([^"]*)"/.exec(svg)?.[1];
    }),
  );
  expect(small).toBeDefined();
  expect(small).toBe(large);
});
