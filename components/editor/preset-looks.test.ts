import { describe, expect, it } from "vitest";
import { plainLook } from "../qr-builder/draft/draft";
import { drawPreset, isLookOf, keepLook, layPreset } from "./presets";

const house = {
  ...plainLook,
  dark: "#17472F",
  eyes: "rounded" as const,
  eyeColour: "#7A4400",
  frame: "dashed" as const,
};

describe("a preset", () => {
  it("gives back the style that it was kept of, at the size of the code it is laid over", () => {
    const settings = keepLook({ ...house, size: "512" });
    expect(settings).not.toHaveProperty("size");
    const laid = layPreset(settings, { ...plainLook, size: "2048", modules: "dots" });
    expect(laid).toEqual({ ...house, size: "2048" });
    expect(isLookOf(laid, settings)).toBe(true);
    expect(isLookOf({ ...laid, dark: "#000000" }, settings)).toBe(false);
  });

  it("keeps pixels that were typed, and no others", () => {
    expect(keepLook(house).frame).toEqual({ style: "dashed" });
    expect(keepLook({ ...house, frameSize: "40" }).frame).toEqual({ style: "dashed", size: 40 });
  });

  it("has a sheet even where its pixels are too many for the usual size", () => {
    const logo = { enabled: true, dataUrl: "data:image/png;base64,AAAA", size: 900 };
    expect(drawPreset({ settings: { logo } }, "https://quietzone.example")).toContain("<image");
  });
});
