import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { writeScriptTag } from "./schema";
import { goalsScript } from "./script";

const { headers, body } = goalsScript(undefined);

/** The script on a page with this query, and what it sends. */
function openPage(search: string, { takesBeacons = true, before = "" } = {}) {
  const sent: [string, string, string][] = [];
  let listener: ((event: object) => void) | undefined;
  const note = (how: string) => (url: unknown, given: unknown) => {
    sent.push([how, String(url), typeof given === "string" ? given : (given as { body: string }).body]);
    return how === "fetch" ? Promise.reject(new Error("away")) : takesBeacons;
  };
  const window: { qzGoal?: (...args: unknown[]) => void } = {};
  runInNewContext(`${before};${body}`, {
    window,
    get qzGoal() {
      return window.qzGoal;
    },
    document: {
      currentScript: { src: "https://qr.example/goals.js?v=1" },
      addEventListener: (_: string, heard: typeof listener) => {
        listener = heard;
      },
    },
    location: { search },
    navigator: takesBeacons ? { sendBeacon: note("beacon") } : {},
    fetch: note("fetch"),
    URL,
    URLSearchParams,
  });
  const click = (dataset: object | null) =>
    listener?.({ target: { closest: () => (dataset === null ? null : { dataset }) } });
  return { sent, send: (...args: unknown[]) => window.qzGoal?.(...args), click };
}

const address = "https://qr.example/api/public/goals";

describe("/goals.js", () => {
  it("is at most 1 kB, and uses no cookie and no storage", () => {
    expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(1_000);
    expect(String(body)).not.toMatch(/cookie|storage|indexedDB|userAgent|screen/i);
  });

  it("has a fixed type and headers that let pages of any site include it", () => {
    expect(headers).toMatchObject({
      "Content-Type": "text/javascript; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Access-Control-Allow-Origin": "*",
    });
  });

  it("answers 304 if the client has the current version", () => {
    const tag = String(headers.ETag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`])
      expect(goalsScript(known)).toMatchObject({ status: 304, body: null });
    expect(goalsScript('"other"').status).toBe(200);
  });

  it("sends goals of the scan in the page's URL to the host of the script", () => {
    const page = openPage("?a=1&qz_scan=abc");
    page.send("order", 49.9, "EUR");
    page.send("signup");
    expect(page.sent).toEqual([
      ["beacon", address, '{"scanId":"abc","name":"order","value":49.9,"currency":"EUR"}'],
      ["beacon", address, '{"scanId":"abc","name":"signup"}'],
    ]);
  });

  it("sends goals that the page called before the script was there", () => {
    const [stub = ""] = /(?<=<script>).*?(?=<\/script>)/.exec(writeScriptTag("https://qr.example")) ?? [];
    const page = openPage("?qz_scan=abc", {
      before: `${stub};qzGoal("order", 49.9, "EUR");qzGoal("signup")`,
    });
    page.send("call");
    expect(page.sent.map(([, , text]) => JSON.parse(text).name)).toEqual(["order", "signup", "call"]);
    expect(JSON.parse(page.sent[0]?.[2] ?? "")).toMatchObject({ value: 49.9, currency: "EUR" });
  });

  it("uses fetch where beacons are not available", () => {
    const page = openPage("?qz_scan=abc", { takesBeacons: false });
    page.send("signup");
    expect(page.sent).toEqual([["fetch", address, '{"scanId":"abc","name":"signup"}']]);
  });

  it("sends goals for clicks on marked elements", () => {
    const page = openPage("?qz_scan=abc");
    page.click(null);
    page.click({ qzGoal: "call" });
    page.click({ qzGoal: "order", qzValue: "12.50", qzCurrency: "CHF" });
    expect(page.sent.map(([, , text]) => JSON.parse(text))).toEqual([
      { scanId: "abc", name: "call" },
      { scanId: "abc", name: "order", value: 12.5, currency: "CHF" },
    ]);
  });

  it("sends nothing if the page was not opened by a scan", () => {
    const page = openPage("?a=1");
    page.send("order");
    page.click({ qzGoal: "order" });
    expect(page.sent).toEqual([]);
  });
});
