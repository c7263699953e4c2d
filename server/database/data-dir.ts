import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes DATA_DIR where it is missing. Folder by folder: Node's own recursive mkdir never ends below /proc.
 * Throws an Error with one sentence.
 */
export function makeDataDir(dataDir: string, mode: number): void {
  try {
    const missing: string[] = [];
    for (let at = dataDir; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) makeFolder(folder, mode);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR must be a folder that this user can make and write to; ${dataDir} is not (${code}).`,
      { cause: error },
    );
  }
}

function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process that starts may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
