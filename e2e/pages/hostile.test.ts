import { describe, expect, it } from "vitest";
import { readCode } from "../support/public-api";
import { download, withBrowser } from "./browser";

const open = withBrowser();

/** Text that becomes markup or script wherever something forgets to escape. */
const hostile = [
  "<script>window.harmed=1</script>",
  '"><img src=x onerror="window.harmed=1">',
  "</title><svg/onload=window.harmed=1>",
  "]]><script>window.harmed=1</script><![CDATA[",
  "javascript:window.harmed=1//",
  "'-window.harmed=1-'",
  "{{window.harmed=1}}<%= window.harmed=1 %>",
  "&lt;img src=x onerror=window.harmed=1&gt;",
  "\u202e<b>\u2028\u2029<!--",
];

describe("I3: content with markup and script", () => {
  it("stays inert in the preview, file names, SVG and PDF, without a CSP violation", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Text" }).click();
    for (const text of hostile) {
      await page.getByRole("textbox", { name: "Text" }).fill(text);
      const { fileName, bytes } = await download(page, /Download SVG/);
      expect(fileName).toMatch(/^code[a-z0-9-]*\.svg$/);
      expect(bytes.toString()).not.toMatch(/<(script|img|b|svg\/)/i);
      await download(page, /Download PDF/);
      expect(await readCode((await download(page, /Download PNG/)).bytes)).toBe(text);
      expect(await page.evaluate(() => "harmed" in window)).toBe(false);
    }
  });

  it("stays inert when its SVG is parsed as a document", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Text" }).click();
    for (const text of hostile) {
      await page.getByRole("textbox", { name: "Text" }).fill(text);
      const { bytes } = await download(page, /Download SVG/);
      const isWhole = await page.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
        const names = [...parsed.querySelectorAll("*")].map(({ localName }) => localName);
        const handlers = [...parsed.querySelectorAll("*")].flatMap((element) => element.getAttributeNames());
        return (
          names.every((name) => ["svg", "title", "path"].includes(name)) &&
          handlers.every((name) => !name.startsWith("on"))
        );
      }, bytes.toString());
      expect(isWhole, text).toBe(true);
    }
  });

  it("stays inert in a contact's fields and a network's name and password", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Contact" }).click();
    await page.getByLabel("First name").fill(hostile[1]!);
    await page.getByLabel("Note").fill(hostile[0]!);
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    await page.getByLabel("Network name").fill("<img src=x onerror=harmed=1>");
    await page.getByLabel("Password", { exact: true }).fill(hostile[0]!);
    await download(page, /Download PNG/);
    expect(await page.evaluate(() => "harmed" in window)).toBe(false);
  });

  it("stays inert in the URL of a missing page", async () => {
    const page = await open(`/${encodeURIComponent(hostile[1]!)}?q=${encodeURIComponent(hostile[1]!)}`, {
      mayLog: /404/,
    });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await page.evaluate(() => "harmed" in window)).toBe(false);
  });

  it("is ignored in the tab's session storage", async () => {
    const page = await open("/");
    for (const kept of ["{", "[]", '{"look":null,"tab":"<b>"}', '{"url":5,"wifi":[]}', '"x"']) {
      await page.evaluate((text) => sessionStorage.setItem("quietzone.draft.1", text), kept);
      await page.reload();
      expect(await page.getByRole("img", { name: /^QR code/ }).isVisible(), kept).toBe(true);
    }
  });
});

describe("a page", () => {
  it("has a content security policy with a new nonce on every view", async () => {
    const page = await open("/");
    const nonces = new Set<string>();
    for (const path of ["/", "/", "/docs", "/docs/api", "/docs/errors"]) {
      const policy = (await page.goto(path))?.headers()["content-security-policy"] ?? "";
      const [, scripts = ""] = /script-src ([^;]+)/.exec(policy) ?? [];
      expect(scripts).not.toContain("unsafe-inline");
      expect(policy).toContain("frame-ancestors 'none'");
      nonces.add(/'nonce-([^']+)'/.exec(scripts)?.[1] ?? "");
    }
    expect(nonces.size).toBe(5);
    expect(nonces.has("")).toBe(false);
  });
});
