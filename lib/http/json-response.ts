import type { ApiResponse } from "./exchange";

/** A JSON answer that no cache keeps; `headers` is filled in place. */
export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): ApiResponse & { body: string } {
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(body));
  headers["Cache-Control"] = "no-store";
  return { status, headers, body };
}
