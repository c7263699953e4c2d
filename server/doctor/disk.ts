import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { evaluateDisk } from "@/lib/operator/schema";
import { env } from "@/lib/platform/env";
import { type Finding, findingsOf } from "./finding";

const { ok, warning, failed } = findingsOf("disk");

/** Enough that a full disk shows, too. */
const probeBytes = 64 * 1024;

/** DATA_DIR, or the folder in which a start would make it. */
function findFolder(): string {
  let folder = env.dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** Whether DATA_DIR can be written to, and how much room its disk has. */
export async function checkDisk(): Promise<Finding[]> {
  const folder = findFolder();
  try {
    const probe = await mkdtemp(join(folder, ".doctor-"));
    try {
      await writeFile(join(probe, "probe"), Buffer.alloc(probeBytes, 1), { flush: true });
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const fix =
      code === "ENOSPC"
        ? "make room on its disk, or move DATA_DIR to a larger one while the service is stopped"
        : "let this user write there, or set DATA_DIR to another folder";
    return [failed(`DATA_DIR can't be written to: ${folder} answers ${code}; ${fix}.`)];
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  const disk = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  const free = `${Math.round(disk.freeBytes / 1e6)} MB of ${Math.round(disk.totalBytes / 1e6)} MB are free where DATA_DIR lies`;
  const advice = "make room, or move DATA_DIR to a larger disk while the service is stopped";
  const sign = evaluateDisk(disk);
  if (sign === "well") return [ok(`${free}.`)];
  return [(sign === "fault" ? failed : warning)(`${free}; ${advice}.`)];
}
