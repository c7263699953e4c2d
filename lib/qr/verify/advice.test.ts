import { beforeAll, describe, expect, it } from "vitest";
import { loadReader } from "@/e2e/support/qr-reader";
import { drawSample, type SampleLook } from "@/e2e/support/sample-raster";
import { type Style, settingsSchema } from "../schema";
import { gradeRaster } from ".";

const address = "https://quietzone.example/menu";
const longAddress = "https://quietzone.example/".padEnd(100, "abc/DEF1");

beforeAll(loadReader);

const style: Style = {
  size: 256,
  color: { dark: "#000000", light: "#FFFFFF" },
  frame: { style: "square" },
  modules: { shape: "square" },
  eyes: { shape: "square", color: "#000000" },
  transparent: false,
  errorCorrectionLevel: "M",
  quietZone: 4,
};

/** Settings merged as PUT merges them: objects deeply, everything else replaced. */
function patch(drawn: Style, fix: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...drawn };
  for (const [key, value] of Object.entries(fix)) {
    merged[key] = typeof value === "object" ? { ...(merged[key] as object), ...value } : value;
  }
  return merged;
}

describe("suggested fix", () => {
  it.each<[string, SampleLook, Partial<Style>, Record<string, unknown>]>([
    [
      "a darker colour",
      { dark: 0x777777 },
      { color: { dark: "#777", light: "#FFFFFF" } },
      { color: { dark: "#404040" } },
    ],
    [
      "darker eyes, if they are the lightest ink",
      { dark: 0x777777 },
      { eyes: { shape: "square", color: "#777777" } },
      { eyes: { color: "#404040" } },
    ],
    [
      "a lighter background",
      { light: 0x666666 },
      { color: { dark: "#000000", light: "#666666" } },
      { color: { light: "#FFFFFF" } },
    ],
    [
      "swapped colours",
      { dark: 0xffffff, light: 0 },
      { color: { dark: "#FFFFFF", light: "#000000" } },
      { color: { dark: "#000000", light: "#FFFFFF" } },
    ],
    [
      "a smaller logo",
      { level: "H", logo: 0.3 },
      { logo: { enabled: true, dataUrl: "data:image/png;base64,", size: 76 } },
      { logo: { size: 53 } },
    ],
    [
      "square modules",
      { modules: "dots", dot: 0.75 },
      { modules: { shape: "dots" } },
      { modules: { shape: "square" } },
    ],
    ["a quiet zone", { quietZone: 2, size: 33 * 6 }, { quietZone: 2 }, { quietZone: 4 }],
  ])("is %s", async (_, look, changes, fix) => {
    const drawn: Style = { ...style, ...changes };
    const { weakest } = await gradeRaster(drawSample(address, look), address, drawn);
    expect(weakest.fix).toEqual(fix);
    expect(settingsSchema(1024).parse(patch(drawn, fix))).toMatchObject(fix);
    expect(weakest.advice).toMatch(/^(?:Weakest .+|Some scanners can't read light-on-dark codes): .+\.$/);
  });

  it("is a larger image if a module has under 4 pixels", async () => {
    const { weakest } = await gradeRaster(drawSample(longAddress, { size: 128 }), longAddress, {
      ...style,
      size: 128,
    });
    expect(weakest.fix).toEqual({ size: 256 });
  });

  it("names the colour as it was sent", async () => {
    const changes = { color: { dark: "#aAb", light: "#FFFFFF" } };
    const { weakest } = await gradeRaster(drawSample(address, { dark: 0xaaaabb }), address, {
      ...style,
      ...changes,
    });
    expect(weakest.advice).toMatch(/choose a darker colour than #AAB\.$/);
  });
});
