import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { hasGo } from "@/clients/generate/go/generate";
import { errorCodes } from "@/lib/platform/errors";
import { newAccount, newKey } from "../support/accounts";
import { call, get, readCode } from "../support/public-api";
import { withBrowser } from "./browser";

const open = withBrowser();

async function readSample(language: string): Promise<string> {
  const page = await open("/docs");
  return String(await page.locator(`code[data-language="${language}"]`).textContent());
}

async function inFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-docs-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the quick start runs unchanged", () => {
  it("in a shell", async () => {
    const answer = JSON.parse(execFileSync("/bin/sh", ["-c", await readSample("sh")], { encoding: "utf8" }));
    const png = Buffer.from(answer.qrImage.split(",")[1], "base64");
    expect(await readCode(png)).toBe("https://example.com/menu");
  });

  it("in Node", async () => {
    const sample = await readSample("js");
    const png = await inFolder((cwd) => {
      writeFileSync(join(cwd, "guests.mjs"), sample);
      const out = execFileSync(process.execPath, ["guests.mjs"], { cwd, encoding: "utf8" });
      expect(out).toContain(`${inject("baseUrl")}/api/public/qr-codes/view/`);
      expect(out).toMatch(/scannability \d+ \w/);
      return readFileSync(join(cwd, "guests.png"));
    });
    expect(await readCode(png)).toBe("WIFI:T:WPA;S:Guests;P:quiet-zone-4;;");
  });

  it("in Python", async () => {
    const sample = await readSample("py");
    const png = await inFolder((cwd) => {
      writeFileSync(join(cwd, "ada.py"), sample);
      const out = execFileSync("python3", ["ada.py"], { cwd, encoding: "utf8" });
      expect(out).toContain("calls left this hour");
      return readFileSync(join(cwd, "ada.png"));
    });
    expect(await readCode(png)).toContain("FN:Ada Lovelace");
  });

  it.skipIf(!hasGo())("in Go", async () => {
    const sample = await readSample("go");
    const out = await inFolder((cwd) => {
      writeFileSync(join(cwd, "main.go"), sample);
      return execFileSync("go", ["run", "main.go"], { cwd, encoding: "utf8" });
    });
    const png = Buffer.from(JSON.parse(out).qrImage.split(",")[1], "base64");
    expect(await readCode(png)).toBe("https://example.com/menu");
  });

  it("as pictures in HTML, a spreadsheet and Markdown", async () => {
    const page = await open("/docs");
    const texts = await page.locator("section#picture code[data-language='text']").allTextContents();
    expect(texts).toHaveLength(3);
    const [html = "", sheets = "", markdown = ""] = texts;
    const menu = "https://example.com/menu";
    const addresses = [
      await page.evaluate((text) => {
        const holder = document.createElement("template");
        holder.innerHTML = text;
        return holder.content.querySelector("img")?.getAttribute("src");
      }, html),
      sheets.replace('"&ENCODEURL(A2)&"', encodeURIComponent(menu)).match(/"(.*)"/)?.[1],
      markdown.match(/\((.*)\)/)?.[1],
    ];
    for (const address of addresses) {
      const { status, headers, bytes, text } = await call(String(address));
      expect([status, headers.get("content-type")], text).toEqual([200, "image/png"]);
      expect(await readCode(bytes)).toBe(menu);
    }
  });
});

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** The program of a section of the quick start with a key. */
async function readKeySample(section: string, language: string, place = 0): Promise<string> {
  const page = await open("/docs/with-a-key");
  return String(
    await page.locator(`section#${section} code[data-language="${language}"]`).nth(place).textContent(),
  );
}

/** The longer program of the quick start with a key that has this file name. */
async function readKeyProgram(file: string): Promise<string> {
  const page = await open("/docs/with-a-key");
  const figure = page.locator("figure", { has: page.locator("figcaption", { hasText: file }) });
  return String(await figure.locator("code").textContent());
}

