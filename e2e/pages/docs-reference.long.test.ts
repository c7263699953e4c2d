import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { newAccount, newKey } from "../support/accounts";
import { call } from "../support/public-api";
import { withBrowser } from "./browser";

const open = withBrowser();
const contracts: readonly Contract[] = [...publicContracts, ...v1Contracts];

/** The most that a page of the reference may weigh as HTML, uncompressed. */
const mostBytes = 365_000;

/** Pages of the reference, by the id of their interface on the index. */
async function listPages(id: "public" | "authenticated"): Promise<string[]> {
  const index = await open("/docs/api");
  const links = index.locator(`section#${id} h3 a`);
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}

async function listAllPages(): Promise<string[]> {
  return [...(await listPages("public")), ...(await listPages("authenticated"))];
}

describe.each([
  ["public", "/api/public/qr-codes/openapi.json"],
  ["authenticated", "/api/v1/openapi.json"],
] as const)("the API reference of the %s interface", (id, address) => {
  it("shows every path, parameter, member and error of openapi.json", async () => {
    const document: Description = JSON.parse((await call(address)).text);
    const index = await open("/docs/api");
    expect(await index.locator(`section#${id} a[href="${address}"]`).count()).toBe(1);
    const members = new Set<string>();
    const shown = new Set<string>();
    for (const path of await listPages(id)) {
      const page = await open(path);
      for (const member of await page.locator("dt > code").allTextContents())
        for (const name of member.split(/[.\]]+/)) members.add(name.replace("[", ""));
      for (const operation of listOperations(document)) {
        const section = page.locator(`section#${operation.operationId}`);
        if ((await section.count()) === 0) continue;
        shown.add(operation.operationId);
        const words = String(await section.textContent());
        const names = (operation.parameters ?? []).map(({ name }) => name);
        for (const word of [operation.method, operation.path, ...names]) expect(words).toContain(word);
        const errors = page.locator(`section#${operation.operationId}, section[id$="-errors"]`);
        const codes = await errors.locator("a[href^='/docs/errors#']").allTextContents();
        expect(codes.toSorted(), operation.operationId).toEqual(listCodes(operation).toSorted());
      }
    }
    expect([...shown].sort()).toEqual(
      listOperations(document)
        .map(({ operationId }) => operationId)
        .sort(),
    );
    expect(listMemberNames(document).filter((name) => !members.has(name))).toEqual([]);
  });
});

/** Members of every body that a client sends and of every answer that isn't an error. */
function listMemberNames(document: Description): string[] {
  const isShown = ([name]: [string, unknown]) => !/^(?:Error|ErrorDetail)$/.test(name);
  const shapes = Object.entries(document.components.schemas).filter(isShown);
  return shapes.flatMap(([, { properties = {} }]) => Object.keys(properties));
}

/** The documented status of each example of a page, and the one that it is answered with when the whole page is run. */
async function runExamples(page: Page, apiKey: string): Promise<{ documented: string[]; seen: string[] }> {
  const setUp = await page.locator('section#set-up code[data-language="sh"]').allTextContents();
  const documented: string[] = [];
  const script = [...setUp];
  for (const section of await page.locator("section:not(#set-up)").all()) {
    const id = await section.getAttribute("id");
    for (const command of await section.locator('code[data-language="sh"]').allTextContents()) {
      // A new account has no scan that a goal could be of.
      const status = /^record(?:Public)?Goal$/.test(id ?? "")
        ? 404
        : contracts.find((contract) => contract.id === id)?.success.status;
      documented.push(`${id} ${status}`);
      script.push(`echo "${id} $(${command} -w '\\n%{http_code}' | tail -n 1)"`);
    }
  }
  const cwd = await mkdtemp(join(tmpdir(), "quietzone-reference-"));
  try {
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, API_KEY: apiKey };
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script.join("\n")], { cwd, env });
    return { documented, seen: stdout.trim().split("\n") };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

