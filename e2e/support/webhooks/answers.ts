import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What a receiver does with one request; left out: 200 without a body, at once. */
export interface Answer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Waits before the first byte; `Infinity`: never answers. */
  beforeHeadersMs?: number;
  /** The head comes byte by byte, one in so many milliseconds. */
  headByteEveryMs?: number;
  /** The body comes byte by byte, one in so many milliseconds. */
  bodyByteEveryMs?: number;
  /** A body without an end after the head, as fast as the client takes it. */
  endless?: boolean;
  /** So many `102 Processing` come first. */
  informational?: number;
  /** The connection is cut without an answer. */
  reset?: boolean;
  /** These bytes on the socket in place of an answer, then its end. */
  raw?: string | Buffer;
}

const chunk = Buffer.alloc(64 * 1024, "endless ");

async function writeSlowly(response: NodeJS.WritableStream, bytes: Buffer, everyMs: number) {
  for (const byte of bytes) {
    if (!response.writable) return;
    response.write(Buffer.of(byte));
    await sleep(everyMs);
  }
}

/** Waits for room, or for the client to leave. */
function whenDrained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off("drain", settle).off("close", settle);
      resolve();
    };
    stream.on("drain", settle).on("close", settle);
  });
}

async function writeEndlessly(response: ServerResponse): Promise<void> {
  response.flushHeaders();
  while (!response.destroyed) {
    if (!response.write(chunk)) await whenDrained(response);
  }
}

/** 1xx by hand: so that a flood waits for room, and is one. */
async function writeInformational({ socket }: ServerResponse, count: number): Promise<void> {
  for (let sent = 0; sent < count && socket?.writable; sent += 100) {
    const lines = "HTTP/1.1 102 Processing\r\n\r\n".repeat(Math.min(100, count - sent));
    if (!socket.write(lines)) await whenDrained(socket);
  }
}

function headOf({ status = 200, headers = {}, body = "" }: Answer): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return Buffer.from(
    `HTTP/1.1 ${status} Slow\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${lines.join("")}\r\n`,
  );
}

async function writeRaw({ socket }: IncomingMessage, answer: Answer): Promise<void> {
  if (answer.reset) return void socket.resetAndDestroy();
  if (answer.raw !== undefined) return void socket.end(answer.raw);
  await writeSlowly(socket, headOf(answer), answer.headByteEveryMs ?? 0);
  socket.end(answer.body ?? "");
}

/** Answers as told; a client that leaves in the middle is no fault. */
export async function giveAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  isClosing: AbortSignal,
): Promise<void> {
  const { beforeHeadersMs = 0, bodyByteEveryMs, body = "" } = answer;
  if (beforeHeadersMs === Number.POSITIVE_INFINITY) return;
  if (beforeHeadersMs > 0) await sleep(beforeHeadersMs, undefined, { signal: isClosing }).catch(() => {});
  if (isClosing.aborted || response.destroyed) return;
  if (answer.informational) await writeInformational(response, answer.informational);
  if (answer.reset || answer.raw !== undefined || answer.headByteEveryMs !== undefined) {
    return writeRaw(request, answer);
  }
  response.writeHead(answer.status ?? 200, answer.headers);
  if (answer.endless) return writeEndlessly(response);
  if (bodyByteEveryMs !== undefined) await writeSlowly(response, Buffer.from(body), bodyByteEveryMs);
  response.end(bodyByteEveryMs === undefined ? body : undefined);
}
