import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("package.json is missing beside the service.");
  return findRoot(parent);
}

/** The project's folder, whether this runs as dist/start.js or from its source. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
