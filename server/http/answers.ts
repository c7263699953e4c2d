import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerProblem } from "@/lib/http";
import { ServiceError } from "@/lib/platform/errors";

/** An answer as plain values; `body` is sent whole. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** After an early answer the rest of the request is read and thrown away for so long, so that the answer arrives. */
const lingerMs = 2_000;

function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== "0");
}

/**
 * Sends an answer in one write. If the request is still arriving the connection is closed afterwards, but not at
 * once: closing on unread bytes resets the connection, and the client would lose the answer.
 */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  if (!hasUnreadBody(request)) {
    response.writeHead(answer.status, answer.headers);
    response.end(request.method === "HEAD" ? null : answer.body);
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, Connection: "close" });
  if (answer.body === null || request.method === "HEAD") response.flushHeaders();
  else response.write(answer.body);
  const end = () => {
    clearTimeout(timer);
    response.end();
    request.socket.destroySoon();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("end", end).once("close", end).resume();
}

/** An error body of the service (decisions §4), in answer to a request of `path`; without one nothing is known of it. */
export function problemAnswer(
  thrown: unknown,
  requestId: string,
  headers: Record<string, string> = {},
  { method, path }: { method: string; path: string } = { method: "GET", path: "" },
): Answer {
  const answer = answerProblem(thrown, { method, path, requestId });
  Object.assign(answer.headers, headers);
  return answer;
}

/** 431 of RFC 6585: a head of more than its bytes or headers. */
export function longHeadAnswer(requestId: string): Answer {
  const error = new ServiceError("invalid_request", "The head of the request is too long", {
    hint: "Send at most 32 KiB of headers, and at most 100 of them.",
  });
  return { ...problemAnswer(error, requestId), status: 431 };
}

/** Headers of a JSON answer that nobody keeps. */
export function jsonHeaders(body: string, requestId: string): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
}

const reasons: Record<number, string> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Answers on the bare socket, where the parser gave up and there is no response to write to, and closes it. */
export function sendRaw(socket: Socket, answer: Answer): void {
  const head = Object.entries({ ...answer.headers, Connection: "close" });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${answer.status} ${reasons[answer.status] ?? ""}\r\n${lines}\r\n${answer.body ?? ""}`);
  socket.destroySoon();
}

/** What node:http reports of a request that it could not read. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** A whole request line, so that only its method can be at fault (RFC 9112, 3). */
const requestLine = /^[!#$%&'*+.^_`|~\dA-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** The answer to what the parser refused: too long a head, too slow a request, or no HTTP at all. */
export function parserAnswer({ code, rawPacket }: ParserError, requestId: string): Answer {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return problemAnswer(
      new ServiceError("request_timeout", "The request took too long to arrive"),
      requestId,
    );
  }
  if (code === "HPE_INVALID_METHOD" && requestLine.test(rawPacket?.toString("latin1", 0, 1024) ?? "")) {
    const allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
    const error = new ServiceError("method_not_allowed", `This service answers ${allow} only`);
    return problemAnswer(error, requestId, { Allow: allow });
  }
  if (code === "HPE_HEADER_OVERFLOW") return longHeadAnswer(requestId);
  const hint = "Send HTTP/1.1 as RFC 9112 writes it.";
  return problemAnswer(
    new ServiceError("invalid_request", "The request is not valid HTTP", { hint }),
    requestId,
  );
}
