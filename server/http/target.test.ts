import { describe, expect, it } from "vitest";
import { readTarget } from "@/server/http/target";

describe("A7: readTarget accepts one spelling per path", () => {
  it.each([
    "/api/v1/tags/50%25%20off",
    "/api/v1/tags/a%3Bb",
    "/api/v1/tags/a%5cb",
    "/api/v1/tags/%252e%252e",
  ])("accepts the tag path %s", (path) => expect(readTarget(path)).toEqual({ path, rawQuery: "" }));

  it.each([
    "/api/v1/tags/a%2fb",
    "/api/v1/tags/%2e%2e",
    "/api/v1/tags/a%00",
    "/api/v1/tags/a%25/b",
    "/api/v1/tags/%25zz%zz",
    "/api/v1/webhooks/50%25",
  ])("rejects the path %s", (path) => expect(readTarget(path)).toBeNull());

  it.each([
    "/",
    "/api/public/qr-codes",
    "/api/public/qr-codes/view/Ab3dE5gH1jKl",
    "/docs/errors",
    "/_next/static/chunks/0~ab_c-d.js",
    "/_next/static/media/%5Broot%5D.css",
    "/r/abc+",
    "/@vite",
    "/caf%C3%A9",
  ])("accepts %s unchanged", (path) => expect(readTarget(path)).toEqual({ path, rawQuery: "" }));

  it.each([
    ["absolute form", "http://example.com/api/health"],
    ["authority form", "example.com:80"],
    ["asterisk", "*"],
    ["empty", ""],
    ["no slash", "api/health"],
    ["two slashes at the start", "//api/health"],
    ["two slashes within", "/api//health"],
    ["a dot segment", "/api/./health"],
    ["two dots", "/api/../admin"],
    ["two dots at the end", "/api/.."],
    ["escaped dots", "/api/%2e%2e/admin"],
    ["escaped dots in capitals", "/api/%2E%2E/admin"],
    ["a half escaped pair", "/api/.%2e/admin"],
    ["an escaped slash", "/api%2fhealth"],
    ["an escaped backslash", "/api%5chealth"],
    ["a backslash", "/api\\health"],
    ["a semicolon", "/api/health;x=1"],
    ["an escaped semicolon", "/api/health%3bx"],
    ["a NUL", "/api/health%00"],
    ["a raw NUL", "/api/health\0"],
    ["a line break", "/api/health%0d%0aX:1"],
    ["a double escape", "/api/%252e%252e/admin"],
    ["a broken escape", "/api/%zz"],
    ["an escape cut short", "/api/%2"],
    ["a byte that is no UTF-8", "/codes/%ff"],
    ["a character that is longer than it need be", "/codes/%c0%af/edit"],
    ["half a surrogate pair", "/codes/%ed%a0%80"],
    ["a fragment", "/api/health#x"],
    ["bytes beyond ASCII", "/caf\u00c3\u00a9"],
    ["a space", "/api health"],
  ])("rejects a target with %s", (_, target) => expect(readTarget(target)).toBeNull());
});

describe("query string", () => {
  it("is passed on unchanged", () => {
    expect(readTarget("/a?x=//..;%00&y=%2e%2e?")).toEqual({ path: "/a", rawQuery: "x=//..;%00&y=%2e%2e?" });
  });

  it("keeps raw UTF-8, as sent by curl", () => {
    const raw = Buffer.from("/a?content=Grüße 👋+%41", "utf8").toString("latin1");
    expect(readTarget(raw)?.rawQuery).toBe("content=Gr%C3%BC%C3%9Fe %F0%9F%91%8B+%41");
  });

  it("is refused if its raw bytes are not UTF-8", () => {
    expect(readTarget("/a?content=\u00ff\u00fe")).toBeNull();
  });
});
