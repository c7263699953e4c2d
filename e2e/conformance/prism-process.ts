import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../support/free-port";

export interface PrismProcess {
  origin: string;
  stop(): Promise<void>;
}

const startMs = 30_000;
const program = createRequire(import.meta.url).resolve("@stoplight/prism-cli");

/** Starts Prism as a validating proxy between this machine and `upstream`; resolves when it takes connections. */
export async function startPrism(document: string, upstream: string): Promise<PrismProcess> {
  const port = await findFreePort();
  const settings = ["--port", String(port), "--cors", "false", "--multiprocess", "false"];
  // Tests send bad requests on purpose.
  const judgeAnswersAlone = ["--validate-request", "false", "--errors", "false"];
  const words = ["proxy", document, upstream, ...settings, ...judgeAnswersAlone, "--verbose-level", "silent"];
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const exited = once(child, "exit");
  const killChild = () => child.kill("SIGKILL");
  process.once("exit", killChild);
  const deadline = performance.now() + startMs;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      killChild();
      throw new Error(`Prism did not start with ${document}.\n${Buffer.concat(chunks).toString("utf8")}`);
    }
    await sleep(25);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      killChild();
      await exited;
      process.off("exit", killChild);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
}
