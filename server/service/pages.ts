import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { prepareNext } from "@/lib/platform/env";
import type { Metrics } from "@/lib/platform/metrics";
import { endLiveScans } from "@/lib/scans/live";
import { endLiveLogs } from "@/lib/webhooks/delivery-log-feed";
import { projectRoot } from "../project-root";
import { logPageFaults } from "./page-faults";

export interface Pages {
  /** As `FrontOptions.servePage`. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
  /** Ends the streams of pages, which would else stay open for as long as somebody looks on. */
  endLive(): Promise<void>;
  /** What pages count where the registry of the main thread does not. */
  metrics(): Promise<Metrics>;
  close(): Promise<void>;
}

/**
 * Next, ready to answer in this thread. In development it listens for its own WebSocket on `server`; in production it must not take
 * upgrades from there, so it is given a server that never listens, and what it prints goes to the log.
 */
export async function openPages(isDevelopment: boolean, port: number, server: Server): Promise<Pages> {
  prepareNext(port);
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
