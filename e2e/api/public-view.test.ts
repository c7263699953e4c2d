import { connect } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { type Answer, call, newClient, path, post } from "../support/public-api";

const contentOf = ({ headers }: Answer) => {
  const value = headers.get("x-qr-content");
  return headers.get("x-qr-content-encoding") === "percent-utf8" ? decodeURIComponent(value ?? "") : value;
};

async function viewOf(content: string, type = "text", settings = {}): Promise<Answer> {
  const made = await post({ type, content, settings });
  expect(made.status, made.text).toBe(200);
  return call(String(made.json.imageUrl));
}

describe("200: GET /api/public/qr-codes/view/{shortCode}", () => {
  it("serves the PNG with its headers, uncounted", async () => {
    const { status, headers, bytes } = await viewOf("https://example.com/", "url");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-length")).toBe(String(bytes.length));
    expect(headers.get("cache-control")).toBe("public, max-age=86400, immutable");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-qr-type")).toBe("url");
    expect(headers.get("x-qr-content")).toBe("https://example.com/");
    expect(headers.get("x-qr-content-encoding")).toBeNull();
    expect(headers.get("x-ratelimit-limit")).toBeNull();
  });

  it.each([
    ["plain ASCII, verbatim", "a b%20c", null],
    [
      "all of printable ASCII",
      Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
      null,
    ],
    ["a leading space", " a", "percent-utf8"],
    ["a trailing space", "a ", "percent-utf8"],
    ["a tab", "a\tb", "percent-utf8"],
    ["line breaks", "a\r\nX-Smuggled: 1\r\n\r\nb", "percent-utf8"],
    ["emoji", "👩‍👩‍👧‍👦", "percent-utf8"],
    ["right to left", "\u202eשלום\u202c", "percent-utf8"],
    ["DEL and C1 controls", "a\u007fb\u0085c", "percent-utf8"],
    ["noncharacters", "\ufffe\uffff\u{10ffff}", "percent-utf8"],
  ])("I1: returns %s from one header", async (_, content, encoding) => {
    const view = await viewOf(content);
    expect(contentOf(view)).toBe(content);
    expect(view.headers.get("x-qr-content-encoding")).toBe(encoding);
    expect(view.headers.get("x-smuggled")).toBeNull();
  });

  it("I1: returns every Unicode scalar outside the controls", async () => {
    const scalars: string[] = [];
    for (let point = 0x20; point <= 0x10ffff; point += point < 0x3000 ? 1 : 61) {
      if (point < 0xd800 || point > 0xdfff) scalars.push(String.fromCodePoint(point));
    }
    const client = [newClient(), newClient(), newClient(), newClient()];
    for (let at = 0, calls = 0; at < scalars.length; at += 300, calls++) {
      const content = `x${scalars.slice(at, at + 300).join("")}x`;
      const made = await post({ type: "text", content }, { client: client[calls % 4] as string });
      expect(made.status, made.text).toBe(200);
      expect(made.json.content).toBe(content);
      expect(contentOf(await call(String(made.json.imageUrl)))).toBe(content);
    }
  });

  it("I1: sends content up to 8 kB in a header and leaves out longer content", async () => {
    const level = { errorCorrectionLevel: "L" };
    for (const content of ["v".repeat(2_953), "é".repeat(1_365), "4".repeat(4_000)]) {
      expect(contentOf(await viewOf(content, "text", level))).toBe(content);
    }
    const view = await viewOf("é".repeat(1_476), "text", level);
    expect([view.status, view.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(view.headers.get("x-qr-content")).toBeNull();
    expect(view.headers.get("x-qr-content-encoding")).toBeNull();
  });

  it("I1: sends one content header and no injected one in the raw response", async () => {
    const made = await post({ type: "text", content: "a\r\nX-Smuggled: 1\r\n\r\n<script>" });
    const target = new URL(String(made.json.imageUrl));
    const raw = await new Promise<string>((resolve, reject) => {
      const base = new URL(inject("baseUrl"));
      const socket = connect(Number(base.port), base.hostname);
      let text = "";
      socket.setEncoding("latin1").on("data", (part) => {
        text += part;
      });
      socket.on("end", () => resolve(text)).on("error", reject);
      socket.write(`GET ${target.pathname} HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
    });
    const head = raw.slice(0, raw.indexOf("\r\n\r\n")).split("\r\n");
    expect(head.filter((line) => /^x-qr-content:/i.test(line))).toHaveLength(1);
    expect(head.filter((line) => /^x-smuggled/i.test(line))).toEqual([]);
    expect(raw.slice(head.join("\r\n").length + 4)).toMatch(/^\x89PNG/);
  });

  it("answers conditional requests with 304, and HEAD without a body", async () => {
    const made = await post({ type: "text", content: "quiet" });
    const target = String(made.json.imageUrl);
    const full = await call(target);
    const tag = full.headers.get("etag") as string;
    const unchanged = await call(target, { headers: { "if-none-match": `"other", W/${tag}` } });
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers.get("etag")]).toEqual([304, 0, tag]);
    expect((await call(target, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    const head = await call(target, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get("content-length")).toBe(String(full.bytes.length));
  });
});

describe("404: unknown short codes of the view", () => {
  it.each(["aaaaaaaaaaaa", "AAAAAAAAAAA", "AAAAAAAAAAAAA", "AAAAAAAAAAA-", "AAAAAA%41AAAA", "ÄAAAAAAAAAAA"])(
    "%s is not found",
    async (shortCode) => {
      const { status, json, headers } = await call(`${path}/view/${shortCode}`);
      expect(status).toBe(404);
      expect(json.code).toBe("not_found");
      expect(headers.get("cache-control")).toBe("no-store");
    },
  );
});