describe("the API reference", () => {
  it("states bounds and values in words, and links to shared schemas", async () => {
    const drawing = await open("/docs/api/public-qr-codes");
    const body = String(await drawing.locator("section#createPublicQrCode").textContent());
    for (const member of ["settings.frame.size", "settings.logo.dataUrl", "settings.eyes.color"])
      expect(body).toContain(member);
    await drawing
      .locator("section#createPublicQrCode")
      .getByRole("link", { name: /generate a basic/ })
      .click();
    expect(await drawing.locator("section:target").textContent()).toContain("scannability.weakest.advice");
    expect(body).toContain("64 to 1,024");
    expect(body).toContain("One of square, rounded, circle, dashed");
    const page = await open("/docs/api/qr-codes");
    expect(await page.locator("main").textContent()).not.toContain("9,007,199,254,740,991");
    const create = page.locator("section#createQrCode");
    await create.getByRole("link", { name: "Settings", exact: true }).first().click();
    expect(await page.locator("section:target").textContent()).toContain("64 to 4,096");
  });

  it("has a page for each resource, of at most 360 kB, with its name in the title", async () => {
    const paths = await listAllPages();
    expect(paths).toEqual(
      [
        "public-qr-codes",
        "public-goals",
        "qr-codes",
        "tags",
        "domains",
        "scans",
        "goals",
        "analytics",
        "account",
        "api-keys",
        "webhooks",
        "openapi-document",
        "events",
      ].map((name) => `/docs/api/${name}`),
    );
    for (const path of ["/docs/api", ...paths]) {
      const { status, bytes } = await call(path);
      expect(status).toBe(200);
      expect(bytes.length, path).toBeLessThanOrEqual(mostBytes);
    }
    const page = await open("/docs/api/api-keys");
    expect(await page.title()).toMatch(/^API keys: API reference/);
    expect((await call("/docs/api/nowhere")).status).toBe(404);
  });

  it("has navigation between its pages, on laptops and phones", async () => {
    for (const width of [1_280, 390]) {
      const page = await open("/docs/api", { viewport: { width, height: 800 } });
      const pages = page.getByRole("navigation", { name: "Documentation" });
      await pages.getByRole("link", { name: "Analytics", exact: true }).click();
      await page.waitForURL("**/docs/api/analytics");
      await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
      const opened = pages.locator('[aria-current="page"]:visible');
      expect(await opened.allTextContents()).toEqual(["Analytics"]);
    }
  });

  it("has a target for every internal link, and no duplicate ids", async () => {
    const paths = ["/docs/api", ...(await listAllPages())];
    const ids = new Map<string, string[]>();
    const links: string[] = [];
    for (const path of paths) {
      const page = await open(path);
      const own = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
      expect(own.filter((id, place) => own.indexOf(id) !== place)).toEqual([]);
      ids.set(path, own);
      const hrefs = await page
        .locator('main a[href*="#"]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      links.push(...hrefs.map((href) => href.slice(new URL(href).origin.length)));
    }
    const isDead = (link: string) => {
      const [path = "", id = ""] = link.split("#");
      return ids.has(path) && !ids.get(path)?.includes(id);
    };
    expect(links.filter(isDead)).toEqual([]);
  });

  it("keeps every anchor of the former single page", async () => {
    const page = await open("/docs/api#createWebhook");
    await page.locator("li:target a").click();
    await page.waitForURL("**/docs/api/webhooks#createWebhook");
    await page.locator("section:target h2").waitFor();
    await page.goto("/docs/api");
    const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
    for (const address of ["/api/public/qr-codes/openapi.json", "/api/v1/openapi.json"]) {
      const operations = listOperations(JSON.parse((await call(address)).text));
      expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
    }
    const shapes = ["Settings", "SettingsUsed", "Warning", "Pagination", "ScanEvent"];
    const others = ["public", "authenticated", "v1-events", "onScanCreated", "onQrDeleted"];
    expect(ids).toEqual(expect.arrayContaining([...others, ...shapes.map((name) => `v1-${name}`)]));
  });

  it("has examples that a new account can run unchanged, from top to bottom of each page", async () => {
    let examples = 0;
    for (const path of await listAllPages()) {
      const page = await open(path);
      const commands = await page.locator('code[data-language="sh"]').allTextContents();
      expect(commands.join("\n")).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
      const { apiKey } = await newKey(await newAccount("pro"));
      const { documented, seen } = await runExamples(page, apiKey);
      if (documented.length > 0) expect(seen, path).toEqual(documented);
      examples += documented.length;
    }
    expect(examples).toBe(74);
  });
});

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
}

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
}

function listOperations({ paths }: Description): (Operation & { method: string; path: string })[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

function listCodes({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Number(status) < 400 ? [] : Object.keys(content?.["application/json"]?.examples ?? {}),
  );
}
