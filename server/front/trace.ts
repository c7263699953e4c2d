import type { IncomingMessage, ServerResponse } from "node:http";
import { isTrustedPeer, normalizeAddress } from "@/lib/platform/addresses";
import type { Settings } from "@/lib/platform/settings";
import { continueTrace, isTracing, type Span } from "@/lib/platform/traces";
import { knownMethods, type Observed } from "./observe";

type Trust = Pick<Settings, "trustedProxies" | "baseUrl">;

/** What is asked every few seconds for ever, and files that never change. */
const untraced = /^\/(?:metrics|api\/health(?:\/live|\/ready)?|_next\/static\/[^?]*|favicon\.ico)(?:\?|$)/;

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
