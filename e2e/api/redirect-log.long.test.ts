import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { findFreePort } from "../support/free-port";
import { openServices } from "../support/process/services";
import { newShortUrl, type ShortUrl, visit } from "../support/short-urls";

const services = openServices();
const settings = () => ({
  DATA_DIR: services.newFolder(),
  DATABASE_URL: inject("databaseUrl"),
  ...(process.env.ENCRYPTION_KEY ? { ENCRYPTION_KEY: process.env.ENCRYPTION_KEY } : {}),
  WORKER: "separate",
  LOG_LEVEL: "info",
});

let code: ShortUrl;
beforeAll(async () => {
  code = await newShortUrl((await newKey(await newAccount("pro"))).apiKey);
});

async function droppedLines(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^quietzone_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

/** Redirects until the service has counted 100 lines that it could not log. */
async function expectRedirects(baseUrl: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => visit(code.path, { baseUrl })));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
        // A page as well: Next prints what it has to say itself.
        expect((await fetch(`${baseUrl}/docs`)).status).toBe(200);
        return droppedLines(baseUrl);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(100);
}

describe("O7: service whose log cannot be written", () => {
  it("keeps running when the disk is full", async () => {
    const port = String(await findFreePort());
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, ["dist/start.js"], {
      env: { NODE_ENV: "production", PATH: "/usr/bin:/bin", ...settings(), PORT: port },
      stdio: ["ignore", full, full],
    });
    closeSync(full);
    onTestFinished(() => void child.kill("SIGKILL"));
    const baseUrl = `http://localhost:${port}`;
    const isLive = () =>
      fetch(`${baseUrl}/api/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isLive, { timeout: 60_000 }).toBe(true);
    await expectRedirects(baseUrl);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("keeps running when the log's reader has gone", async () => {
    const service = await services.start(settings());
    service.process.stdout?.destroy();
    service.process.stderr?.destroy();
    await expectRedirects(service.baseUrl);
    expect(await service.stop()).toBe(0);
  });
});
