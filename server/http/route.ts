import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { findMethodFault, inngestAddress, maxCallBytes } from "@/inngest/address";
import { crossSiteError, isFromOwnPage, isSafeMethod } from "@/lib/platform/cross-site";
import { ServiceError } from "@/lib/platform/errors";
import { type Answer, longHeadAnswer } from "@/server/http/answers";
import { readBody } from "@/server/http/body";
import { type Exchange, refuse, send } from "@/server/http/exchange";
import { forwardTruth } from "@/server/http/forwarding";
import { passToNext, readWholeBody, servePageInTurn } from "@/server/http/next";
import { answerOwnDomain } from "@/server/http/own-domain";

/** Headers of one request; what a proxy appends comes last and must not be the part that is lost. */
const maxHeaders = 100;
const pageMethods = "GET, HEAD";
/** Bytes of a form at most. */
const maxFormBytes = 1024 * 1024;
/** Of one that hands over a table of codes: what Next takes for a server action at most. */
const maxTableBytes = 5 * 1024 * 1024;
const tableAddress = /^\/bulk(?:\/[^/]+)?$/;
/** Other addresses of a page's data alone; Next's client asks the page's own address with a header. */
const dataAddress = /\.rsc$|\.segments\//;

/** Java's and curl's clients offer HTTP/2 on every plain connection; RFC 9110 (7.8) lets a server ignore that. */
const ignorableUpgrade = "h2c";

/** All values of one header. `headersDistinct` would copy all headers of every request to tell. */
function valuesOf({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === wanted.length && name.toLowerCase() === wanted)
      values.push(rawHeaders[i + 1] as string);
  }
  return values;
}

