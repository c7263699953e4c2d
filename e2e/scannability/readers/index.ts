import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ensureReaders } from "./environment.mjs";

/** Runs a program of the readers on lines of JSON and parses the lines that it answers, one for each. */
export async function askReaders(program: string, tasks: readonly object[]): Promise<unknown[]> {
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(ensureReaders(), [script], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
  const exit = new Promise((resolve) => child.once("close", resolve));
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await exit) !== 0)
    throw new Error(`${program} failed: ${said.trim().split("\n").slice(-8).join("\n")}`);
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
