import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { readCode } from "../support/public-api";
import { contextOf, screens, withBrowser } from "./browser";
import { findOverflow, listFaults } from "./inspect";

const open = withBrowser();
const run = promisify(execFile);

/** A result as it stands in what is streamed. */
const readResult = (stdout: string) =>
  JSON.parse(stdout.slice(stdout.indexOf("{"), stdout.lastIndexOf("}") + 1)).result;

it("the MCP docs have commands that list the tools and create a code that scans", async () => {
  const page = await open("/docs/mcp");
  const commands = await page.locator("#try pre").allTextContents();
  const [listed, drawn] = await Promise.all(commands.map((command) => run("sh", ["-c", command])));
  const { tools } = readResult(String(listed?.stdout));
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(["generate_qr_code"]);
  const [picture] = readResult(String(drawn?.stdout)).content;
  expect(await readCode(Buffer.from(picture.data, "base64"))).toBe("https://example.com/menu");
});

it("the MCP docs list 18 tools and have no dead links, without JavaScript", async () => {
  const page = await open("/docs/mcp", { javaScriptEnabled: false });
  expect(await page.locator("#tools dl > div").count()).toBe(18);
  await page.getByRole("radio", { name: "Cursor" }).check();
  expect(await page.locator("#clients pre:visible").textContent()).toContain(`${inject("baseUrl")}/api/mcp`);
  const links = await page
    .locator("main a[href]")
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
  for (const href of new Set(links)) {
    const { hash } = new URL(href);
    if (href.startsWith(page.url()) && hash !== "") expect(await page.locator(hash).count(), href).toBe(1);
    else expect((await fetch(href)).status, href).toBe(200);
  }
});

it("the MCP docs are linked from the first page of the documentation, and fit a phone", async () => {
  const page = await open("/docs", contextOf(screens[0]));
  await page.locator('article a[href="/docs/mcp"]').click();
  await page.waitForURL("**/docs/mcp");
  await page.locator("#wire dl").waitFor();
  expect(await findOverflow(page, [320, 360, 768, 1280, 2560])).toEqual([]);
  expect(await listFaults(page)).toEqual([]);
});