function findFault({ request, target, front, domain }: Exchange): ServiceError | null {
  const { host, upgrade } = request.headers;
  // On an own domain it is a path like any other that opens nothing.
  if (target.path === "" && domain === undefined) {
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
  // Node keeps the first of several in silence.
  if (host !== undefined && valuesOf(request, "host").length > 1) {
    const hint = "Send one Host header (RFC 9112, 3.2).";
    return new ServiceError("invalid_request", "There is more than one Host header", { hint });
  }
  if (domain === undefined && !front.isHostKnown(host ?? "", target.path)) {
    const hint = `Call the service at ${front.options.settings.baseUrl}.`;
    return new ServiceError("misdirected_request", "This service does not answer for this host", { hint });
  }
  return null;
}

/**
 * Node silently keeps the first of several Authorization headers. Code that checks a credential gets all of them,
 * as a list that no credential is, so that none of two keys is served.
 */
function joinAuthorization(request: IncomingMessage): void {
  if (request.headers.authorization === undefined) return;
  request.headers.authorization = valuesOf(request, "authorization").join(", ");
}

async function answerApi(exchange: Exchange): Promise<void> {
  const { front, request, response, target, startedAt, expectsContinue } = exchange;
  joinAuthorization(request);
  const answer = await front.options.answerApi({
    method: request.method ?? "GET",
    path: target.path,
    query: new URLSearchParams(`?${target.rawQuery}`),
    rawQuery: target.rawQuery,
    headers: request.headers as Record<string, string | undefined>,
    clientAddress: exchange.clientAddress,
    requestId: exchange.requestId,
    readBody: (limitBytes, inspect) => {
      const timeoutMs = Math.max(0, front.requestTimeoutMs - (performance.now() - startedAt));
      return readBody(request, response, limitBytes, { timeoutMs, expectsContinue, inspect });
    },
  });
  if (answer.route !== undefined) exchange.observed.route = answer.route;
  send(exchange, answer);
}

async function answerVisit(exchange: Exchange): Promise<void> {
  const { front, request, target, clientAddress, requestId } = exchange;
  exchange.observed.route = "/r/{shortCode}";
  const { method = "GET", headers } = request;
  send(
    exchange,
    await front.options.answerVisit({
      method,
      path: target.path,
      query: target.rawQuery,
      headers,
      clientAddress,
      requestId,
    }),
  );
}

/** Addresses of next-auth, which Next answers; sign-in posts forms to them. */
const signInAddress = /^\/api\/auth\/./;

/** Our pages' addresses that take JSON and answer with a file; each asks by itself who is signed in. */
const orderAddress = /^\/bulk\/(?:files|labels|labels\/measures)$/;

function methodsOf(path: string): string {
  if (orderAddress.test(path)) return "POST";
  return signInAddress.test(path) ? "GET, HEAD, POST" : pageMethods;
}

/** A form of a page that runs a server action, sent by React or, without scripts, by the browser itself. */
function isServerAction(headers: IncomingHttpHeaders): boolean {
  return headers["next-action"] !== undefined || mediaTypeOf(headers) === "multipart/form-data";
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** What React sends to an action: a form, or as text the arguments of one that takes no form. */
const actionTypes = ["multipart/form-data", "text/plain"];

/** Of what an action takes, nothing else comes to Next, whose faults with it would repeat it. */
function findActionFault(headers: IncomingHttpHeaders): ServiceError | null {
  const hint = "Send it as a page of this service does; programs use the API.";
  if (!actionTypes.includes(mediaTypeOf(headers))) {
    return new ServiceError("unsupported_media_type", "A form is sent as multipart/form-data", { hint });
  }
  const { "next-action": action } = headers;
  if (action !== undefined && !/^[0-9a-f]{1,128}$/.test(String(action))) {
    return new ServiceError("invalid_request", "Next-Action names no action", { hint });
  }
  return null;
}

/** Refuses what no page takes; null lets it pass. A POST from elsewhere is told so whatever it is for. */
function findPageFault({ request, target, front }: Exchange): [ServiceError, Record<string, string>?] | null {
  const { method = "GET", headers } = request;
  const { settings, isDevelopment } = front.options;
  const takesAnyPost = signInAddress.test(target.path) || orderAddress.test(target.path);
  const takesAction = nameRoute(target.path) === "page" && isServerAction(headers);
  const isForm = method === "POST" && (takesAnyPost || takesAction);
  const isOwn = isSafeMethod(method) || isFromOwnPage(headers, settings);
  if (!isOwn && (method === "POST" || isDevelopment)) {
    return [crossSiteError()];
  }
  if (isDevelopment) return null;
  const isRead = (method === "GET" || method === "HEAD") && !orderAddress.test(target.path);
  if (!isRead && !isForm) {
    const allow = methodsOf(target.path);
    const error = new ServiceError("method_not_allowed", `This address answers ${allow} only`);
    return [error, { Allow: allow }];
  }
  const actionFault = method === "POST" && !takesAnyPost ? findActionFault(headers) : null;
  if (actionFault !== null) return [actionFault];
  if (!dataAddress.test(target.path)) return null;
  return [new ServiceError("not_found", "There is nothing at this address")];
}

const streamAddress = /^\/live\/(?:scans|deliveries)$/;

/** What an answer of Next's is counted as. A stream stays open for as long as somebody looks on. */
function nameRoute(path: string): "asset" | "page" | "stream" {
  if (path.startsWith("/_next/static/")) return "asset";
  return streamAddress.test(path) ? "stream" : "page";
}

/** A file that pages load, from the front's own memory; null or undefined: Next answers. */
async function findAsset({
  front,
  request,
  requestId,
  target,
}: Exchange): Promise<Answer | null | undefined> {
  if (!isSafeMethod(request.method ?? "GET") || nameRoute(target.path) !== "asset") return null;
  const asset = await front.options.answerAsset?.(target.path, request.headers);
  if (asset) asset.headers["X-Request-Id"] = requestId;
  return asset;
}

async function servePage(exchange: Exchange): Promise<void> {
  const { target, response, front } = exchange;
  const kind = nameRoute(target.path);
  exchange.observed.route = kind;
  exchange.observed.path = target.path;
  const fault = findPageFault(exchange);
  if (fault !== null) return refuse(exchange, ...fault);
  const asset = await findAsset(exchange);
  if (asset) return send(exchange, asset);
  const serve = async () => {
    const request = await preparePageRequest(exchange);
    response.setTimeout(front.stillMs);
    await passToNext(exchange, request);
  };
  // The development server's files come from Next alone, many at a time.
  const isAtOnce = kind === "stream" || (kind === "asset" && front.options.isDevelopment);
  return isAtOnce ? serve() : servePageInTurn(exchange, serve);
}

/** The request as Next is to see it, with its body read. */
async function preparePageRequest(exchange: Exchange): Promise<IncomingMessage> {
  const { front, target, requestId } = exchange;
  const request =
    exchange.request.method === "POST"
      ? await readWholeBody(exchange, tableAddress.test(target.path) ? maxTableBytes : maxFormBytes)
      : exchange.request;
  forwardTruth(request.headers, exchange.clientAddress, front.options.settings, requestId);
  const { origin } = request.headers;
  // A form's origin was vetted as ours; Next compares it with the host, which a proxy in front may have changed.
  if (request.method === "POST" && origin !== undefined) {
    request.headers["x-forwarded-host"] = new URL(origin).host;
  }
  return request;
}

/**
 * Answers one exchange: what is malformed or misdirected is refused. An own domain has its short URLs alone; else the process
 * itself, the API and the pages answer.
 */
export async function route(exchange: Exchange): Promise<void> {
  const { front, request, requestId, target, domain } = exchange;
  if (request.rawHeaders.length > 2 * maxHeaders) return send(exchange, longHeadAnswer(requestId));
  const fault = findFault(exchange);
  if (fault !== null) return refuse(exchange, fault);
  if (domain !== undefined) return answerOwnDomain(exchange, domain);
  if (target.path.startsWith("/r/")) return answerVisit(exchange);
  const own = front.options.answerOwn(target.path, request.method ?? "GET", requestId, request);
  if (own !== null) {
    exchange.observed.route = target.path;
    return send(exchange, await own);
  }
  if (isInngestAddress(exchange)) return serveInngest(exchange);
  const isApi = target.path === "/api" || /^\/(?:api|i)\//.test(target.path);
  if (isApi && !signInAddress.test(target.path)) return answerApi(exchange);
  return servePage(exchange);
}

/** Where Inngest calls the service. Without its settings it is an address of the API like any other that is none. */
function isInngestAddress({ front, target }: Exchange): boolean {
  return target.path === inngestAddress && front.options.settings.inngest !== undefined;
}

/**
 * Passes a call of Inngest's on as it came: its body by the byte and its own headers, since its SDK in Next vets the
 * signature. No page of another site can sign one; against a dev server nothing is signed, and nothing there is secret.
 */
async function serveInngest(exchange: Exchange): Promise<void> {
  const { front, request, requestId } = exchange;
  exchange.observed.route = inngestAddress;
  const { method } = request;
  const fault = findMethodFault(method);
  if (fault !== null) return refuse(exchange, ...fault);
  const hasBody = method === "POST" || method === "PUT";
  const passed = hasBody ? await readWholeBody(exchange, maxCallBytes) : request;
  forwardTruth(passed.headers, exchange.clientAddress, front.options.settings, requestId);
  await passToNext(exchange, passed);
}
