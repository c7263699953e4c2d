import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openBlocklist } from "@/lib/blocklist";
import { evaluateDisk } from "@/lib/operator/schema";
import { env, listSetNames, SettingsError } from "@/lib/platform/env";
import { findUnknownSettings } from "@/lib/platform/setting-names";
import { openDatabases } from "@/lib/scans/visitor";
import { checkAddress, checkService } from "./address";
import { checkDatabase } from "./database";
import { type Finding, findingsOf, runCheck } from "./finding";
import { checkMail, checkRedis } from "./services";

export interface Examination {
  failed: number;
  warnings: number;
  findings: Finding[];
}

/** Checks what the service depends on, beside a running one or without. It changes nothing, and never throws. */
export async function examine(): Promise<Examination> {
  const { areUsable, findings: settings } = await checkSettings();
  // Nothing else can be checked by settings that can't be read.
  const found = areUsable ? await examineDependencies() : [];
  const findings = [...settings, ...found.flat()];
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  return { failed: count("failed"), warnings: count("warning"), findings };
}

function examineDependencies(): Promise<Finding[][]> {
  return Promise.all([
    runCheck("database", checkDatabase),
    runCheck("redis", checkRedis),
    runCheck("mail", checkMail),
    runCheck("address", checkAddress),
    runCheck("service", checkService),
    runCheck("disk", checkDisk),
  ]);
}

const ofSettings = findingsOf("settings");

/** The settings as a start would read them; `areUsable` is false where it would end. */
async function checkSettings(): Promise<{ areUsable: boolean; findings: Finding[] }> {
  const unknown = findUnknownSettings(listSetNames()).map(({ sentence }) => ofSettings.warning(sentence));
  try {
    void env.port;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { areUsable: false, findings: [...error.faults.map(ofSettings.failed), ...unknown] };
  }
  const findings = [...(await checkFile(openBlocklist)), ...(await checkFile(openDatabases)), ...unknown];
  return {
    areUsable: true,
    findings: findings.length > 0 ? findings : [ofSettings.ok("Every setting can be used.")],
  };
}

/** A file named in a setting, opened as a start does. */
async function checkFile(open: () => unknown): Promise<Finding[]> {
  return runCheck("settings", async () => {
    await open();
    return [];
  });
}

const ofDisk = findingsOf("disk");

/** Enough that a full disk shows, too. */
const probeBytes = 64 * 1024;

/** DATA_DIR, or the folder in which a start would make it. */
function findFolder(): string {
  let folder = env.dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** Whether DATA_DIR can be written to, and how much room its disk has. */
async function checkDisk(): Promise<Finding[]> {
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
    return [ofDisk.failed(`DATA_DIR can't be written to: ${folder} answers ${code}; ${fix}.`)];
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  const disk = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  const free = `${Math.round(disk.freeBytes / 1e6)} MB of ${Math.round(disk.totalBytes / 1e6)} MB are free where DATA_DIR lies`;
  const advice = "make room, or move DATA_DIR to a larger disk while the service is stopped";
  const sign = evaluateDisk(disk);
  if (sign === "well") return [ofDisk.ok(`${free}.`)];
  return [(sign === "fault" ? ofDisk.failed : ofDisk.warning)(`${free}; ${advice}.`)];
}
