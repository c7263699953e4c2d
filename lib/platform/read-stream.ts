import { ServiceError } from "./errors";

/** The whole body; throws `payload_too_large` as soon as more than the limit has come, and what `inspect` throws. */
export async function readStream(
  request: Request,
  limitBytes: number,
  inspect?: (chunk: Uint8Array) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    inspect?.(chunk);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("payload_too_large", `The body must have at most ${limitBytes} bytes`);
}
