import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { readHealth } from "./index";

// Before the settings are read for the first time.
const { folder } = vi.hoisted(() => {
  const made = `${process.env.TMPDIR ?? "/tmp"}/quietzone-health-${process.pid}-${Date.now()}`;
  Object.assign(process.env, { DATA_DIR: made });
  return { folder: made };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("describes the database, and returns null for what this process does not do", async () => {
  await newAccount("free");
  const health = await readHealth();
  expect(health.database.version).toMatch(/^\d+\.\d+/);
  expect(health.database.bytes).toBeGreaterThan(1_000_000);
  expect(health.database.connections).toBeGreaterThan(0);
  expect(health.migrations.applied).toBeGreaterThan(0);
  expect(health.migrations.unfinished).toEqual([]);
  expect(health.rateLimits).toEqual({ store: "memory", isDegraded: false });
  expect(health.tasks).toBeNull();
  expect(health.process.loopDelayMs).toBeNull();
  expect(health.disk).toBeNull();
  expect(health.process.version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("counts files in the spool and rejected ones", async () => {
  await mkdir(join(folder, "spool", "failed"), { recursive: true });
  await writeFile(join(folder, "spool", "1-a.jsonl"), "12345");
  await writeFile(join(folder, "spool", "2-b.open"), "123");
  await writeFile(join(folder, "spool", "failed", "x.jsonl"), "1");
  const { scans, disk } = await readHealth();
  expect(scans.spool).toEqual({ files: 2, bytes: 8, refused: 1 });
  expect(disk?.totalBytes).toBeGreaterThan(0);
});
