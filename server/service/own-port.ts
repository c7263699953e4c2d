import { createServer, type Server } from "node:http";
import { ServiceError } from "@/lib/platform/errors";
import { newRequestId } from "@/lib/platform/ids";
import { watchBacklog } from "@/lib/webhooks/delivery";
import { problemAnswer, sendAnswer } from "@/server/http";
import { createOwnAnswers, type Life } from "./health";
import { openProcessMetrics } from "./process-metrics";

/** Who asks is a probe: nothing of what it sends is waited for longer. */
const requestMs = 5_000;
/** How many may be open: the worker needs its file descriptors for deliveries. */
const mostConnections = 64;

function createProbed(life: Life): Server {
  const answerOwn = createOwnAnswers(life);
  const server = createServer({
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    // Node looks for those that are over only this often.
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = mostConnections;
  server.on("request", async (request, response) => {
    const requestId = newRequestId();
    const { method = "GET", url = "" } = request;
    const [path = ""] = url.split("?");
    const unknown = new ServiceError("not_found", "A worker answers /metrics and /api/health only");
    // A request never ends the process: a failure is an error response.
    const refused = (thrown: unknown) => problemAnswer(thrown, requestId);
    const answer = await answerOwn(path, method, requestId)?.catch(refused);
    sendAnswer(request, response, answer ?? refused(unknown));
  });
  return server;
}

/** What a process without a front of its own serves: `/metrics` and `/api/health`, as a server does. */
export async function openOwnPort(port: number, life: Life): Promise<{ close(): Promise<void> }> {
  const server = createProbed(life);
  await listen(server, port, "WORKER_PORT");
  openProcessMetrics();
  watchBacklog();
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function describePortInUse(port: number, setting: "PORT" | "WORKER_PORT"): string {
  return `Port ${port} is in use by another program; stop it or set ${setting} to another number.`;
}

/** Opens the port that a setting names. Throws an Error with one sentence that says what to change. */
export function listen(server: Server, port: number, setting: "PORT" | "WORKER_PORT"): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: describePortInUse(port, setting),
    EACCES: `Port ${port} may not be used by this user; set ${setting} to a number above 1023.`,
  };
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ""] ?? `Port ${port} cannot be used: ${error.message}.`;
      reject(new Error(reason, { cause: error }));
    });
    server.listen(port, resolve);
  });
}
