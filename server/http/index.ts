import { AsyncResource } from "node:async_hooks";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "@/lib/platform/errors";
import { newRequestId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type ParserError, parserAnswer, problemAnswer, sendAnswer, sendRaw } from "@/server/http/answers";
import { type FrontOptions, type FrontState, refuse } from "@/server/http/exchange";
import { validateHeaders } from "@/server/http/forwarding";
import { createPageBodies, createPageLine } from "@/server/http/next";
import { type Observed, observe, traceRequest } from "@/server/http/observe";
import { findOwnDomain } from "@/server/http/own-domain";
import { route } from "@/server/http/route";
import { createHostCheck, readTarget } from "@/server/http/target";

export type { Answer } from "@/server/http/answers";
export { jsonHeaders, problemAnswer, sendAnswer } from "@/server/http/answers";
export type { FrontOptions } from "@/server/http/exchange";

/** Bytes of a request's line and headers together; beyond them 431. */
const maxHeadBytes = 32 * 1024;
const defaultRequestTimeoutMs = 15_000;
/** No page takes so long to begin and no stream is so still: its client takes nothing. Steps of Inngest may work longer. */
const defaultStillMs = 60_000;
/** Longer than the idle time of the usual load balancers (60 s), so that they close first. */
const keepAliveTimeoutMs = 65_000;

export interface Front {
  server: Server;
  /** From now on every answer closes its connection. */
  drain(): void;
}

function createState(options: FrontOptions): FrontState {
  const { settings, requestTimeoutMs = defaultRequestTimeoutMs, stillMs = defaultStillMs } = options;
  const isSecure = settings.baseUrl.startsWith("https:");
  return {
    options,
    requestTimeoutMs,
    stillMs,
    isHostKnown: createHostCheck(settings),
    transportHeaders: isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {},
    pages: createPageLine(),
    bodies: createPageBodies(),
    isDraining: false,
  };
}

function take(
  front: FrontState,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): void {
  const observed: Observed = { requestId: newRequestId(), route: "unmatched" };
  answerInTurn(request, response, () =>
    traceRequest(request, response, observed, front.options.settings, () =>
      answer(front, request, response, observed, expectsContinue),
    ),
  );
}

function answer(
  front: FrontState,
  request: IncomingMessage,
  response: ServerResponse,
  observed: Observed,
  expectsContinue: boolean,
): Promise<void> {
  const { requestId } = observed;
  observe(request, response, observed);
  // Takes out what only a proxy may say, before anything is read of it.
  const clientAddress = validateHeaders(request, front.options.settings, front.options.isDevelopment);
  const exchange = {
    front,
    request,
    response,
    requestId,
    observed,
    target: readTarget(request.url ?? "") ?? { path: "", rawQuery: "" },
    domain: findOwnDomain(request, front.options.domains),
    clientAddress,
    startedAt: performance.now(),
    expectsContinue,
  };
  return route(exchange).catch((thrown: unknown) => {
    if (!response.headersSent) return refuse(exchange, thrown);
    log.error({ requestId, err: thrown }, "an answer broke off");
    response.destroy();
  });
}

function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const error = new ServiceError("invalid_request", "The service knows no expectation but 100-continue", {
    hint: "Leave the Expect header out.",
  });
  sendAnswer(request, response, { ...problemAnswer(error, newRequestId()), status: 417 });
}

/** Node's own link from a connection to the answer that it is to give next. */
type Answering = { _httpMessage?: ServerResponse | null };

/** What these do hangs on their body; of others the work may be done by the time that a body nobody reads breaks off. */
const withBody = new Set(["POST", "PUT", "PATCH"]);

/** Only what stops in its own body is answered where an answer is due: after it the connection ends. */
function answerClientError(error: ParserError, socket: Socket & Answering): void {
  const due = socket._httpMessage;
  const isAnswerable = !due || (!due.headersSent && !due.req.complete && withBody.has(due.req.method ?? ""));
  if (!isAnswerable || !socket.writable || error.code === "ECONNRESET") socket.destroy();
  else sendRaw(socket, parserAnswer(error, newRequestId()));
}

function answerConnect(socket: Socket): void {
  const error = new ServiceError("method_not_allowed", "The service is no proxy", {
    hint: "Send the request to the service itself.",
  });
  sendRaw(socket, problemAnswer(error, newRequestId(), { Allow: "GET, HEAD, POST, OPTIONS" }));
}

/**
 * The process in front: bounds what comes in (`I7`), believes no header that it need not (`A11`, `A12`), answers the
 * API itself and hands pages to Next. It doesn't listen yet.
 */
export function createFront(options: FrontOptions): Front {
  const front = createState(options);
  const server = createServer({
    maxHeaderSize: maxHeadBytes,
    headersTimeout: front.requestTimeoutMs,
    // A body that is being read has a limit of its own, with an answer; this ends what nobody reads.
    requestTimeout: front.requestTimeoutMs + 1_000,
    connectionsCheckingInterval: Math.min(1_000, front.requestTimeoutMs / 4),
    keepAliveTimeout: keepAliveTimeoutMs,
    requireHostHeader: false,
  });
  // Node would drop the headers beyond a count without a word, a proxy's among them; `route` refuses instead.
  server.maxHeadersCount = 0;
  server.on("request", (request, response) => take(front, request, response, false));
  server.on("checkContinue", (request, response) => take(front, request, response, true));
  server.on("checkExpectation", answerExpectation);
  server.on("clientError", (error, socket) => answerClientError(error, socket as Socket));
  server.on("connect", (_request, socket) => answerConnect(socket as Socket));
  return {
    server,
    drain: () => {
      front.isDraining = true;
    },
  };
}

/** Requests of one connection that wait for the answers before them, and their bytes; beyond either the connection ends. */
const mostWaiting = 256;
const mostWaitingBytes = 256 * 1024;
/** What Node reads of a body before anybody asks for it. */
const bodyAheadBytes = 64 * 1024;

interface Pipeline {
  isAnswering: boolean;
  waiting: { answer: () => void; bytes: number }[];
  waitingBytes: number;
}

const key = Symbol("pipeline");
type Pipelined = Socket & { [key]?: Pipeline };

/** Bytes that a request takes while it waits, at most. */
function weigh({ rawHeaders, headers }: IncomingMessage): number {
  const head = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  const body =
    headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : bodyAheadBytes;
  return head + Math.min(body, bodyAheadBytes);
}

/**
 * Answers the requests of one connection one after the other, as RFC 9112 (9.3.2) allows: a client that pipelines pages has
 * one of them drawn at a time. `answer` must begin an answer whose response closes. What waits on a connection that an
 * answer closes is dropped (RFC 9112, 9.6).
 */
function answerInTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const socket = request.socket as Pipelined;
  socket[key] ??= { isAnswering: false, waiting: [], waitingBytes: 0 };
  const pipeline = socket[key];
  response.once("close", () => {
    const next = socket.writable ? pipeline.waiting.shift() : undefined;
    if (next === undefined) {
      pipeline.isAnswering = false;
      pipeline.waiting.length = 0;
      return;
    }
    pipeline.waitingBytes -= next.bytes;
    next.answer();
  });
  if (!pipeline.isAnswering) {
    pipeline.isAnswering = true;
    answer();
    return;
  }
  const bytes = weigh(request);
  pipeline.waitingBytes += bytes;
  // It begins in the course of the answer before it, whose trace is not its own.
  pipeline.waiting.push({ answer: AsyncResource.bind(answer), bytes });
  if (pipeline.waiting.length > mostWaiting || pipeline.waitingBytes > mostWaitingBytes) socket.destroy();
}
