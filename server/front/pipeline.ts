import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that wait for the answers before them; further ones end the connection. */
const mostWaiting = 256;

interface Pipeline {
  isAnswering: boolean;
  waiting: (() => void)[];
}

const key = Symbol("pipeline");
type Pipelined = Socket & { [key]?: Pipeline };

/**
 * Answers the requests of one connection one after the other, as RFC 9112 (9.3.2) allows: a client that pipelines pages has
 * one of them drawn at a time. `answer` must begin an answer whose response closes.
 */
export function answerInTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const socket = request.socket as Pipelined;
  socket[key] ??= { isAnswering: false, waiting: [] };
  const pipeline = socket[key];
  response.once("close", () => {
    const next = pipeline.waiting.shift();
    if (next === undefined) pipeline.isAnswering = false;
    else if (!socket.destroyed) next();
  });
  if (!pipeline.isAnswering) {
    pipeline.isAnswering = true;
    answer();
  } else if (pipeline.waiting.length < mostWaiting) pipeline.waiting.push(answer);
  else socket.destroy();
}
