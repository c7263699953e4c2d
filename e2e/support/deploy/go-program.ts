import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Builds the Go program in a folder beside this file, below a temporary folder. Returns its path. */
export function buildGoProgram(name: string, folder: string): string {
  const [source, program] = [join(folder, "source"), join(folder, "program")];
  cpSync(new URL(name, import.meta.url), source, { recursive: true });
  const { status, stderr, error } = spawnSync("go", ["build", "-mod=readonly", "-o", program, "."], {
    cwd: source,
    encoding: "utf8",
  });
  expect(status, error ? "Go 1.23 or later is needed" : stderr).toBe(0);
  return program;
}
