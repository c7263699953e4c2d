import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { layOutServer } from "../../../scripts/pack/lay-out.mjs";
import { configOf, type ImageConfig, readDockerfile, wordsOf } from "./dockerfile";

const root = new URL("../../..", import.meta.url).pathname;

/** The second name of a file on one disk costs nothing; across disks it is a copy. */
function putFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(from, to);
  }
}

function putFolder(from: string, to: string, isWanted: (path: string) => boolean = () => true): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!isWanted(source)) continue;
    if (entry.isDirectory()) putFolder(source, target, isWanted);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else putFile(source, target);
  }
}

/** What a COPY from an earlier stage takes: the server as the build stage lays it out. */
async function putFromStage(source: string, target: string): Promise<void> {
  if (source !== "/app/out") throw new Error(`The tests do not know what the image copies from ${source}.`);
  await layOutServer(target, { withNatives: true });
}

function putFromContext(source: string, target: string, isFolder: boolean): void {
  const from = join(root, source);
  const to = isFolder ? join(target, source) : target;
  if (statSync(from).isDirectory()) putFolder(from, target);
  else {
    mkdirSync(dirname(to), { recursive: true });
    putFile(from, to);
  }
}

/**
 * Lays out the application's folder as the last stage of the Dockerfile does, by its COPY lines alone, and returns what
 * the image is started with.
 */
export async function layOutImage(folder: string): Promise<ImageConfig> {
  const stage = readDockerfile(join(root, "Dockerfile")).stages.at(-1);
  if (stage === undefined) throw new Error("The Dockerfile has no stage.");
  for (const words of wordsOf(stage, "COPY")) {
    const parts = words.split(/\s+/);
    const isFromStage = parts[0]?.startsWith("--from=") === true;
    const sources = parts.slice(isFromStage ? 1 : 0, -1);
    const destination = parts.at(-1) ?? "";
    const target = join(folder, destination);
    for (const source of sources) {
      if (isFromStage) await putFromStage(source, target);
      else putFromContext(source, target, sources.length > 1 || destination.endsWith("/"));
    }
  }
  chmodSync(folder, 0o755);
  return configOf(stage);
}
