import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { keyedContracts, newTenantFor } from "../support/contract-requests";
import { call } from "../support/public-api";
import { closedUrl } from "../support/tenant-webhooks";
import { withBrowser } from "./browser";

const open = withBrowser();

describe.each([
  ["public", "/api/public/qr-codes/openapi.json"],
  ["authenticated", "/api/v1/openapi.json"],
])("the API reference of the %s interface", (id, address) => {
  it("shows every path, parameter, member and error of openapi.json", async () => {
    const document: Description = JSON.parse((await call(address)).text);
    const page = await open("/docs/api");
    const text = String(await page.locator("main").textContent());
    expect(await page.locator(`section#${id} a[href="${address}"]`).count()).toBe(1);
    for (const [path, operations] of Object.entries(document.paths)) {
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
    for (const name of new Set(listMemberNames(document))) {
      expect(await page.getByText(new RegExp(`(?:^|[.\\]])${name}$`)).count(), name).toBeGreaterThan(0);
    }
  });
});

/** Members of every body that a client sends and of every answer that isn't an error. */
function listMemberNames(document: Description): string[] {
  const isShown = ([name]: [string, unknown]) => !/^(?:Error|ErrorDetail)$/.test(name);
  const shapes = Object.entries(document.components.schemas).filter(isShown);
  return shapes.flatMap(([, { properties = {} }]) => Object.keys(properties));
}

describe("the API reference", () => {
  it("says bounds and values in words, and shows a shape that is used often once", async () => {
    const page = await open("/docs/api");
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
    expect(await page.locator("main").textContent()).not.toContain("9,007,199,254,740,991");
    await page
      .locator("section#createQrCode")
      .getByRole("link", { name: "Settings", exact: true })
      .first()
      .click();
    const settings = page.locator("section:target");
    expect(await settings.textContent()).toContain("64 to 4,096");
  });

  it("has an address for every link within it", async () => {
    const page = await open("/docs/api");
    const dead = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')]
        .map((link) => link.hash.slice(1))
        .filter((id) => document.getElementById(id) === null),
    );
    expect(dead).toEqual([]);
    const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  it("has examples without a key that the service answers with 200", async () => {
    const page = await open("/docs/api");
    const commands = await page.locator('code[data-language="sh"]').allTextContents();
    const drawing = commands.filter((command) => !/\/view\/|\/api\/v1\//.test(command));
    expect(drawing.length).toBeGreaterThanOrEqual(4);
    for (const command of drawing) expect(statusOf(command), command).toBe("200");
  });

  it("has examples with a key that the service answers as they say", async () => {
    const page = await open("/docs/api");
    for (const contract of keyedContracts) {
      const section = page.locator(`section#${contract.id}`);
      for (const command of await section.locator('code[data-language="sh"]').allTextContents()) {
        const { apiKey, keyId, codeId, targetId, webhookId, deliveryId } = await newTenantFor(contract);
        const named: Record<string, string> = {
          "/api-keys/": keyId,
          "/targets/": targetId,
          "/webhooks/": webhookId,
          "/deliveries/": deliveryId,
        };
        const own = command
          .replaceAll(
            /(\/[a-z-]+\/)?[\da-f]{8}-[\da-f-]{27}/g,
            (_, before = "") => before + (named[before] ?? codeId),
          )
          .replace(/https:\/\/hooks\.example\.com[^"]*/, closedUrl)
          .replace(/-o \S+/, "");
        expect(statusOf(own, { API_KEY: apiKey }), command).toBe(String(contract.success.status));
      }
    }
  });
});

function statusOf(command: string, env: Record<string, string> = {}): string {
  return execFileSync("/bin/sh", ["-c", `${command} -o /dev/null -w '%{http_code}'`], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
  });
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
}

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
