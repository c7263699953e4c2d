import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "@/lib/platform/env";
import { isTrustedPeer, normalizeAddress } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { counter, gauge, histogram } from "@/lib/platform/metrics";
import { bindTrace, continueTrace, isTracing, type Span } from "@/lib/platform/traces";

const requests = counter({
  name: "quietzone_http_requests_total",
  help: "Requests answered, by template of the route, method and status.",
  labels: ["route", "method", "status"],
});

const durations = histogram({
  name: "quietzone_http_request_duration_seconds",
  help: "Time from a request's head to the end of its answer.",
  labels: ["route"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

let inFlight = 0;
gauge({
  name: "quietzone_http_requests_in_flight",
  help: "Requests being answered now.",
  collect() {
    this.set(inFlight);
  },
});

/** A label must not grow with what clients send. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** One request under observation: counted, timed and logged when its answer has gone or its client has. */
export interface Observed {
  requestId: string;
  /** Template of the route; a label must not grow with what clients ask for. */
  route: string;
  /** Set for pages alone. */
  path?: string;
  /** A closer one, for traces; set for pages that another thread renders. */
  template?: string;
}

/** Starts to observe; `observed.route` may be set until the answer ends. No address and no query is kept. */
export function observe(request: IncomingMessage, response: ServerResponse, observed: Observed): void {
  const startedAt = performance.now();
  inFlight += 1;
  const end = () => {
    inFlight -= 1;
    const durationMs = performance.now() - startedAt;
    const method = knownMethods.has(request.method ?? "") ? (request.method as string) : "other";
    // 499: the client left before an answer began.
    const status = response.headersSent ? response.statusCode : 499;
    const { requestId, route, path } = observed;
    requests.inc({ route, method, status });
    durations.observe({ route }, durationMs / 1000);
    const level = status >= 500 ? "warn" : "info";
    if (!log.isEnabled(level)) return;
    const fields = { requestId, method, route, status, durationMs: Math.round(durationMs * 100) / 100 };
    log[level](path === undefined ? fields : { ...fields, path }, "request");
  };
  response.once("close", bindTrace(end));
}

type Trust = Pick<Settings, "trustedProxies" | "baseUrl">;

/** What is asked every few seconds for ever, and files that never change. */
const untraced =
  /^\/(?:metrics|api\/health(?:\/(?:accepting|live|ready))?|_next\/static\/[^?]*|favicon\.ico)(?:\?|$)/;

/** The traceparent of a trusted proxy goes on; anybody else's is their own word and only linked with the trace that begins. */
function readParent(request: IncomingMessage, { trustedProxies }: Trust): [string | null, string[]] {
  const { traceparent } = request.headers;
  if (typeof traceparent !== "string") return [null, []];
  const peer = normalizeAddress(request.socket.remoteAddress ?? "") ?? "";
  return isTrustedPeer(peer, trustedProxies) ? [traceparent, []] : [null, [traceparent]];
}

/** The template of the route, by which an answer is counted; of a page's, Next knows a closer one. */
function endSpan(
  span: Span,
  method: string,
  { statusCode, headersSent }: ServerResponse,
  { route, template: told }: Observed,
) {
  const known = span.read("http.route") ?? told;
  const template = typeof known === "string" && (route === "page" || route === "stream") ? known : route;
  const isRoute = template.startsWith("/");
  span.rename(isRoute ? `${method} ${template}` : `${method} ${route}`);
  if (isRoute) span.set({ "http.route": template });
  // 499 of the log is none of HTTP's: the client has left.
  if (!headersSent) return span.set({ "error.type": "client_left" });
  span.set({ "http.response.status_code": statusCode });
  if (statusCode >= 500) span.fail(String(statusCode));
}

/**
 * Answers a request in a trace, from its head to the last byte of its answer. Where nothing is traced it is only answered.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  observed: Observed,
  settings: Trust,
  answer: () => Promise<void>,
): void {
  if (!isTracing() || untraced.test(request.url ?? "")) {
    void answer();
    return;
  }
  const [parent, links] = readParent(request, settings);
  const method = knownMethods.has(request.method ?? "") ? (request.method as string) : "_OTHER";
  const attributes = {
    "http.request.method": method,
    "url.scheme": settings.baseUrl.startsWith("https:") ? "https" : "http",
    "server.address": new URL(settings.baseUrl).hostname,
    "quietzone.request_id": observed.requestId,
  };
  void continueTrace(parent, method, { kind: "server", attributes, links }, async (span) => {
    const closed = new Promise<void>((resolve) => response.once("close", resolve));
    // Next reports the route after its response has been sent.
    await Promise.all([closed, answer()]);
    endSpan(span, method, response, observed);
  });
}
