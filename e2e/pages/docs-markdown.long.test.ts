import { beforeAll, describe, expect, inject, it } from "vitest";
import { withBrowser } from "./browser";

const open = withBrowser();

async function read(path: string) {
  const answer = await fetch(new URL(path, inject("baseUrl")));
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

let docs: string[];
let baseUrl: string;
beforeAll(async () => {
  const { text } = await read("/sitemap.xml");
  const urls = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url));
  baseUrl = urls[0]?.origin ?? "";
  docs = urls.map(({ pathname }) => pathname).filter((path) => path.startsWith("/docs"));
});

describe("/sitemap.xml", () => {
  it("lists only pages that exist, with every documentation page among them", async () => {
    const { status, type, text } = await read("/sitemap.xml");
    expect([status, type]).toEqual([200, "application/xml"]);
    const paths = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200]);
    const page = await open("/docs/api", { javaScriptEnabled: false });
    const linked = await page
      .locator('nav[aria-label="Documentation"] a')
      .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    expect(docs.sort()).toEqual([...new Set(linked)].sort());
    expect((await read("/robots.txt")).text).toContain(`Sitemap: ${baseUrl}/sitemap.xml`);
  });
});

describe("a documentation page as Markdown", () => {
  it("has the headings and examples of the HTML page, which links to it", async () => {
    const page = await open("/docs", { javaScriptEnabled: false });
    for (const path of docs) {
      const { status, type, text } = await read(`${path}.md`);
      expect([path, status, type]).toEqual([path, 200, "text/markdown; charset=utf-8"]);
      await page.goto(new URL(path, inject("baseUrl")).href);
      expect(await page.locator('link[rel="alternate"][type="text/markdown"]').getAttribute("href")).toBe(
        `${path}.md`,
      );
      const headings = await page.locator("article :is(h1, h2, h3)").allTextContents();
      const written = [...text.matchAll(/^#+ (?:\[(.*?)\]\(.*\)|(.*))$/gm)].map(([, a, b]) => a ?? b);
      expect(written).toEqual(expect.arrayContaining(headings.map((one) => one.trim())));
      for (const example of await page.locator("article pre").allTextContents())
        expect(text).toContain(example.trimEnd());
    }
  });

  it("links to pages that exist", async () => {
    const links = new Set<string>();
    const prose = async (path: string) => (await read(`${path}.md`)).text.replace(/^```.*?^```$/gms, "");
    for (const path of docs)
      for (const [, href = ""] of (await prose(path)).matchAll(/\]\((http[^)#]*)/g))
        if (href.startsWith(baseUrl)) links.add(new URL(href).pathname);
    expect(links.size).toBeGreaterThan(15);
    for (const path of links) expect([path, (await read(path)).status]).toEqual([path, 200]);
  });

  it("is 404 for an unknown page", async () => {
    for (const path of ["/docs/none.md", "/docs/api/none.md", "/docs/api/toString.md", "/docs/toString.md"])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});

describe("/llms.txt", () => {
  it("lists every page with a description, and /llms-full.txt contains all pages", async () => {
    const [index, full] = [await read("/llms.txt"), await read("/llms-full.txt")];
    for (const { status, type } of [index, full])
      expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(index.text).toMatch(/^# Quietzone\n\n> /);
    for (const path of docs) {
      expect(index.text).toContain(`](${baseUrl}${path}.md): `);
      expect(full.text).toContain((await read(`${path}.md`)).text);
    }
    const packages = [...index.text.matchAll(/install (http\S+\/downloads\/\S+?)`/g)];
    expect(packages).toHaveLength(2);
    for (const [, url = ""] of packages)
      expect((await fetch(new URL(new URL(url).pathname, inject("baseUrl")))).status, url).toBe(200);
  });
});
