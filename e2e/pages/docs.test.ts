import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { errorCodes } from "@/lib/platform/errors";
import { call, get, readCode } from "../support/public-api";
import { withBrowser } from "./browser";

const open = withBrowser();

async function readSample(language: string): Promise<string> {
  const page = await open("/docs");
  return String(await page.locator(`code[data-language="${language}"]`).textContent());
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-docs-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the quick start runs as it stands", () => {
  it("in a shell", async () => {
    const answer = JSON.parse(execFileSync("/bin/sh", ["-c", await readSample("sh")], { encoding: "utf8" }));
    const png = Buffer.from(answer.qrImage.split(",")[1], "base64");
    expect(await readCode(png)).toBe("https://example.com/menu");
  });

  it("in Node", async () => {
    const sample = await readSample("js");
    const png = inFolder((cwd) => {
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
    const png = inFolder((cwd) => {
      writeFileSync(join(cwd, "ada.py"), sample);
      const out = execFileSync("python3", ["ada.py"], { cwd, encoding: "utf8" });
      expect(out).toContain("calls left this hour");
      return readFileSync(join(cwd, "ada.png"));
    });
    expect(await readCode(png)).toContain("FN:Ada Lovelace");
  });
});

describe("the API reference", () => {
  it("shows every path, parameter, member, bound and error of openapi.json", async () => {
    const document = JSON.parse((await call("/api/public/qr-codes/openapi.json")).text);
    const page = await open("/docs/api");
    const text = String(await page.locator("main").textContent());
    for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
      expect(text).toContain(path);
      for (const [method, operation] of Object.entries(operations)) {
        const section = page.locator(`section#${operation.operationId}`);
        const words = String(await section.textContent());
        expect(words).toContain(method.toUpperCase());
        for (const { name } of operation.parameters ?? []) expect(words).toContain(name);
        for (const code of listCodes(operation)) {
          expect(await section.locator(`a[href="/docs/errors#${code}"]`).count(), code).toBeGreaterThan(0);
        }
      }
    }
    const body = String(await page.locator("section#createPublicQrCode").textContent());
    for (const member of [
      "settings.frame.size",
      "settings.logo.dataUrl",
      "settings.eyes.color",
      "scannability.weakest.advice",
    ]) {
      expect(body).toContain(member);
    }
    expect(body).toContain("64 to 1,024");
    expect(body).toContain("One of square, rounded, circle, dashed");
  });

  it("has examples that the service answers with 200", async () => {
    const page = await open("/docs/api");
    const commands = await page.locator('code[data-language="sh"]').allTextContents();
    const drawing = commands.filter((command) => !command.includes("/view/"));
    expect(drawing.length).toBeGreaterThanOrEqual(4);
    for (const command of drawing) {
      const answer = execFileSync("/bin/sh", ["-c", `${command} -o /dev/null -w '%{http_code}'`], {
        encoding: "utf8",
      });
      expect(answer, command).toBe("200");
    }
  });
});

describe("the page of errors", () => {
  it("has a section for every code, which error bodies lead to", async () => {
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

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
}

function listCodes({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Number(status) < 400 ? [] : Object.keys(content?.["application/json"]?.examples ?? {}),
  );
}
