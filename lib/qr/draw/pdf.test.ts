import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodeMatrix } from "../encode";
import { drawPdf } from "../files";
import type { LogoPixels, Settings } from "../schema";
import { resolveStyle } from "../style";

const matrix = encodeMatrix("https://quietzone.example/r/7kQm2XbT", { level: "H" });
const draw = async (settings: Settings, widthMm = 40, logo?: LogoPixels) =>
  Buffer.from(
    await drawPdf(matrix, resolveStyle(settings, matrix).style, {
      title: "Menü",
      widthMm,
      ...(logo && { logo }),
    }),
  );

/** Each stream of the file, inflated. */
function readStreams(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/FlateDecode\n>>\nstream\n/g)].map((match) =>
    inflateSync(pdf.subarray(match.index + match[0].length)).toString("latin1"),
  );
}

const drawingOf = (pdf: Buffer) => readStreams(pdf).find((stream) => stream.includes(" scn")) ?? "";

describe("drawPdf", () => {
  it.each([10, 25.4, 40, 210])("makes a page exactly %d mm wide, including the frame", async (widthMm) => {
    for (const settings of [{}, { frame: { style: "circle" } }] satisfies Settings[]) {
      const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
        (await draw(settings, widthMm)).toString("latin1"),
      );
      expect((Number(box?.[1]) / 72) * 25.4).toBeCloseTo(widthMm, 5);
      expect(box?.[2]).toBe(box?.[1]);
    }
  });

  it("prints black with black ink only, and white with none", async () => {
    const drawing = drawingOf(await draw({ frame: { style: "dashed" } }));
    const colours = [...drawing.matchAll(/^([\d. ]+) scn$/gim)].map(([, colour]) => colour);
    expect(new Set(colours)).toEqual(new Set(["0 0 0 0", "0 0 0 1"]));
    expect(drawing).toContain("/DeviceCMYK cs");
    expect(drawing).toContain("/DeviceCMYK CS");
    expect(drawing).not.toContain("/DeviceRGB");
  });

  it("writes other colours in RGB", async () => {
    const drawing = drawingOf(await draw({ color: { dark: "#003366" }, eyes: { color: "#FF0000" } }));
    expect(drawing).toContain("/DeviceRGB cs\n0 0.2 0.4 scn");
    expect(drawing).toContain("1 0 0 scn");
  });

  it("draws vectors without images, and no background if transparent", async () => {
    const pdf = await draw({ modules: { shape: "rounded" }, transparent: true, frame: { style: "rounded" } });
    expect(pdf.toString("latin1")).not.toContain("/Subtype /Image");
    expect(drawingOf(pdf)).not.toContain("0 0 0 0 scn");
    expect(drawingOf(await draw({}))).toContain("0 0 0 0 scn");
  });

  it("embeds a logo's pixels and alpha, at most 1,024 pixels per side", async () => {
    const logo = { width: 3, height: 2, rgba: Uint8Array.from({ length: 24 }, (_, at) => at * 10) };
    const settings: Settings = { logo: { enabled: true, dataUrl: "data:," } };
    const pdf = await draw(settings, 40, logo);
    expect(pdf.toString("latin1")).toMatch(/\/Width 3\n\/Height 2/);
    const streams = readStreams(pdf).map((stream) => [...Buffer.from(stream, "latin1")]);
    expect(streams).toContainEqual([
      0, 10, 20, 40, 50, 60, 80, 90, 100, 120, 130, 140, 160, 170, 180, 200, 210, 220,
    ]);
    expect(streams).toContainEqual([30, 70, 110, 150, 190, 230]);
    const large = await draw(settings, 40, {
      width: 2048,
      height: 512,
      rgba: new Uint8Array(2048 * 512 * 4),
    });
    expect(large.toString("latin1")).toMatch(/\/Width 1024\n\/Height 256/);
  });

  it("gives the same bytes each time", async () => {
    expect(await draw({ modules: { shape: "dots" } })).toEqual(await draw({ modules: { shape: "dots" } }));
  });
});
