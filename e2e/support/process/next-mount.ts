import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, sharedSecrets } from "../service";

const startMs = 45_000;

/** Plain `next start` on the build, without our process in front. */
export interface NextMount {
  url: string;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Starts it with these settings alone, its own address as `BASE_URL`, and waits until it answers `path`; throws what it says where it never will. */
export async function startNextMount(settings: Record<string, string>, path: string): Promise<NextMount> {
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", port], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "silent",
      NEXT_TELEMETRY_DISABLED: "1",
      BASE_URL: url,
      ...sharedSecrets(settings),
      ...settings,
    },
  });
  let faults = "";
  server.stderr.on("data", (chunk) => {
    faults += chunk;
  });
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  const deadline = performance.now() + startMs;
  while (!(await fetch(`${url}${path}`).catch(() => null))?.ok) {
    if (performance.now() > deadline || faults.includes("Failed to prepare server")) {
      await stop();
      throw new Error(`plain next start does not answer\n${faults}`);
    }
    await sleep(100);
  }
  return { url, stop };
}
