import { describe, expect, it } from "vitest";
import { expectError } from "../support/expect-error";
import { call, path, post } from "../support/public-api";

const good = { type: "url", content: "https://example.com/" };
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

describe("400: POST /api/public/qr-codes", () => {
  it.each<[string, unknown, string, string[]]>([
    ["an empty object", {}, "validation_failed", ["type", "content"]],
    ["an array", [], "validation_failed", ["body"]],
    ["a string", '"text"', "validation_failed", ["body"]],
    ["null", "null", "validation_failed", ["body"]],
    ["no type", { content: "x" }, "validation_failed", ["type"]],
    ["no content", { type: "text" }, "validation_failed", ["content"]],
    [
      "a type of the authenticated API",
      { type: "email", content: "a@example.com" },
      "validation_failed",
      ["type"],
    ],
    ["a type in capitals", { type: "URL", content: "https://example.com" }, "validation_failed", ["type"]],
    [
      "an operator where a string belongs",
      { type: "text", content: { not: "" } },
      "validation_failed",
      ["content"],
    ],
    ["a number where a string belongs", { type: "text", content: 5 }, "validation_failed", ["content"]],
    ["an empty name", { ...good, name: "" }, "validation_failed", ["name"]],
    ["a long name", { ...good, name: "n".repeat(201) }, "validation_failed", ["name"]],
    ["a name with NUL", { ...good, name: "a\0b" }, "validation_failed", ["name"]],
    ["settings as a string", { ...good, settings: "big" }, "validation_failed", ["settings"]],
    [
      "settings of a redirect",
      { ...good, settings: { utm: {}, passQuery: false, routes: [], appendScanId: null } },
      "validation_failed",
      ["settings.utm", "settings.passQuery", "settings.routes", "settings.appendScanId"],
    ],
    ["a javascript: URL", { type: "url", content: "javascript:alert(1)" }, "invalid_url", ["content"]],
    ["no scheme", { type: "url", content: "example.com" }, "invalid_url", ["content"]],
    ["wifi content that is not JSON", { type: "wifi", content: "home" }, "invalid_content", ["content"]],
    ["wifi content that is an array", { type: "wifi", content: "[]" }, "invalid_content", ["content"]],
    [
      "text of 4,097 characters",
      { type: "text", content: "4".repeat(4_097) },
      "content_too_long",
      ["content"],
    ],
    ["text beyond version 40", { type: "text", content: "é".repeat(1_166) }, "content_too_long", ["content"]],
    [
      "a size too small for its content",
      { type: "text", content: "x".repeat(300), settings: { size: 64 } },
      "size_too_small",
      ["settings.size"],
    ],
    [
      "similar colours",
      { ...good, settings: { color: { dark: "#777777", light: "#888888" } } },
      "contrast_too_low",
      ["settings.color"],
    ],
    [
      "dark equal to light",
      { ...good, settings: { color: { dark: "#abc", light: "#AABBCC" } } },
      "contrast_too_low",
      ["settings.color"],
    ],
    [
      "a frame over a quarter of the size",
      { ...good, settings: { size: 100, frame: { style: "circle", size: 26 } } },
      "validation_failed",
      ["settings.frame.size"],
    ],
    [
      "a logo without a picture",
      { ...good, settings: { logo: { enabled: true } } },
      "validation_failed",
      ["settings.logo.dataUrl"],
    ],
    [
      "a logo over 30 %",
      { ...good, settings: { logo: { enabled: true, dataUrl: png, size: 77 } } },
      "validation_failed",
      ["settings.logo.size"],
    ],
    [
      "a logo that is SVG",
      { ...good, settings: { logo: { enabled: true, dataUrl: "data:image/svg+xml;base64,PHN2Zy8+" } } },
      "invalid_logo",
      ["settings.logo.dataUrl"],
    ],
    [
      "a logo by address",
      { ...good, settings: { logo: { enabled: true, dataUrl: "https://example.com/a.png" } } },
      "invalid_logo",
      ["settings.logo.dataUrl"],
    ],
  ])("I6: %s", async (_, body, code, fields) => {
    expectError(await post(body as object), code, fields);
  });

  it.each(["\0", "\u0001", "\u001b[31m", "\u000b", "\ud800", "a\udc00b"])(
    "I2: rejects text with %j",
    async (text) => {
      for (const type of ["text", "url", "wifi", "contact"]) {
        const content = type === "url" ? `https://example.com/${text}` : `x${text}`;
        const { status, json } = await post({ type, content });
        expect([status, json.code]).toEqual([
          400,
          expect.stringMatching(/^(?:validation_failed|invalid_content|invalid_url)$/),
        ]);
      }
    },
  );

  it("I2: rejects control characters in text with validation_failed", async () => {
    expectError(await post({ type: "text", content: "a\0b" }), "validation_failed", ["content"]);
    expectError(await post({ type: "text", content: "\ud800" }), "validation_failed", ["content"]);
  });

  it("reports every problem at once: name, content and settings", async () => {
    const settings = {
      size: 63.5,
      color: { dark: "red" },
      frame: { style: "circle", size: 0 },
      quietZone: 11,
    };
    const answer = await post({ name: "", type: "url", content: "ftp://example.com", settings });
    expectError(answer, "validation_failed", [
      "name",
      "content",
      "settings.size",
      "settings.color.dark",
      "settings.frame.size",
      "settings.quietZone",
    ]);
  });

  it("reports problems of content together with those of well-formed settings", async () => {
    const settings = { color: { dark: "#888", light: "#999" }, frame: { style: "circle", size: 100 } };
    const answer = await post({ type: "url", content: "nowhere", settings });
    expectError(answer, "validation_failed", ["content", "settings.color", "settings.frame.size"]);
  });

  it.each<[string, unknown, string[]]>([
    ["a size and a contrast", { size: 1, color: { dark: "#fff" } }, ["settings.size", "settings.color"]],
    [
      "a contrast and a logo",
      { color: { dark: "#fff" }, logo: { enabled: true, dataUrl: "x" } },
      ["settings.color", "settings.logo.dataUrl"],
    ],
    [
      "both members of a logo",
      { logo: { enabled: true, dataUrl: "x", size: 77 } },
      ["settings.logo.size", "settings.logo.dataUrl"],
    ],
  ])("reports the problems of %s at once, together with those of content", async (_, settings, fields) => {
    const alone = await post({ type: "text", content: "x", settings });
    expectError(alone, String(alone.json.code), fields);
    const beside = await post({ type: "url", content: "x", settings });
    expectError(beside, "validation_failed", ["content", ...fields]);
  });

  it("names the size limits of a logo", async () => {
    const { json } = await post({ ...good, settings: { logo: { enabled: true, dataUrl: png, size: 15 } } });
    expect(json).toMatchObject({ details: [{ field: "settings.logo.size", min: 16, max: 307 }] });
  });

  it("names the eye colour when only that stops the code from scanning", async () => {
    const settings = { color: { dark: "#000", light: "#777" }, eyes: { color: "#fff" } };
    expectError(await post({ ...good, settings }), "not_scannable", ["settings.eyes.color"]);
    expect((await post({ ...good, settings: { color: settings.color } })).status).toBe(200);
  });

  it("names the limits of a size", async () => {
    const { json } = await post({ ...good, settings: { size: 63 } });
    expect(json).toMatchObject({
      error: "settings.size must be between 64 and 1024",
      details: [{ field: "settings.size", code: "out_of_range", min: 64, max: 1024 }],
    });
    const tooSmall = await post({ type: "text", content: "x".repeat(300), settings: { size: 64 } });
    const min = Number((tooSmall.json.details as unknown as { min: number }[])[0]?.min);
    expect((await post({ type: "text", content: "x".repeat(300), settings: { size: min } })).status).toBe(
      200,
    );
    expect((await post({ type: "text", content: "x".repeat(300), settings: { size: min - 1 } })).status).toBe(
      400,
    );
  });

  it("accepts content up to 4,096 digits or 2,331 bytes", async () => {
    expect((await post({ type: "text", content: "4".repeat(4_096) })).status).toBe(200);
    expect((await post({ type: "text", content: "v".repeat(2_331) })).status).toBe(200);
    expectError(await post({ type: "text", content: "v".repeat(2_332) }), "content_too_long", ["content"]);
  });

  it.each(["true ", "TRUE", "1", "yes", ""])("rejects grade=%j", async (grade) => {
    expectError(await post(good, { query: `?grade=${encodeURIComponent(grade)}` }), "validation_failed", [
      "grade",
    ]);
  });

  it.each([
    ["", "no body"],
    ["{", "cut off"],
    ["{'a':1}", "not JSON"],
    ['{"type":"text","content":"a","content":"b"}', "a member twice"],
    [`${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "too deep"],
    ["[".repeat(1_000_000), "a million brackets"],
    [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), "not UTF-8"],
  ])("I7: rejects %.20s (%s) with invalid_request", async (body, _label) => {
    const options = { method: "POST", body, headers: { "content-type": "application/json" } };
    expectError(await call(path, options as never), "invalid_request", []);
  });
});
