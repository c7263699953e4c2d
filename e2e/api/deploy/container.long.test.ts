import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bounds, sizeOf } from "../../../scripts/install-size.mjs";
import { Container, findObstacle, makeVolume } from "../../support/deploy/container";
import type { ImageConfig } from "../../support/deploy/dockerfile";
import { layOutImage } from "../../support/deploy/image";
import { findFreePort } from "../../support/free-port";
import { openDebianPostgres } from "../../support/process/debian-postgres";
import { startRedis } from "../../support/redis-server";

const obstacle = findObstacle();
if (obstacle !== null) console.warn(`no container by hand on this machine: ${obstacle}`);

/** The system's error for a write where nothing can be written. */
const refusedWrite = /EROFS|EACCES|EPERM|read-only file system|permission denied/i;
const app = mkdtempSync(join(tmpdir(), "quietzone-app-"));
const volumes: string[] = [];
const containers: Container[] = [];
let image: ImageConfig;

beforeAll(async () => {
  image = await layOutImage(app);
}, 600_000);
afterAll(async () => {
  for (const container of containers) await container.stop("SIGKILL");
  for (const folder of [app, ...volumes]) rmSync(folder, { recursive: true, force: true });
});

function newVolume(): string {
  const volume = makeVolume(image);
  volumes.push(volume);
  return volume;
}

function run(volume: string, settings: Record<string, string>, words?: string[]): Container {
  const container = new Container(image, app, volume, settings, words);
  containers.push(container);
  return container;
}

/** One command of the operator's in the container; what it printed. */
async function admin(container: Container, ...words: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await container.execute(["node", "dist/admin.js", ...words]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Makes a code that is drawn, proved and graded in a thread of its own; its short URL's path. */
async function makeCode(baseUrl: string, apiKey: unknown): Promise<string> {
  const body = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };
  const settings = { color: { dark: "#1B1F4B", light: "#FFFFFF" }, dots: { style: "rounded" } };
  const answer = await fetch(`${baseUrl}/api/v1/qr-codes`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ ...body, settings }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return new URL((JSON.parse(text) as { shortUrl: string }).shortUrl).pathname;
}

it("the image adds at most 210 MiB to its base image, and no build tool", () => {
  expect(sizeOf(app)).toBeGreaterThan(100);
  expect(sizeOf(app)).toBeLessThanOrEqual(bounds.imageMiB);
  for (const name of [
    "typescript",
    "prisma",
    "tailwindcss",
    "esbuild",
    "lucide-react",
    "@next/swc-linux-x64-gnu",
  ]) {
    expect(existsSync(join(app, "node_modules", name)), name).toBe(false);
  }
});

describe.skipIf(obstacle !== null)(
  "the container image on a read-only root file system, as a non-root user",
  () => {
    it("serves pages and commands, exits with 0 on SIGTERM and keeps its data in the volume", async () => {
      const volume = newVolume();
      const PORT = String(await findFreePort());
      const baseUrl = `http://127.0.0.1:${PORT}`;
      const first = run(volume, { PORT });
      await first.waitUntilHealthy();
      const who = await first.execute([
        "node",
        "-p",
        "process.getuid() + ' ' + require('fs').readdirSync('/proc').includes('1')",
      ]);
      expect(who.stdout.trim()).toBe(`${image.uid} true`);
      const write = await first.execute(["node", "-e", "require('fs').writeFileSync('/app/dist/x', '')"]);
      expect(write.stderr).toContain("EROFS");

      await admin(
        first,
        "account:create",
        "--email",
        "a@example.com",
        "--password",
        "six quiet modules",
        "--plan",
        "pro",
      );
      const { apiKey } = await admin(first, "key:create", "--email", "a@example.com", "--name", "Laptop");
      const path = await makeCode(baseUrl, apiKey);
      for (const page of [
        "/",
        "/docs",
        "/docs/api",
        "/sign-in",
        "/nothing-here",
        "/_next/image?url=x&w=16&q=75",
      ]) {
        expect((await fetch(`${baseUrl}${page}`)).status, page).toBeLessThan(500);
      }
      expect(await first.stop(), first.output).toBe(0);

      const second = run(volume, { PORT });
      await second.waitUntilHealthy();
      const led = await fetch(`${baseUrl}${path}`, { redirect: "manual" });
      expect([led.status, led.headers.get("location")]).toEqual([302, "https://example.com/menu"]);
      expect(await second.stop(), second.output).toBe(0);
      for (const { output } of [first, second]) expect(output).not.toMatch(refusedWrite);
    }, 240_000);

    it("starts again on a volume whose container was killed", async () => {
      const volume = newVolume();
      const PORT = String(await findFreePort());
      for (let round = 0; round < 3; round += 1) {
        const container = run(volume, { PORT });
        await container.waitUntilHealthy();
        expect(await container.stop("SIGKILL")).not.toBe(0);
      }
      const last = run(volume, { PORT });
      await last.waitUntilHealthy();
      expect(await last.stop(), last.output).toBe(0);
    }, 240_000);

    it("runs as server and as worker on an external database, each with its own volume", async () => {
      const [database, redis] = await Promise.all([openDebianPostgres(), startRedis()]);
      onTestFinished(async () => void (await Promise.all([database.close(), redis.stop()])));
      const PORT = String(await findFreePort());
      const shared = { DATABASE_URL: database.url, ENCRYPTION_KEY: "k".repeat(44), WORKER: "separate" };
      const server = run(newVolume(), { ...shared, PORT, REDIS_URL: redis.url, AUTH_SECRET: "s".repeat(44) });
      await server.waitUntilHealthy();
      const worker = run(newVolume(), shared, ["node", "dist/worker.js"]);
      await worker.waitFor("Quietzone's worker is ready");
      const account = ["--email", "a@example.com", "--password", "six quiet modules", "--plan", "pro"];
      await admin(server, "account:create", ...account);
      const { apiKey } = await admin(server, "key:create", "--email", "a@example.com", "--name", "Laptop");
      await makeCode(`http://127.0.0.1:${PORT}`, apiKey);
      expect(await Promise.all([server.stop(), worker.stop()]), server.output + worker.output).toEqual([
        0, 0,
      ]);
      for (const { output } of [server, worker]) expect(output).not.toMatch(refusedWrite);
    }, 240_000);

    it("is unhealthy while nothing listens, and names the error when it cannot start", async () => {
      const closed = await findFreePort();
      const container = run(newVolume(), { PORT: String(closed) }, [
        "node",
        "-e",
        "setTimeout(() => {}, 60_000)",
      ]);
      await expect.poll(() => container.execute(["node", "-v"]).then(({ status }) => status)).toBe(0);
      expect((await container.execute(image.healthCommand)).status).toBe(1);

      const wrong = run(newVolume(), { PORT: "none" });
      await expect.poll(() => wrong.output).toContain("PORT must be a whole number from 1 to 65535.");
      const worker = run(newVolume(), {}, ["node", "dist/worker.js"]);
      await expect
        .poll(() => worker.output, { timeout: 20_000 })
        .toContain("There is nothing for a worker to do");
    }, 120_000);
  },
);
