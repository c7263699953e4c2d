import { rmSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v4, v7 } from "uuid";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import "@/e2e/support/accounts";
import { recordGoal } from "./index";

// Before the settings are read for the first time.
const { folder } = vi.hoisted(() => {
  const made = `${process.env.TMPDIR ?? "/tmp"}/quietzone-goals-${process.pid}-${Date.now()}`;
  Object.assign(process.env, { DATA_DIR: made });
  return { folder: made };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const waiting = join(folder, "spool", "1-a.jsonl");
beforeEach(async () => {
  await mkdir(join(folder, "spool"), { recursive: true });
  await writeFile(waiting, "");
});

const record = (scanId: string) => recordGoal({ scanId, name: "signup" }, null);
const dayMs = 86_400_000;
/** Of now: a package goes on from its latest id, which another file may have had made in the future. */
const idOfNow = () => v7({ msecs: Date.now() });

it("recordGoal asks for a retry while the scan may still be in the spool", async () => {
  for (const id of [idOfNow(), v7({ msecs: Date.now() - 29 * dayMs })]) {
    await expect(record(id)).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  }
  await rm(waiting);
  await expect(record(idOfNow())).rejects.toMatchObject({ code: "not_found" });
});

it("recordGoal answers not_found for an id that cannot be in the spool", async () => {
  const ids = [v4(), v7({ msecs: Date.now() - 31 * dayMs }), v7({ msecs: Date.now() + dayMs }), "x"];
  for (const id of ids) await expect(record(id), id).rejects.toMatchObject({ code: "not_found" });
});
