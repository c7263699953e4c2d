import { ServiceError } from "@/lib/platform/errors";
import { longHeadAnswer } from "./answers";
import { readBody } from "./body";
import { type Exchange, refuse, send } from "./exchange";
import { forwardTruth } from "./forwarding";

/** Headers of one request; what a proxy appends comes last and must not be the part that is lost. */
const maxHeaders = 100;
const pageMethods = "GET, HEAD";
/** Other addresses of a page's data alone; Next's client asks the page's own address with a header. */
const dataAddress = /\.rsc$|\.segments\//;

/** Java's and curl's clients offer HTTP/2 on every plain connection; RFC 9110 (7.8) lets a server ignore that. */
const ignorableUpgrade = "h2c";

function findFault({ request, target, front }: Exchange): ServiceError | null {
  const { host, upgrade } = request.headers;
  if (target.path === "") {
    const hint = "Send a path without //, dot segments, ; or escaped slashes and dots.";
    return new ServiceError("invalid_request", "The address is not a plain path", { hint });
  }
  if (upgrade !== undefined && upgrade.toLowerCase() !== ignorableUpgrade) {
    const hint = "Leave the Upgrade header out; the service speaks HTTP/1.1.";
    return new ServiceError("invalid_request", "The service takes no upgrade", { hint });
  }
  if (host === undefined && request.httpVersion === "1.1") {
    const hint = "Send a Host header, as HTTP/1.1 asks.";
    return new ServiceError("invalid_request", "The Host header is missing", { hint });
  }
  if (host !== undefined && (request.headersDistinct.host?.length ?? 0) > 1) {
    const hint = "Send one Host header (RFC 9112, 3.2).";
    return new ServiceError("invalid_request", "There is more than one Host header", { hint });
  }
  if (!front.isHostKnown(host ?? "", target.path)) {
    const hint = `Call the service at ${front.options.settings.baseUrl}.`;
    return new ServiceError("misdirected_request", "This service does not answer for this host", { hint });
  }
  return null;
}

async function answerApi(exchange: Exchange): Promise<void> {
  const { front, request, response, target, startedAt, expectsContinue } = exchange;
  const answer = await front.options.answerApi({
    method: request.method ?? "GET",
    path: target.path,
    query: new URLSearchParams(`?${target.rawQuery}`),
    rawQuery: target.rawQuery,
    headers: request.headers as Record<string, string | undefined>,
    clientAddress: exchange.clientAddress,
    requestId: exchange.requestId,
    readBody: (limitBytes) => {
      const timeoutMs = Math.max(0, front.requestTimeoutMs - (performance.now() - startedAt));
      return readBody(request, response, limitBytes, { timeoutMs, expectsContinue });
    },
  });
  if (answer.route !== undefined) exchange.observed.route = answer.route;
  send(exchange, answer);
}

async function servePage(exchange: Exchange): Promise<void> {
  const { front, request, response, target, requestId } = exchange;
  exchange.observed.route = target.path.startsWith("/_next/static/") ? "asset" : "page";
  exchange.observed.path = target.path;
  if (!front.options.isDevelopment) {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const error = new ServiceError("method_not_allowed", `This address answers ${pageMethods} only`);
      return refuse(exchange, error, { Allow: pageMethods });
    }
    if (dataAddress.test(target.path)) {
      return refuse(exchange, new ServiceError("not_found", "There is nothing at this address"));
    }
  }
  for (const [name, value] of Object.entries(front.transportHeaders)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", requestId);
  if (front.isDraining) response.setHeader("Connection", "close");
  forwardTruth(request.headers, exchange.clientAddress, front.options.settings, requestId);
  await front.options.servePage(request, response);
}

/** Answers one exchange: what is malformed or misdirected is refused, then the process, the API and the pages. */
export async function route(exchange: Exchange): Promise<void> {
  const { front, request, requestId, target } = exchange;
  if (request.rawHeaders.length > 2 * maxHeaders) return send(exchange, longHeadAnswer(requestId));
  const fault = findFault(exchange);
  if (fault !== null) return refuse(exchange, fault);
  const own = front.options.answerOwn(target.path, request.method ?? "GET", requestId);
  if (own !== null) {
    exchange.observed.route = target.path;
    return send(exchange, await own);
  }
  if (target.path === "/api" || target.path.startsWith("/api/")) return answerApi(exchange);
  return servePage(exchange);
}
