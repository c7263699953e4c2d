import { clientAddressOf } from "@/lib/platform/addresses";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";

/**
 * A route handler sees no socket, and Next leaves a client's own X-Forwarded-For as it is. So the header counts only
 * where the operator names proxies that append to it; without them all clients share one limit.
 */
export function findClientAddress(forwardedFor: string | null): string {
  if (forwardedFor === null || env.trustedProxies.length === 0) return "";
  const comma = forwardedFor.lastIndexOf(",");
  const peer = forwardedFor.slice(comma + 1).trim();
  return clientAddressOf(peer, comma === -1 ? undefined : forwardedFor.slice(0, comma), env.trustedProxies);
}

/** The whole body; throws `payload_too_large` as soon as more than the limit has come. */
export async function readStream(request: Request, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("payload_too_large", `The body must have at most ${limitBytes} bytes`);
}
