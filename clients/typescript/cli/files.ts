import { readFileSync, writeFileSync } from "node:fs";
import { UsageError } from "./output";

/** Reads or writes a file. Throws UsageError, which names it. */
export function access<T>(verb: "read" | "write", name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // Node writes "ENOENT: no such file or directory, open '/menu.csv'".
    const reason = (error as Error).message.replace(/^[A-Z]\w+: /, "").replace(/, \w+(?: '.*')?$/s, "");
    const hint = `Check that ${name} is the right path and that you may ${verb} it.`;
    throw new UsageError(`${name} can't be ${verb === "read" ? "read" : "written"}: ${reason}`, hint);
  }
}

/** The text of a file, or of standard input (`-`). Throws UsageError. */
export const readText = (file: string) =>
  access("read", file === "-" ? "standard input" : file, () => readFileSync(file === "-" ? 0 : file, "utf8"));

/** Throws UsageError. */
export const writeFile = (file: string, content: string | Uint8Array) =>
  access("write", file, () => writeFileSync(file, content));
