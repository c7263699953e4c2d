import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
export function answerInTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
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
