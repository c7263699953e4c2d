import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../free-port";
import { sharedSecrets } from "../service";

const startMs = 45_000;

/** The Next routes of the build, without our process in front. */
export interface NextMount {
  url: string;
  /** Everything that it has written. */
  output(): string;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
}

const plainStart = ["node_modules/next/dist/bin/next", "start"];

/**
 * Starts it with these settings alone, its own address as `BASE_URL`, and waits until it answers `path`. Throws its output if
 * it never does.
 * @param program plain `next start`, or Next's standalone server.
 */
export async function startNextMount(
  settings: Record<string, string>,
  path: string,
  program: readonly string[] = plainStart,
): Promise<NextMount> {
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, [...program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "silent",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: port,
      BASE_URL: url,
      ...sharedSecrets(settings),
      ...settings,
    },
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  const deadline = performance.now() + startMs;
  while (!(await fetch(`${url}${path}`).catch(() => null))?.ok) {
    if (performance.now() > deadline || output.includes("Failed to prepare server")) {
      await stop();
      throw new Error(`the Next mount does not answer\n${output}`);
    }
    await sleep(100);
  }
  return { url, output: () => output, stop };
}
