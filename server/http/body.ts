import { IncomingMessage, type ServerResponse } from "node:http";
import { ServiceError } from "@/lib/platform/errors";

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("payload_too_large", `The body must have at most ${limitBytes} bytes`);
}

export interface BodyOptions {
  /** Milliseconds that the whole body may still take. */
  timeoutMs: number;
  /** The client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1). */
  expectsContinue: boolean;
  /** Sees each part as it comes; what it throws refuses the body, and no more of it is read. */
  inspect?: ((chunk: Uint8Array) => void) | undefined;
}

/**
 * Reads the whole body as it was sent: nothing is inflated. Rejects with `payload_too_large` as soon as the length
 * that was announced or the bytes that have come exceed the limit, with `request_timeout` when the time is over, with
 * `invalid_request` when the client leaves, and with what `inspect` throws.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  { timeoutMs, expectsContinue, inspect }: BodyOptions,
): Promise<Uint8Array> {
  const announced = request.headers["content-length"];
  if (announced !== undefined && Number(announced) > limitBytes) return Promise.reject(tooLarge(limitBytes));
  if (expectsContinue) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => {
      fail(new ServiceError("request_timeout", "The request took too long to arrive"));
    }, timeoutMs);

    function stop(): void {
      clearTimeout(timer);
      request.off("data", take).off("end", finish).off("close", leave).off("error", leave);
    }
    function fail(error: unknown): void {
      stop();
      request.pause();
      reject(error);
    }
    function take(chunk: Buffer): void {
      length += chunk.length;
      try {
        if (length > limitBytes) throw tooLarge(limitBytes);
        inspect?.(chunk);
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    }
    function finish(): void {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    }
    function leave(): void {
      fail(new ServiceError("invalid_request", "The connection ended before the body did"));
    }
    request.on("data", take).on("end", finish).on("close", leave).on("error", leave);
  });
}

/** The request again with its body still to be read, for a reader that wants the stream. */
export function replayBody(request: IncomingMessage, body: Uint8Array): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers } = request;
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  delete headers["transfer-encoding"];
  copy.headers = { ...headers, "content-length": String(body.length) };
  copy.push(body);
  copy.push(null);
  return copy;
}
