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
  it("stores a style without its size, applies it to a code and recognises codes that match it", () => {
    const settings = keepLook({ ...house, size: "512" });
    expect(settings).not.toHaveProperty("size");
    const laid = layPreset(settings, { ...plainLook, size: "2048", modules: "dots" });
    expect(laid).toEqual({ ...house, size: "2048" });
    expect(isLookOf(laid, settings)).toBe(true);
    expect(isLookOf({ ...laid, dark: "#000000" }, settings)).toBe(false);
  });

  it("stores a frame size only if one was entered", () => {
    expect(keepLook(house).frame).toEqual({ style: "dashed" });
    expect(keepLook({ ...house, frameSize: "40" }).frame).toEqual({ style: "dashed", size: 40 });
  });

  it("is drawn with its logo even if the logo is too large for the default size", () => {
    const logo = { enabled: true, dataUrl: "data:image/png;base64,AAAA", size: 900 };
    expect(drawPreset({ settings: { logo } }, "https://quietzone.example")).toContain("<image");
  });
});
