import type { IncomingMessage } from "node:http";
import { findServedDomain } from "@/lib/domains/served";
import { goalsScript } from "@/lib/goals";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { describeReadiness, isDatabaseUp } from "@/lib/platform/health";
import { isLoopback, isTrustedPeer, normalizeAddress } from "@/lib/platform/ip-address";
import { type Metrics, registry, writeMetrics } from "@/lib/platform/metrics";
import { type Answer, jsonHeaders, problemAnswer } from "@/server/http";
import { arrivalPath, isArrivalToken, isForwarded, readArrival } from "@/server/http/forwarding";

/** What the process knows of its own life; the program that began it moves it on. */
export interface Life {
  phase: "serving" | "stopping";
}

function answerJson(status: number, value: unknown, requestId: string): Answer {
  const body = JSON.stringify(value);
  return { status, headers: jsonHeaders(body, requestId), body };
}

/** Live: the process answers. Restart it when it doesn't. */
async function answerLive(requestId: string): Promise<Answer> {
  return answerJson(200, { status: "live" }, requestId);
}

/**
 * Accepting: send it traffic. It is stopping otherwise. An absent database is no reason, since printed codes are answered without:
 * a balancer that left every server then would end them all.
 */
async function answerAccepting({ phase }: Life, requestId: string): Promise<Answer> {
  const isServing = phase === "serving";
  return answerJson(isServing ? 200 : 503, { status: isServing ? "accepting" : "stopping" }, requestId);
}

/** Ready: everything works. The database is away otherwise, or it is stopping. */
async function answerReady(life: Life, requestId: string): Promise<Answer> {
  if (life.phase === "stopping") return answerJson(503, { status: "stopping" }, requestId);
  const { status, body } = describeReadiness(await isDatabaseUp());
  return answerJson(status, body, requestId);
}

async function answerGoalsScript(requestId: string, known: string | undefined): Promise<Answer> {
  const { status, headers, body } = goalsScript(known);
  return { status, headers: { ...headers, "X-Request-Id": requestId }, body };
}

async function answerMetrics(requestId: string, readOthers: () => Promise<Metrics>): Promise<Answer> {
  const body = await writeMetrics(await readOthers());
  return {
    status: 200,
    headers: { ...jsonHeaders(body, requestId), "Content-Type": registry.contentType },
    body,
  };
}

/**
 * The addresses that describe the process itself: `/api/health` (as ready), `/api/health/accepting`, `/api/health/live`,
 * `/api/health/ready` and `/metrics`, for a proxy `/internal/tls-permission`, and of a request of the doctor how it arrived;
 * beside them `/goals.js`, which pages of any site include. They count against no limit. Null for every other path.
 *
 * @param readOthers the metrics of another thread, which are added.
 */
export function createOwnAnswers(life: Life, readOthers: () => Promise<Metrics> = async () => []) {
  const answers: Record<string, (requestId: string, request?: IncomingMessage) => Promise<Answer>> = {
    "/goals.js": (requestId, request) => answerGoalsScript(requestId, request?.headers["if-none-match"]),
    "/api/health": (requestId) => answerReady(life, requestId),
    "/api/health/accepting": (requestId) => answerAccepting(life, requestId),
    "/api/health/live": answerLive,
    "/api/health/ready": (requestId) => answerReady(life, requestId),
    "/metrics": (requestId) => answerMetrics(requestId, readOthers),
  };
  return (
    path: string,
    method: string,
    requestId: string,
    request?: IncomingMessage,
  ): Promise<Answer> | null => {
    // To everybody else the address does not exist.
    if (path === arrivalPath && request !== undefined && isArrivalToken(request.headers.authorization)) {
      return Promise.resolve(answerJson(200, readArrival(request, env), requestId));
    }
    if (path === tlsPermissionPath && request !== undefined) {
      return Promise.resolve(answerTlsPermission(request, requestId));
    }
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer === undefined) return null;
    if (method === "GET" || method === "HEAD") return answer(requestId, request);
    const error = new ServiceError("method_not_allowed", "This address answers GET, HEAD only");
    return Promise.resolve(problemAnswer(error, requestId, { Allow: "GET, HEAD" }));
  };
}

/** Where a proxy asks whether it may get a certificate for a host (Caddy's `permission http`). */
const tlsPermissionPath = "/internal/tls-permission";

/** Only the proxy itself may ask, on its own behalf: not through it, and nobody from outside. */
function mayAsk({ socket, rawHeaders }: IncomingMessage): boolean {
  const peer = normalizeAddress(socket.remoteAddress ?? "") ?? "";
  return (isLoopback(peer) || isTrustedPeer(peer, env.trustedProxies)) && !isForwarded(rawHeaders);
}

/** The one host that a request names as `domain`, in lower case; null where there is none, or several. */
function readDomain(url = ""): string | null {
  const [domain, ...others] = new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll("domain");
  return domain === undefined || others.length > 0 ? null : domain.toLowerCase();
}

/**
 * Answers whether a certificate may be had for a host: 200 for an own domain that is served and for an alias of the service's own
 * host, which printed codes may name, 404 for everything else and for everybody who may not ask. From memory, so that neither
 * unknown names nor an absent database cost anything.
 */
function answerTlsPermission(request: IncomingMessage, requestId: string): Answer {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const domain = isRead && mayAsk(request) ? readDomain(request.url) : null;
  const isServed =
    domain !== null && (findServedDomain(domain) !== undefined || env.baseUrlAliases.includes(domain));
  const body = isServed ? "yes\n" : "no\n";
  return {
    status: isServed ? 200 : 404,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(body.length),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
    },
    body,
  };
}
