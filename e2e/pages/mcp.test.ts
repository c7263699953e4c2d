import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { newAccount } from "../support/accounts";
import { withBrowser } from "./browser";
import { looks } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
const run = promisify(execFile);

describe("the MCP page", () => {
  it("has a command that lists the tool available without a key", async () => {
    const page = await open("/mcp", await signedIn(await newAccount("developer")));
    const command = String(await page.locator("#try pre").textContent());
    expect(command).toContain(`${inject("baseUrl")}/api/mcp`);
    const { stdout } = await run("sh", ["-c", command]);
    expect(stdout).toContain('"name":"generate_qr_code"');
  });

  it("shows the configuration of each client, chosen with arrow keys, and all 18 tools", async () => {
    const page = await open("/mcp", await signedIn(await newAccount("pro")));
    const shown = page.locator("#clients pre:visible");
    await expect.poll(() => shown.textContent()).toContain("claude mcp add --transport http");
    await page.getByRole("radio", { name: "Claude Code" }).focus();
    for (const words of ["mcp-remote", '"url"', '"inputs"']) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => shown.textContent()).toContain(words);
    }
    expect(JSON.parse(String(await shown.textContent())).servers.quietzone.url).toMatch(/\/api\/mcp$/);
    const tools = page.locator("#tools dl > div");
    expect(await tools.count()).toBe(18);
    expect(await tools.filter({ hasText: "bulk_create_qr_codes" }).textContent()).toContain("qr:write");
  });

  it("says on Free that an agent has one tool, and links to the plans", async () => {
    const page = await open("/mcp", await signedIn(await newAccount("free")));
    await page.getByText("so an agent has one tool here").waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
    expect(await page.getByRole("main").getByRole("link", { name: "See the plans" }).count()).toBe(1);
  });

  it.each(looks)("has no axe faults, overflow or small targets $name", async ({ context, inspect }) => {
    const page = await open("/mcp", { ...(await signedIn(await newAccount("developer"))), ...context });
    await page.locator("#tools dl").waitFor();
    expect(await inspect(page)).toEqual([]);
  });
});
