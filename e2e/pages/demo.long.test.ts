import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runAdmin } from "../support/admin";
import { findFreePort } from "../support/free-port";
import { findProcesses } from "../support/service";
import { withBrowser } from "./browser";

const open = withBrowser();
const folder = mkdtempSync(join(tmpdir(), "quietzone-demo-"));
const signIn = /^ {2}(\S+@\S+) {2,}(.+?) {2}\((.+)\)$/gm;
let port = "";
let demo: ChildProcess;
let output = "";

/** Starts the demo as a terminal does; resolves once it has said how to sign in. */
async function start(): Promise<void> {
  output = "";
  demo = spawn(process.execPath, ["--import", "tsx", "e2e/demo/start.ts"], {
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin", DATA_DIR: folder, PORT: port },
  });
  for (const stream of [demo.stdout, demo.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  await vi.waitFor(
    () => {
      if (demo.exitCode === null) expect(output).toContain("Data: ");
    },
    { timeout: 240_000, interval: 200 },
  );
  expect(demo.exitCode, output).toBeNull();
}

async function stop(): Promise<void> {
  const exited = once(demo, "exit");
  demo.kill("SIGTERM");
  const [status] = await exited;
  expect(status, output).toBe(0);
}

beforeAll(async () => {
  port = String(await findFreePort());
  await start();
}, 300_000);
afterAll(async () => {
  if (demo.exitCode === null) await stop();
  expect(findProcesses(folder)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const status = async () => JSON.parse((await runAdmin(["status"], { DATA_DIR: folder })).stdout);

describe("npm run demo", () => {
  it("has four accounts, one for each plan, with 40 codes and deliveries that were sent", async () => {
    expect([...output.matchAll(signIn)].map(([, , , plan]) => plan)).toEqual([
      "free",
      "starter",
      "developer",
      "pro, and the operator's pages at /admin",
    ]);
    expect(await status()).toMatchObject({ accounts: 4, codes: 40 });
    const show = await runAdmin(["webhook:list", "--email", "ingrid.pro@haldenroasters.example"], {
      DATA_DIR: folder,
    });
    expect(JSON.parse(show.stdout).production).toHaveLength(2);
    await expect
      .poll(
        async () => {
          const list = await runAdmin(["webhook:list", "--email", "ingrid.pro@haldenroasters.example"], {
            DATA_DIR: folder,
          });
          return (JSON.parse(list.stdout).production as { lastTriggeredAt: string | null }[]).every(
            ({ lastTriggeredAt }) => lastTriggeredAt !== null,
          );
        },
        { timeout: 120_000 },
      )
      .toBe(true);
  }, 180_000);

  it("lets the operator sign in, and marks each page as a demo", async () => {
    const baseURL = `http://localhost:${port}`;
    const page = await open("/sign-in", { baseURL, mayLog: /404 \(Not Found\) \(\S+\/nothing-here\)/ });
    const mark = page.getByRole("complementary", { name: "Demo" });
    await mark.getByText("Demo: accounts, codes and scans are made up.").waitFor();
    const [, email = "", password = ""] = [...output.matchAll(signIn)].at(-1) ?? [];
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    for (const path of ["/", "/docs", "/codes", "/analytics", "/webhooks", "/admin", "/nothing-here"]) {
      await page.goto(path);
      await mark.waitFor();
      const sidebar = page.getByRole("complementary", { name: "Sidebar" });
      if (await sidebar.isVisible()) {
        const box = await sidebar.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(
          page.viewportSize()?.height ?? 0,
        );
      }
    }
  }, 180_000);

  it("keeps its data over a restart", async () => {
    await stop();
    await start();
    expect(output).not.toContain("Creating");
    expect(await status()).toMatchObject({ accounts: 4, codes: 40 });
  }, 300_000);
});
