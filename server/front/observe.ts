import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/platform/log";
import { counter, gauge, histogram } from "@/lib/platform/metrics";
import { bindTrace } from "@/lib/platform/traces";

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
export const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

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
