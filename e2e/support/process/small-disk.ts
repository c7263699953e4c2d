import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A mounted file system that can be filled. Only root can mount one: `findObstacle` says why not. */
export interface SmallDisk {
  path: string;
  close(): void;
}

export function openSmallDisk(size: `${number}m`): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-small-"));
  chmodSync(folder, 0o711);
  const path = join(folder, "data");
  mkdirSync(path);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0711`, "quietzone", path]);
  return {
    path,
    close() {
      execFileSync("umount", ["--lazy", path]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes to a file until its disk is full. */
export function fillUp(file: string): void {
  const descriptor = openSync(file, "w");
  for (const bytes of [1 << 20, 1 << 12]) {
    try {
      for (;;) if (writeSync(descriptor, Buffer.alloc(bytes, 1)) < bytes) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(descriptor);
}
