import { describe, expect, it } from "vitest";
import { describeStyle } from "@/lib/qr";
import type { Settings } from "@/lib/qr/schema";
import { plainLook } from "./draft";
import { openLook } from "./open-content";
import { readSettings } from "./read-settings";

const logo = { enabled: true, dataUrl: "data:image/png;base64,AAAA" };

const looks: readonly Settings[] = [
  {},
  { size: 256 },
  { size: 4096, color: { dark: "#17472F", light: "#fff" } },
  { eyes: { shape: "circle", color: "#9A5A00" }, modules: { shape: "dots" } },
  { size: 512, frame: { style: "dashed", size: 12, color: "#0A0" } },
  { size: 512, frame: { style: "rounded" } },
  { size: 600, logo },
  { size: 600, logo: { ...logo, size: 100 } },
  { transparent: true, errorCorrectionLevel: "Q", quietZone: 2 },
];

describe("stored settings opened in the style controls", () => {
  it.each(looks)("are read back as the same style: %j", (settings) => {
    const style = describeStyle(settings, 29);
    const { settings: again, faults } = readSettings(openLook(style), 4096);
    expect(faults).toEqual({});
    expect(describeStyle(again, 29)).toEqual(style);
  });

  it("leave default values empty", () => {
    expect(openLook({})).toEqual(plainLook);
    expect(openLook(describeStyle({ size: 1024 }, 29))).toEqual(plainLook);
  });
});
