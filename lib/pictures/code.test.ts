import { describe, expect, it } from "vitest";
import { settingsSchema } from "@/lib/qr/schema";
import { validateCode } from "./code";

const rules = {
  types: ["text"],
  settings: settingsSchema(1024),
  encode: (_type: string, content: string) => content,
} as const;

function fieldsOf(settings: unknown, content = "x"): string[] {
  const faults = validateCode({ type: "text", content, settings }, rules);
  return faults.flatMap(({ details = [] }) => details.map(({ field }) => field)).sort();
}

describe("validateCode in addition to the schema's errors", () => {
  it("reports a missing or invalid logo image even if the logo's size is invalid", () => {
    for (const size of [2, 400, 20.5, "32"]) {
      expect(fieldsOf({ logo: { enabled: true, dataUrl: "x", size } })).toEqual(["settings.logo.dataUrl"]);
      expect(fieldsOf({ logo: { enabled: true, size } })).toEqual(["settings.logo.dataUrl"]);
    }
  });

  it("reports a frame too wide for the image even if its colour is invalid", () => {
    expect(fieldsOf({ frame: { style: "circle", size: 65, color: "red" } })).toEqual(["settings.frame.size"]);
    expect(fieldsOf({ frame: { style: "circle", size: 64, color: "red" } })).toEqual([]);
  });

  it("reports a size that is too small for the content", () => {
    expect(fieldsOf({ size: 64, color: { dark: "red" } }, "x".repeat(300))).toEqual(["settings.size"]);
  });

  it("does not judge the size if an invalid setting decides the number of modules", () => {
    const long = "x".repeat(300);
    expect(fieldsOf({ size: 64, quietZone: 1 }, long)).toEqual([]);
    expect(fieldsOf({ size: 64, errorCorrectionLevel: "X" }, long)).toEqual([]);
    expect(fieldsOf({ size: 100, logo: { enabled: true, dataUrl: 5 } }, long)).toEqual([]);
  });

  it("reports nothing that another invalid setting already explains", () => {
    expect(fieldsOf({ color: { dark: "red", light: "#000" } })).toEqual([]);
    expect(fieldsOf({ logo: { enabled: true, dataUrl: 5 } })).toEqual([]);
    expect(fieldsOf({ size: 5000, frame: { style: "circle", size: 100 } })).toEqual([]);
  });
});
