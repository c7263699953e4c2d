import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publicCodeRequest } from "@/lib/public-codes/schema";
import { listFieldErrors } from "./validation";

function faultsOf(input: unknown) {
  const result = publicCodeRequest.safeParse(input);
  return result.success ? [] : listFieldErrors(publicCodeRequest, input, result.error.issues, "body");
}

const good = { type: "url", content: "https://example.com/" };

describe("listFieldErrors", () => {
  it.each([
    [
      { size: 63 },
      {
        field: "settings.size",
        code: "out_of_range",
        message: "settings.size must be between 64 and 1024",
        min: 64,
        max: 1024,
      },
    ],
    [{ size: 1025 }, { field: "settings.size", code: "out_of_range", min: 64, max: 1024 }],
    [{ size: 0 }, { field: "settings.size", code: "out_of_range" }],
    [{ size: -1 }, { field: "settings.size", code: "out_of_range" }],
    [{ size: 1e9 }, { field: "settings.size", code: "out_of_range" }],
    [{ size: 1e308 }, { field: "settings.size", code: "out_of_range", min: 64, max: 1024 }],
    [
      { size: "256" },
      { field: "settings.size", code: "invalid_type", message: "settings.size must be a number" },
    ],
    [{ size: 256.5 }, { field: "settings.size", code: "not_whole", min: 64, max: 1024 }],
    [{ size: true }, { field: "settings.size", code: "invalid_type" }],
    [{ color: { dark: "red" } }, { field: "settings.color.dark", code: "invalid_format" }],
    [{ color: { light: "#12" } }, { field: "settings.color.light", code: "invalid_format" }],
    [{ color: { dark: "#GGGGGG" } }, { field: "settings.color.dark", code: "invalid_format" }],
    [{ color: { dark: "javascript:" } }, { field: "settings.color.dark", code: "invalid_format" }],
    [{ color: { dark: 0 } }, { field: "settings.color.dark", code: "invalid_type" }],
    [
      { color: "#000" },
      { field: "settings.color", code: "invalid_type", message: "settings.color must be an object" },
    ],
    [
      { frame: { style: "zigzag" } },
      {
        field: "settings.frame.style",
        code: "not_allowed",
        allowed: ["square", "rounded", "circle", "dashed"],
      },
    ],
    [
      { frame: { style: "circle", size: 101 } },
      { field: "settings.frame.size", code: "out_of_range", min: 1, max: 100 },
    ],
    [
      { logo: { enabled: "yes" } },
      {
        field: "settings.logo.enabled",
        code: "invalid_type",
        message: "settings.logo.enabled must be true or false",
      },
    ],
    [{ errorCorrectionLevel: "m" }, { field: "settings.errorCorrectionLevel", code: "not_allowed" }],
    [{ quietZone: 1 }, { field: "settings.quietZone", code: "out_of_range", min: 2, max: 10 }],
  ])("I6: reports %o with its limits", (settings, detail) => {
    expect(faultsOf({ ...good, settings })).toEqual([expect.objectContaining(detail)]);
  });

  it.each([
    [[], "body"],
    [5, "body"],
    [null, "body"],
    [{ ...good, settings: [] }, "settings"],
    [{ ...good, settings: "{}" }, "settings"],
    [{ ...good, content: { not: "" } }, "content"],
    [{ ...good, content: 5 }, "content"],
    [{ ...good, type: ["url"] }, "type"],
    [{ ...good, type: "URL" }, "type"],
    [{ ...good, name: "" }, "name"],
    [{ ...good, name: "x".repeat(201) }, "name"],
    [{ ...good, name: "a\u0000b" }, "name"],
    [{ ...good, name: "\ud800" }, "name"],
  ])("I8: reports %o at its field", (input, field) => {
    expect(faultsOf(input).map((fault) => fault.field)).toEqual([field]);
  });

  it("reports what a union asks for in its own words", () => {
    const schema = z.object({ from: z.union([z.iso.date(), z.iso.datetime()], { error: "must be a day" }) });
    for (const from of ["2026-13-01", null]) {
      const { error } = schema.safeParse({ from });
      expect(listFieldErrors(schema, { from }, error?.issues ?? [], "body")).toEqual([
        { field: "from", code: "invalid", message: "from must be a day" },
      ]);
    }
  });

  it("lists missing fields and every other error at once", () => {
    expect(faultsOf({ settings: { size: 1, frame: { style: "circle", size: 0 } } })).toMatchObject([
      {
        field: "type",
        code: "required",
        message: "type is required",
        allowed: ["url", "wifi", "contact", "text"],
      },
      { field: "content", code: "required" },
      { field: "settings.size", code: "out_of_range" },
      { field: "settings.frame.size", code: "out_of_range" },
    ]);
  });

  it("accepts null settings and ignores settings that do not apply", () => {
    expect(faultsOf({ ...good, settings: null })).toEqual([]);
    expect(faultsOf({ ...good, settings: { frame: { style: "square", size: 9999, color: "no" } } })).toEqual(
      [],
    );
    expect(faultsOf({ ...good, settings: { logo: { enabled: false, size: 16, dataUrl: null } } })).toEqual(
      [],
    );
    expect(faultsOf({ ...good, name: "n".repeat(200), extra: { deep: [1] } })).toEqual([]);
  });
});