describe("the quick start with a key", () => {
  let apiKey = "";
  let strongKey = "";
  let env: NodeJS.ProcessEnv;
  const shell = (command: string, cwd?: string) =>
    execFileSync("/bin/sh", ["-c", command], { encoding: "utf8", env, ...(cwd && { cwd }) });

  beforeAll(async () => {
    const account = await newAccount("developer");
    strongKey = (await newKey(account)).apiKey;
    ({ apiKey } = await newKey(account, {
      permissions: ["qr:write", "analytics:read"],
    }));
    env = { PATH: process.env.PATH, API_KEY: apiKey, NODE_ENV: "test" };
  });

  it("runs in a shell: creates, changes, draws and lists a code, and tries a dry run", async () => {
    const made = JSON.parse(shell(await readKeySample("create", "sh")));
    expect(made).toMatchObject({ name: "Menu, table 4", isDynamic: true });
    env.ID = made.id;
    const changed = JSON.parse(shell(await readKeySample("change", "sh")));
    expect(changed).toMatchObject({
      id: made.id,
      shortUrl: made.shortUrl,
      content: "https://example.com/menu/summer",
    });
    env.SLUG = `menu-${made.id}`;
    const named = JSON.parse(shell(await readKeySample("slug", "sh")));
    expect([named.slug, new URL(named.shortUrl).pathname]).toEqual([env.SLUG, `/r/${env.SLUG}`]);
    const host = `go-${made.id}.example.com`;
    const sample = await readKeySample("domain", "sh");
    const added = execFileSync("/bin/sh", ["-c", sample], {
      encoding: "utf8",
      env: { ...env, API_KEY: strongKey, HOST: host },
    });
    expect(JSON.parse(added)).toMatchObject({
      host,
      status: "pending",
      dns: { txtName: `_quietzone.${host}` },
    });
    const picture = await readKeySample("pictures", "sh");
    const svg = await inFolder((cwd) => {
      shell(picture, cwd);
      return readFileSync(join(cwd, "menu.svg"), "utf8");
    });
    expect(svg).toMatch(/^<svg .*#0F766E/is);
    const published = JSON.parse(shell(await readKeySample("pictures", "sh", 1)));
    expect((await fetch(published.imageUrl)).headers.get("content-type")).toBe("image/png");
    const { data } = JSON.parse(shell(await readKeySample("list", "sh")));
    expect(data).toMatchObject([{ id: made.id }]);
    expect(JSON.parse(shell(await readKeySample("dry-run", "sh")))).toMatchObject({
      dryRun: true,
      quota: { codes: { used: 1, after: 2 } },
    });
    expect(JSON.parse(shell(await readKeySample("limits", "sh")))).toMatchObject({
      plan: "developer",
      usage: { codes: 1, domains: 1 },
    });
  });

  it("runs in a shell: adds rules and campaign parameters to a code, and tries a visit", async () => {
    env.ID = JSON.parse(shell(await readKeySample("create", "sh"))).id;
    const page = await open("/docs/smart-targets");
    const textOf = async (section: string, language: string) =>
      String(
        await page.locator(`section#${section} code[data-language="${language}"]`).first().textContent(),
      );
    const { settings } = JSON.parse(shell(await textOf("rules", "sh")));
    expect(settings.routes.map(({ id }: { id: string }) => id)).toEqual(["apple", "evening", "test"]);
    shell(await textOf("campaign", "sh"));
    const resolved = JSON.parse(shell(await textOf("try", "sh")));
    expect(resolved).toEqual(JSON.parse(await textOf("try", "json")));
  });

  it("runs in a shell and Python: counts the scans of a code, and prints each scan once", async () => {
    const made = JSON.parse(shell(await readKeySample("create", "sh")));
    env.ID = made.id;
    const [analytics, scans] = [await readKeySample("scans", "sh"), await readKeyProgram("scans.py")];
    const visit = () => fetch(made.shortUrl, { redirect: "manual", headers: { "user-agent": phone } });
    expect(JSON.parse(shell(analytics)).summary.totalScans).toBe(0);
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "scans.py"), scans);
      const run = () => execFileSync("python3", ["scans.py"], { cwd, env, encoding: "utf8" });
      expect(run()).toBe("");
      for (let times = 0; times < 3; times += 1) expect((await visit()).status).toBe(302);
      expect(run().match(/Z, Menu, table 4, \S+, Mobile\n/g)).toHaveLength(3);
      await visit();
      expect(run().trim().split("\n")).toHaveLength(1);
      expect(run()).toBe("");
    });
    const { summary, dailyScans } = JSON.parse(shell(analytics));
    expect([summary.totalScans, summary.timeZone, dailyScans.length]).toEqual([4, "Europe/Paris", 7]);
  });

  it("runs in Node and Python: creates twenty codes at once, and lists them all", async () => {
    const [bulk, pages] = [await readKeyProgram("tables.mjs"), await readKeyProgram("codes.py")];
    const [png, listed] = await inFolder((cwd) => {
      writeFileSync(join(cwd, "tables.mjs"), bulk);
      expect(execFileSync(process.execPath, ["tables.mjs"], { cwd, env, encoding: "utf8" })).toBe(
        "20 of 20 made\n",
      );
      writeFileSync(join(cwd, "codes.py"), pages);
      const out = execFileSync("python3", ["codes.py"], { cwd, env, encoding: "utf8" });
      return [readFileSync(join(cwd, "Table 20.png")), out.trim().split("\n")] as const;
    });
    const row = listed.find((line) => line.startsWith("Table 20, "));
    expect(row).toBe(`Table 20, ${await readCode(png)}, 0`);
    expect(listed.filter((line) => line.startsWith("Table "))).toHaveLength(20);
  });

  it("states the limits of the service", async () => {
    const page = await open("/docs/with-a-key");
    const words = String(await page.locator("section#limits").textContent());
    for (const fact of ["5,000 per hour", "500 on Developer and Pro", "1 to 100 items", "20 active keys"]) {
      expect(words).toContain(fact);
    }
  });
});

describe("the errors page", () => {
  it("has a section for every error code, which error responses link to", async () => {
    const page = await open("/docs/errors");
    for (const code of errorCodes) {
      const section = page.locator(`section#${code}`);
      const example = JSON.parse(String(await section.locator("code[data-language=json]").textContent()));
      expect(example.code).toBe(code);
      expect(example.docs).toBe(`${inject("baseUrl")}/docs/errors#${code}`);
      expect(await section.getByText("What to do.").count()).toBe(1);
    }
    const { json } = await get({ type: "url", content: "not an address" });
    await page.goto(String(json.docs));
    expect(await page.locator("section:target").getAttribute("id")).toBe(String(json.code));
  });
});
