import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { measureContrast, parseColour } from "./colour";
import { encodeMatrix } from "./encode";
import { symbolFor } from "./layout";
import type { QrMatrix, Settings } from "./schema";
import { needsProof, resolveStyle } from "./style";

const matrixOf = (version: number): QrMatrix => {
  const size = 17 + 4 * version;
  return { version, size, level: "M", mask: 0, modules: new Uint8Array(size * size) };
};
const small = matrixOf(1);

const styleOf = (settings: Settings | null | undefined, matrix = small) =>
  resolveStyle(settings, matrix).style;
const warningsOf = (settings: Settings) =>
  resolveStyle(settings, small).warnings.map(({ code, field }) => `${code} ${field}`);

function refusal(settings: Settings, matrix = small): ServiceError {
  try {
    resolveStyle(settings, matrix);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`Not refused: ${JSON.stringify(settings)}`);
}

describe("default style", () => {
  const defaults = {
    size: 256,
    color: { dark: "#000000", light: "#FFFFFF" },
    frame: { style: "square" },
    modules: { shape: "square" },
    eyes: { shape: "square", color: "#000000" },
    transparent: false,
    errorCorrectionLevel: "M",
    quietZone: 4,
  };

  it.each([
    undefined,
    null,
    {},
    { frame: { style: "square" as const, size: 5 } },
    { logo: { enabled: false } },
  ])("is complete for %j", (settings) => {
    expect(resolveStyle(settings, small)).toEqual({ style: defaults, warnings: [] });
  });

  it("keeps colours as sent, and gives eyes and frame the module colour", () => {
    const style = styleOf({ color: { dark: "#aBc", light: "#FfF" }, frame: { style: "dashed" } });
    expect(style.color).toEqual({ dark: "#aBc", light: "#FfF" });
    expect(style.eyes.color).toBe("#aBc");
    expect(style.frame).toEqual({ style: "dashed", color: "#aBc", size: 20 });
  });
});

describe("image size", () => {
  // 17 + 4v modules and 8 of quiet zone, 2 pixels each.
  it.each([
    [1, 256],
    [25, 256],
    [26, 320],
    [33, 320],
    [34, 384],
    [40, 384],
  ])("of version %i defaults to %i", (version, size) => {
    expect(styleOf({}, matrixOf(version)).size).toBe(size);
  });

  it("includes the requested quiet zone", () => {
    expect(styleOf({ quietZone: 10 }, matrixOf(40)).size).toBe(448);
    expect(styleOf({ quietZone: 2, size: 64 }, matrixOf(2)).size).toBe(64);
  });

  it("is refused under 2 pixels per module, with the smallest size that works", () => {
    const error = refusal({ size: 100 }, matrixOf(10));
    expect(error.code).toBe("size_too_small");
    expect(error.details).toMatchObject([{ field: "settings.size", code: "size_too_small", min: 130 }]);
    expect(refusal({ size: 129 }, matrixOf(10)).code).toBe("size_too_small");
    expect(styleOf({ size: 130 }, matrixOf(10)).size).toBe(130);
  });
});

describe("frame size", () => {
  it.each([
    [64, 16],
    [70, 17],
    [80, 20],
    [1024, 20],
  ])("on an image of %i pixels defaults to %i", (size, frame) => {
    expect(styleOf({ size, frame: { style: "circle" } }).frame).toMatchObject({ size: frame });
  });

  it.each([
    [64, 17, 16],
    [256, 65, 64],
    [1024, 101, 100],
    [256, 0, 64],
  ])("on %i pixels refuses %i, with %i as the maximum", (size, frame, max) => {
    const error = refusal({ size, frame: { style: "rounded", size: frame } });
    expect(error.code).toBe("validation_failed");
    expect(error.details).toMatchObject([
      { field: "settings.frame.size", code: "out_of_range", min: 1, max },
    ]);
  });

  it("may be exactly a quarter of the image size", () => {
    expect(styleOf({ size: 256, frame: { style: "rounded", size: 64 } }).frame).toMatchObject({ size: 64 });
  });
});

