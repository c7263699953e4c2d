import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeMatrix } from "../encode";
import type { Settings } from "../schema";
import { resolveStyle } from "../style";
import { drawRaster, rasterToRgba } from "./raster";
import { drawSvg } from "./svg";

const matrix = encodeMatrix("https://quietzone.example/r/7kQm2XbT", { level: "H" });
const draw = (settings: Settings, title = "Menu") =>
  drawSvg(matrix, resolveStyle(settings, matrix).style, { title });

/** Largest and mean difference of any channel between the SVG as librsvg draws it and our own raster. */
async function compare(settings: Settings) {
  const { style } = resolveStyle(settings, matrix);
  const { data, info } = await sharp(Buffer.from(draw(settings)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raster = drawRaster(matrix, style);
  expect([info.width, info.height]).toEqual([raster.width, raster.height]);
  const ours = rasterToRgba(raster);
  let most = 0;
  let sum = 0;
  for (let at = 0; at < ours.length; at++) {
    // What is wholly transparent has no colour.
    const shown = ours[at | 3]! > 0 || at % 4 === 3;
    const difference = shown ? Math.abs(data[at]! - ours[at]!) : 0;
    most = Math.max(most, difference);
    sum += difference;
  }
  return { most, mean: sum / ours.length };
}

describe("drawSvg", () => {
  it.each<Settings>([
    {},
    { size: 300 },
    { size: 64 * 3, quietZone: 2 },
    { eyes: { color: "#b00" }, color: { light: "#fe0" } },
  ])("draws squares exactly like the PNG: %j", async (settings) => {
    expect(await compare(settings)).toEqual({ most: 0, mean: 0 });
  });

  it.each<Settings>([
    { size: 512, modules: { shape: "rounded" } },
    { size: 512, modules: { shape: "dots" }, eyes: { shape: "circle" } },
    { size: 512, eyes: { shape: "rounded", color: "#00608A" } },
    { frame: { style: "rounded", size: 20 } },
    { frame: { style: "circle", size: 20 } },
    { frame: { style: "circle", size: 64 } },
    { frame: { style: "dashed", size: 20 } },
    { frame: { style: "dashed", size: 33 } },
    { size: 1024, frame: { style: "circle", size: 100, color: "#00608A" } },
  ])("draws curves like the PNG except for smoothing: %j", async (settings) => {
    const { most, mean } = await compare(settings);
    expect(most).toBeLessThan(80);
    expect(mean).toBeLessThan(1);
  });

  it("draws modules and eyes of one colour as a single short path", () => {
    const svg = draw({});
    expect(svg.match(/<path /g)).toHaveLength(2);
    expect(svg).toContain('shape-rendering="crispEdges"');
    expect(svg.length).toBeLessThan(6_000);
    expect(draw({ eyes: { color: "#00f" } }).match(/<path /g)).toHaveLength(3);
  });

  it("labels the image for screen readers with an escaped title", async () => {
    const svg = draw({}, `<script>alert("1")</script> & '\u0000\uD800\uFFFE' 🙂`);
    expect(svg).toContain('role="img"><title>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;');
    expect(svg).toContain("\uFFFD\uFFFD\uFFFD&#39; 🙂</title>");
    expect(svg).not.toContain("<script");
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(256);
  });

  it("draws a background unless transparent", async () => {
    expect(draw({ color: { light: "#fed" } })).toContain('fill="#ffeedd"');
    const clear = draw({ transparent: true });
    expect(clear.match(/<path /g)).toHaveLength(1);
    const [, , , alpha] = await sharp(Buffer.from(clear)).ensureAlpha().raw().toBuffer();
    expect(alpha).toBe(0);
  });

  it("embeds the logo as data over its cleared area", async () => {
    const blue = sharp({ create: { width: 90, height: 90, channels: 3, background: "#0000ff" } });
    const dataUrl = `data:image/png;base64,${(await blue.png().toBuffer()).toString("base64")}`;
    const svg = draw({ logo: { enabled: true, dataUrl, size: 40 } });
    expect(svg).toContain(`xlink:href="${dataUrl}"`);
    const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const blues = Array.from(
      { length: 256 * 256 },
      (_, at) => data[at * 3] === 0 && data[at * 3 + 2] === 255,
    );
    expect(blues.filter(Boolean)).toHaveLength(1_600);
  });

  it("escapes a logo's URL, or uses another URL in its place", () => {
    const evil = 'data:image/png;base64,"/><script>';
    const settings: Settings = { logo: { enabled: true, dataUrl: evil } };
    expect(draw(settings)).not.toContain("<script");
    const { style } = resolveStyle(settings, matrix);
    const replaced = drawSvg(matrix, style, { title: "x", logoUrl: "data:image/png;base64,AAAA" });
    expect(replaced).toContain('xlink:href="data:image/png;base64,AAAA"');
    expect(replaced).not.toContain("script");
  });
});
