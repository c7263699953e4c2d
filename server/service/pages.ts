import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { prepareNext } from "@/lib/platform/env";
import { projectRoot } from "../project-root";
import { logPageFaults } from "./page-faults";

export interface Pages {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/**
 * Next, ready to answer. In development it listens for its own WebSocket on `server`; in production it must not take
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
  return { serve: app.getRequestHandler(), close: () => app.close() };
}
