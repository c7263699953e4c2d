import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../service";

const startMs = 45_000;

/** Plain `next start` on the build, without our process in front. */
export interface NextMount {
  url: string;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Starts it with these settings alone, its own address as `BASE_URL`, and waits until it answers `path`. */
export async function startNextMount(settings: Record<string, string>, path: string): Promise<NextMount> {
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", port], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "silent",
      NEXT_TELEMETRY_DISABLED: "1",
      BASE_URL: url,
      ...settings,
    },
  });
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  const deadline = performance.now() + startMs;
  while (!(await fetch(`${url}${path}`).catch(() => null))?.ok) {
    if (performance.now() > deadline) {
      await stop();
      throw new Error("plain next start does not answer");
    }
    await sleep(100);
  }
  return { url, stop };
}
