import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bounds, measureModules, sizeOf } from "./install-size.mjs";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-size-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("npm ci installs at most 450 packages and 1.0 GB", () => {
  const { packages, modulesMiB } = measureModules(".");
  expect(packages).toBeGreaterThan(300);
  expect(packages).toBeLessThanOrEqual(bounds.packages);
  expect(modulesMiB).toBeGreaterThan(500);
  expect(modulesMiB).toBeLessThanOrEqual(bounds.modulesMiB);
});

it("the install size counts blocks of 4 KiB and only installed packages", () => {
  const folder = newFolder();
  const lock = { packages: { "": {}, "node_modules/a": {}, "node_modules/absent": {} } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  mkdirSync(join(folder, "node_modules/a/dist"), { recursive: true });
  writeFileSync(join(folder, "node_modules/a/index.js"), "1");
  writeFileSync(join(folder, "node_modules/a/dist/large.js"), "x".repeat(2 ** 20));
  expect(sizeOf(join(folder, "node_modules/a")) * 2 ** 20).toBe(2 ** 20 + 2 * 4_096);
  expect(measureModules(folder)).toMatchObject({ packages: 1 });
});
