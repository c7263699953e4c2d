import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { prepareNext } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Metrics } from "@/lib/platform/metrics";
import { endLiveScans } from "@/lib/scans/live";
import { endLiveLogs } from "@/lib/webhooks/delivery-log-feed";
import { projectRoot } from "@/server/project-root";

export interface Pages {
  /** As `FrontOptions.servePage`. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
  /** Ends the streams of pages, which would else stay open for as long as somebody looks on. */
  endLive(): Promise<void>;
  /** What pages count where the registry of the main thread does not. */
  metrics(): Promise<Metrics>;
  close(): Promise<void>;
}

/** What Next was built with. */
function readBuiltConfig(): object {
  const file = join(projectRoot, ".next", "required-server-files.json");
  return JSON.parse(readFileSync(file, "utf8")).config;
}

/**
 * Next, ready to answer in this thread. In development it listens for its own WebSocket on `server`; in production it must not take
 * upgrades from there, so it is given a server that never listens, and what it prints goes to the log.
 */
export async function openPages(isDevelopment: boolean, port: number, server: Server): Promise<Pages> {
  prepareNext(port, isDevelopment ? undefined : readBuiltConfig());
  if (!isDevelopment) logPageFaults();
  const { default: next } = await import("next");
  const app = next({
    dev: isDevelopment,
    dir: projectRoot,
    port,
    httpServer: isDevelopment ? server : createServer(),
  });
  await app.prepare();
  return {
    serve: app.getRequestHandler(),
    async endLive() {
      endLiveScans();
      endLiveLogs();
    },
    metrics: async () => [],
    close: () => app.close(),
  };
}

/** What Next prints may repeat what a visitor sent, word for word and line by line; of an error these are its own. */
interface PageFault {
  name: string;
  stack: string;
}

const unsaid = "what it says is left out, since it may repeat what a visitor sent";

/**
 * An error without its message: its name, and where it was thrown as far as that can be told from the message, which
 * stands before the frames and may be made to look like them.
 */
function stripError(error: Error): PageFault {
  const { name, message, stack = "" } = error;
  const head = message === "" ? name : `${name}: ${message}`;
  return {
    name: /^[A-Za-z]{1,64}$/.test(name) ? name : "Error",
    stack: stack.startsWith(head) ? stack.slice(head.length) : "",
  };
}

/** What the log says of it; null where no error was printed, but a text alone. */
export function describePageFault(printed: readonly unknown[]): Error | null {
  const error = printed.find((value) => value instanceof Error);
  return error === undefined ? null : Object.assign(new Error(unsaid), stripError(error));
}

/**
 * Sends what Next prints about a request to the log of the process, as one line of JSON that repeats nothing of it.
 */
export function logPageFaults(): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...printed: unknown[]) => {
      log[level](
        { err: describePageFault(printed) ?? undefined },
        `Next printed ${level === "error" ? "an error" : "a warning"}`,
      );
    };
  }
}
