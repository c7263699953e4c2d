import { ServiceError } from "./errors";

/**
 * `Content-Disposition` of a file (RFC 6266): its name in UTF-8, and once more in the ASCII that every client reads.
 *
 * @param name without quotes and backslashes.
 * @param disposition whether it may be shown, or is saved.
 */
export function presentFileName(name: string, disposition: "inline" | "attachment" = "inline"): string {
  const ascii = name.replaceAll(/[^ -~]|%/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Header in which proxy.ts tells a page its own address, with its query; the front lets nobody else set it. */
export const pageHeader = "x-quietzone-page";

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

/** Throws `payload_too_large`. */
export function requireWithin(bytes: Uint8Array, limitBytes: number): void {
  if (bytes.length > limitBytes) throw tooLarge(limitBytes);
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("payload_too_large", `The body must have at most ${limitBytes} bytes`);
}
