import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

function refusalOf(content: string): ServiceError {
  try {
    encodeContent("url", content);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${content}`);
}

describe("content type url", () => {
  it("accepts absolute http and https URLs unchanged, and returns the canonical URL", () => {
    const table: [string, string][] = [
      ["https://example.com", "https://example.com/"],
      ["HTTP://EXAMPLE.COM:80/a?b#c", "http://example.com/a?b#c"],
      ["https://münchen.example/straße", "https://xn--mnchen-3ya.example/stra%C3%9Fe"],
      ["https://例え.テスト/パス?q=値", "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9?q=%E5%80%A4"],
      ["http://127.1:8080/", "http://127.0.0.1:8080/"],
      ["https://[::1]/", "https://[::1]/"],
      ["https://user:secret@example.com/", "https://user:secret@example.com/"],
      ["https://example.com/%0d%0aSet-Cookie:x", "https://example.com/%0d%0aSet-Cookie:x"],
      ["https://example.com/a/../b", "https://example.com/b"],
    ];
    for (const [content, canonicalUrl] of table) {
      expect(encodeContent("url", content)).toEqual({ payload: content, canonicalUrl });
      expect(parsePayload(content)).toEqual({ type: "url", url: content });
    }
  });

  it("P1: rejects every other scheme", () => {
    const schemes = ["javascript:alert(1)", "JaVaScRiPt://example.com/%0aalert(1)", "data:text/html,x"];
    const others = ["vbscript:x", "file:///etc/passwd", "blob:https://example.com/x", "ftp://example.com"];
    const bare = [
      "intent://x#Intent;end",
      "//evil.com",
      "example.com",
      "www.example.com/a",
      "/path",
      "httpss://x",
    ];
    for (const content of [
      ...schemes,
      ...others,
      ...bare,
      "http",
      "mailto:a@b.de",
      "view-source:https://a.de",
    ]) {
      const error = refusalOf(content);
      expect([content, error.code]).toEqual([content, "invalid_url"]);
      expect(error.details).toMatchObject([
        { field: "content", code: "not_allowed", allowed: ["http", "https"] },
      ]);
      expect(error.message).toBe("content must start with http:// or https://");
    }
  });

  it("P1: rejects URLs that a browser would have to repair", () => {
    const slashes = [
      "https:evil.com",
      "https:/evil.com",
      "https:///evil.com",
      "http:\\\\evil.com",
      "https:/\\evil.com",
    ];
    const hosts = [
      "https://",
      "http://?q",
      "https://#",
      "https://a b.com",
      "https://exa%mple.com",
      "https://[::1",
    ];
    const marks = [
      "https://example.com\\@evil.com",
      "https://example.com/a\\b",
      "https://example.com:99999/",
    ];
    const spaces = [
      " https://example.com",
      "https://example.com ",
      "https://example.com/a b",
      "https://a.de/\u3000",
    ];
    for (const content of [...slashes, ...hosts, ...marks, ...spaces]) {
      const error = refusalOf(content);
      expect([content, error.code]).toEqual([content, "invalid_url"]);
      expect(error.details).toMatchObject([{ field: "content", code: "invalid_format" }]);
    }
  });

  it("P1: rejects control characters, tabs and line breaks before parsing the URL", () => {
    const hidden = [
      "\u0001javascript:alert(1)",
      "java\nscript:alert(1)",
      "https://example.com/\r\nx",
      "https://a.de/\t",
    ];
    for (const content of hidden) {
      expect([content, refusalOf(content).code]).toEqual([content, "validation_failed"]);
      expect(parsePayload(content).type).toBe("text");
    }
  });

  it("accepts 2,048 characters and rejects 2,049", () => {
    const address = "https://example.com/".padEnd(2048, "a");
    expect(encodeContent("url", address).payload).toBe(address);
    const error = refusalOf(`${address}a`);
    expect(error.code).toBe("content_too_long");
    expect(error.details).toMatchObject([{ field: "content", max: 2048, actual: 2049 }]);
  });
});