describe("logo settings", () => {
  const dataUrl = "data:image/png;base64,AA==";
  it.each([
    [64, 16],
    [79, 16],
    [85, 17],
    [256, 51],
    [1024, 204],
  ])("on an image of %i pixels default to %i", (size, logo) => {
    expect(styleOf({ size, logo: { enabled: true, dataUrl } }).logo).toEqual({
      enabled: true,
      dataUrl,
      size: logo,
    });
  });

  it.each([
    [256, 15, 76],
    [256, 77, 76],
    [64, 20, 19],
  ])("on %i pixels refuse %i, with %i as the maximum", (size, logo, max) => {
    expect(refusal({ size, logo: { enabled: true, dataUrl, size: logo } }).details).toMatchObject([
      { field: "settings.logo.size", code: "out_of_range", min: 16, max },
    ]);
  });

  it("accept a size of 30 %, and require an image", () => {
    expect(styleOf({ size: 256, logo: { enabled: true, dataUrl, size: 76 } }).logo?.size).toBe(76);
    const error = refusal({ logo: { enabled: true } });
    expect(error.code).toBe("validation_failed");
    expect(error.details).toMatchObject([{ field: "settings.logo.dataUrl", code: "required" }]);
  });

  it("use level H whatever level is set", () => {
    expect(symbolFor(undefined).level).toBe("M");
    expect(symbolFor({ errorCorrectionLevel: "L" }).level).toBe("L");
    expect(symbolFor({ errorCorrectionLevel: "L", logo: { enabled: true, dataUrl } }).level).toBe("H");
    expect(
      styleOf({ logo: { enabled: true, dataUrl }, errorCorrectionLevel: "Q" }).errorCorrectionLevel,
    ).toBe("H");
  });

  it("use a larger symbol only if the logo needs one", () => {
    expect(symbolFor({ size: 256 }).leastVersion).toBe(1);
    expect(symbolFor({ size: 256, logo: { enabled: true, dataUrl, size: 16 } }).leastVersion).toBe(1);
    expect(
      symbolFor({ size: 1024, logo: { enabled: true, dataUrl, size: 307 } }).leastVersion,
    ).toBeGreaterThanOrEqual(3);
    // No version with 2 pixels a module carries it at this size: then the content's own decides.
    expect(symbolFor({ size: 64, logo: { enabled: true, dataUrl, size: 19 } }).leastVersion).toBe(1);
  });
});

