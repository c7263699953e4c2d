import { createHash } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { platform } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const retryMs = 50;

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

/**
 * Runs `work` while no other process of this machine runs work under a lock of the same folder.
 *
 * The lock is a socket in Linux's abstract namespace: the kernel frees it when its process ends, however that
 * ends, so no lock is ever stale. Elsewhere there is no such socket and work runs at once; PostgreSQL's own
 * interlock still keeps a second server off the folder.
 */
export async function withFolderLock<T>(
  folder: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (platform() !== "linux") return work();
  mkdirSync(folder, { recursive: true });
  const { dev, ino } = statSync(folder);
  const name = `\0quietzone-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  const deadline = performance.now() + timeoutMs;
  let held = await listen(name);
  while (held === null) {
    if (performance.now() > deadline) {
      throw new Error(
        `Another process has been busy with the folder ${folder} for ${timeoutMs / 1000} seconds.`,
      );
    }
    await sleep(retryMs);
    held = await listen(name);
  }
  try {
    return await work();
  } finally {
    held.close();
  }
}
