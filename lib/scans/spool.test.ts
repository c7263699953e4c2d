import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Reserve, reserveName } from "./spool";

const mega = 1024 * 1024;

it("O1: the reserve occupies disk space, releases it in parts and can be refilled", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-reserve-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reserve = new Reserve(folder);
  expect(await reserve.release(1)).toBe(false);
  await reserve.fill();
  const held = () => {
    const { size, blocks } = statSync(join(folder, reserveName));
    return { size: size / mega, space: (blocks * 512) / mega };
  };
  expect(held().size).toBe(16);
  expect(held().space).toBeGreaterThanOrEqual(16);
  expect(await reserve.release(100)).toBe(true);
  expect(held().size).toBe(15.75);
  expect(await reserve.release(15 * mega)).toBe(true);
  expect(held().size).toBe(0.75);
  expect([await reserve.release(mega), await reserve.release(1)]).toEqual([true, false]);
  expect(held()).toEqual({ size: 0, space: 0 });
  await reserve.fill();
  expect(held().size).toBe(16);
});
