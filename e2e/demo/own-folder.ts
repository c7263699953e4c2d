import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SettingsError } from "@/lib/platform/env";

/** What the demo remembers of its folder. */
export interface DemoFolder {
  path: string;
  /** Null: nothing is in it yet. */
  kept: { receiverPort: number; apiKey: string } | null;
}

const markName = "quietzone-demo.json";
const defaultFolder = ".data-demo";

/**
 * The demo's folder, created if it is missing. One whose filling was interrupted is emptied. Throws SettingsError for a
 * database or a folder that is not the demo's.
 */
export function openDemoFolder(settings: NodeJS.ProcessEnv): DemoFolder {
  if (settings.DATABASE_URL?.trim()) {
    throw new SettingsError([
      "DATABASE_URL is set. The demo uses an embedded database of its own, so that it never writes into yours: run `DATABASE_URL= npm run demo`.",
    ]);
  }
  const path = resolve(settings.DATA_DIR?.trim() || defaultFolder);
  const mark = join(path, markName);
  if (existsSync(mark)) {
    const kept = JSON.parse(readFileSync(mark, "utf8")) as DemoFolder["kept"];
    if (kept !== null) return { path, kept };
    rmSync(path, { recursive: true, force: true });
  }
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new SettingsError([
      `${path} has other data than the demo's. Set DATA_DIR to an empty folder, or leave it out to use ${defaultFolder}.`,
    ]);
  }
  mkdirSync(path, { recursive: true });
  writeFileSync(mark, "null\n");
  return { path, kept: null };
}

/** Marks the folder as filled. */
export function keepDemo({ path }: DemoFolder, kept: NonNullable<DemoFolder["kept"]>): void {
  writeFileSync(join(path, markName), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
}