describe("colours", () => {
  it.each([
    ["#000000", "#000000"],
    ["#fff", "#FFFFFF"],
    ["#ffff00", "#ffffff"],
  ])("of %s on %s are refused as contrast_too_low", (dark, light) => {
    const error = refusal({ color: { dark, light } });
    expect(error.code).toBe("contrast_too_low");
    expect(error.details).toMatchObject([{ field: "settings.color", code: "contrast_too_low", min: 1.5 }]);
  });

  it("are refused just under a contrast of 1.5, and drawn just over it with a warning", () => {
    expect(refusal({ color: { dark: "#D3D3D3" } }).details?.[0]).toMatchObject({ actual: 1.49 });
    expect(warningsOf({ color: { dark: "#D1D1D1" } })).toEqual(["low_contrast settings.color"]);
  });

  it.each([
    ["#1B1B1B", "#0000FF"],
    ["#696969", "#FF00FF"],
    ["#4B4B4B", "#F00"],
    ["#00FF00", "#959595"],
    ["#000000", "#0000AA"],
  ])("of %s on %s are refused with a contrast that works in these hues", (dark, light) => {
    const [detail] = refusal({ color: { dark, light } }).details ?? [];
    expect(detail).toMatchObject({ field: "settings.color", code: "contrast_too_low" });
    expect(detail?.actual).toBeGreaterThanOrEqual(1.5);
    const [, newDark = "", newLight = ""] = /such as (#\w{6}) on (#\w{6})$/.exec(detail?.message ?? "") ?? [];
    const contrast = measureContrast(parseColour(newDark), parseColour(newLight));
    expect(detail?.min).toBeCloseTo(contrast, 1);
    expect(detail?.min).toBeGreaterThanOrEqual(contrast);
    expect(styleOf({ color: { dark: newDark, light: newLight } }).color.dark).toBe(newDark);
  });

  it.each([
    ["#000000", "#959595", "#00FF00"],
    ["#000000", "#FF00FF", "#696969"],
    ["#000000", "#4C4C4C", "#FF0000"],
    ["#FFFFFF", "#0000FF", "#1B1B1B"],
  ])(
    "of eyes beside %s on %s are refused if they are %s, with an eye colour that works",
    (dark, light, eye) => {
      const color = { dark, light };
      const [detail, ...others] = refusal({ color, eyes: { color: eye } }).details ?? [];
      expect(others).toEqual([]);
      expect(detail).toMatchObject({ field: "settings.eyes.color", code: "contrast_too_low" });
      const example = String(detail?.example);
      expect(detail?.message).toMatch(new RegExp(`must have at least ${detail?.min}, such as ${example}$`));
      const contrast = measureContrast(parseColour(example), parseColour(light));
      expect(detail?.min).toBeCloseTo(contrast, 1);
      expect(detail?.min).toBeGreaterThan(Number(detail?.actual));
      const isDarker = (colour: string) =>
        measureContrast(parseColour(colour), 0) < measureContrast(parseColour(light), 0);
      expect(isDarker(example)).toBe(isDarker(dark));
      expect(styleOf({ color, eyes: { color: example } }).eyes.color).toBe(example);
    },
  );

  it("of eyes whose hue needs no more contrast are refused with an example alone", () => {
    const color = { dark: "#0000FF", light: "#3D2843" };
    const [detail] = refusal({ color, eyes: { color: "#1010FF" } }).details ?? [];
    expect(detail).toEqual({
      field: "settings.eyes.color",
      code: "contrast_too_low",
      message:
        "settings.eyes.color has a contrast of 1.60 (#1010FF on #3D2843), but almost the same brightness, which is all that readers see; use another colour, such as #0000ff",
      actual: 1.6,
      example: "#0000ff",
    });
    expect(styleOf({ color, eyes: { color: "#0000ff" } }).eyes.color).toBe("#0000ff");
  });

  it("of different brightness and on transparent backgrounds are not refused for their hue", () => {
    expect(warningsOf({ color: { dark: "#CC0000", light: "#00CC00" } })).toEqual([
      "low_contrast settings.color",
    ]);
    const alike = { dark: "#1B1B1B", light: "#0000FF" };
    expect(warningsOf({ transparent: true, color: alike })).toEqual(["low_contrast settings.color"]);
    const eyes: Settings = { transparent: true, color: { light: "#959595" }, eyes: { color: "#00FF00" } };
    expect(warningsOf(eyes)).toContain("low_contrast settings.eyes.color");
  });

  it("get warnings for contrast under 3, for inversion, and for both", () => {
    expect(warningsOf({ color: { dark: "#949494" } })).toEqual([]);
    expect(warningsOf({ color: { dark: "#969696" } })).toEqual(["low_contrast settings.color"]);
    expect(warningsOf({ color: { dark: "#FFF", light: "#000" } })).toEqual([
      "inverted_colors settings.color",
    ]);
    expect(warningsOf({ color: { dark: "#FFF", light: "#999" } })).toEqual([
      "low_contrast settings.color",
      "inverted_colors settings.color",
    ]);
  });

  it("that are light on dark say which scanners miss the code, and what to do", () => {
    const { warnings } = resolveStyle({ color: { dark: "#FFFFFF", light: "#000" } }, small);
    const message =
      "Some scanners can't read light-on-dark codes. #FFFFFF is lighter than #000; swap them to be safe.";
    expect(warnings).toEqual([{ code: "inverted_colors", field: "settings.color", message }]);
  });

  it("of eyes are compared with the background, only if they are set", () => {
    expect(warningsOf({ eyes: { color: "#999" } })).toEqual(["low_contrast settings.eyes.color"]);
    expect(refusal({ eyes: { color: "#fffffe" } }).code).toBe("contrast_too_low");
    expect(warningsOf({ color: { dark: "#999" } })).toEqual(["low_contrast settings.color"]);
  });

  it("of a frame get a warning only if it is lighter than the code's background by enough", () => {
    const color = { dark: "#000000", light: "#808080" };
    const frame = (frame: string, more: Settings = {}) =>
      warningsOf({ color, ...more, frame: { style: "rounded", color: frame } });
    // From #808080 to black it gets darker by 128 of 255 levels.
    expect(frame("#FFFFFF")).toEqual([]);
    expect(frame("#FFFFFF", { color: { ...color, light: "#7E7E7E" } })).toEqual([
      "light_frame settings.frame.color",
    ]);
    expect(frame("#FFFFFF", { eyes: { color: "#101010" } })).toEqual(["light_frame settings.frame.color"]);
    expect(frame("#EEEEEE", { color: { ...color, light: "#7E7E7E" } })).toEqual([]);
    expect(frame("#000000", { color: { ...color, light: "#7E7E7E" } })).toEqual([]);
  });

  it("include a warning for a logo of 15 % or more of the image from version 15 on", () => {
    const warned = (version: number, size: number) => {
      const matrix = encodeMatrix("https://example.com/", { level: "H", leastVersion: version });
      const settings: Settings = { size: 600, logo: { enabled: true, dataUrl: "data:,", size } };
      return resolveStyle(settings, matrix).warnings.map(({ code, field }) => `${code} ${field}`);
    };
    expect(warned(15, 90)).toEqual(["dense_logo settings.logo"]);
    expect(warned(15, 89)).toEqual([]);
    expect(warned(14, 180)).toEqual([]);
    expect(warned(25, 180)).toEqual(["dense_logo settings.logo"]);
  });

  it("include a warning for a quiet zone under the standard's 4 modules", () => {
    expect(warningsOf({ quietZone: 3 })).toEqual(["small_quiet_zone settings.quietZone"]);
    expect(warningsOf({ quietZone: 4 })).toEqual([]);
  });
});

describe("several errors", () => {
  it("are reported together under the code they share", () => {
    const both = refusal({ color: { dark: "#fff" }, eyes: { color: "#ffe" } });
    expect(both.code).toBe("contrast_too_low");
    expect(both.details?.map(({ field }) => field)).toEqual(["settings.color", "settings.eyes.color"]);
  });

  it("of different kinds are reported as validation_failed", () => {
    const error = refusal(
      {
        size: 64,
        color: { dark: "#fff" },
        frame: { style: "circle", size: 99 },
        logo: { enabled: true, size: 99 },
      },
      matrixOf(10),
    );
    expect(error.code).toBe("validation_failed");
    expect(error.details?.map(({ field, code }) => `${field} ${code}`)).toEqual([
      "settings.size size_too_small",
      "settings.color contrast_too_low",
      "settings.frame.size out_of_range",
      "settings.logo.dataUrl required",
      "settings.logo.size out_of_range",
    ]);
    expect(error.message).toBe(error.details?.[0]?.message);
  });
});

describe("needsProof", () => {
  it.each<[boolean, Settings]>([
    [false, {}],
    [false, { size: 128, color: { dark: "#000", light: "#ffF" }, eyes: { color: "#000" }, quietZone: 10 }],
    [false, { frame: { style: "rounded" } }],
    [true, { frame: { style: "rounded", color: "#123456" } }],
    [true, { color: { dark: "#010000" } }],
    [true, { color: { light: "#FFFFFE" } }],
    [true, { eyes: { color: "#300" } }],
    [true, { eyes: { shape: "circle" } }],
    [true, { modules: { shape: "dots" } }],
    [true, { transparent: true }],
    [true, { quietZone: 2 }],
    [true, { logo: { enabled: true, dataUrl: "data:," } }],
  ])("is %s for %j", (needed, settings) => {
    expect(needsProof(styleOf(settings, encodeMatrix("a", { level: "H" })))).toBe(needed);
  });
});
