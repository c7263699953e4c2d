import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { presentProblem } from "@/lib/http";
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

/** An error body of the service (decisions §4) with the headers that every one of them has. */
export function problemAnswer(
  thrown: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Answer {
  const problem = presentProblem(thrown, requestId);
  return {
    status: problem.status,
    headers: { ...problem.headers, ...jsonHeaders(problem.body, requestId), ...headers },
    body: problem.body,
  };
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

/** The answer to what the parser refused: too long a head, too slow a request, or no HTTP at all. */
export function parserAnswer(code: string | undefined, requestId: string): Answer {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return problemAnswer(
      new ServiceError("request_timeout", "The request took too long to arrive"),
      requestId,
    );
  }
  const isTooLong = code === "HPE_HEADER_OVERFLOW";
  const message = isTooLong ? "The head of the request is too long" : "The request is not valid HTTP";
  const answer = problemAnswer(new ServiceError("invalid_request", message), requestId);
  return isTooLong ? { ...answer, status: 431 } : answer;
}
