/**
 * A request under `/api` as a neutral value, so that the front (node:http) and Next's route handlers
 * answer through the same functions.
 */
export interface ApiRequest {
  method: string;
  /** As it stands in the request line, percent-escapes untouched, without the query. */
  path: string;
  query: URLSearchParams;
  /** The query as it was sent, without `?`; lets broken percent-escapes be refused instead of replaced. */
  rawQuery?: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** The client's address in text, vetted by the process in front; never a header of the client's own. */
  clientAddress: string;
  /** `req_…`; repeated in `X-Request-Id`, in error bodies and in the log. */
  requestId: string;
  /**
   * The whole body. Throws a ServiceError `payload_too_large` as soon as more than `limitBytes` have come, and what `inspect`
   * throws of the bytes as they come.
   */
  readBody(limitBytes: number, inspect?: (chunk: Uint8Array) => void): Promise<Uint8Array>;
}

export interface ApiResponse {
  /** Template of the path that was found, for metrics and the log. */
  route?: string;
  status: number;
  /** Names as they are to be sent; `Content-Length` included wherever there may be a body. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/**
 * What a handler returns: a value for the contract's schema, a file with its own headers, or nothing (204). `constant`
 * is a value that is the same object at every call; it is checked and written once. `unfinished` is kept for an idempotency key in
 * place of an answer that is not the last one: the same request goes on from it.
 */
export type Outcome =
  | { constant: object; headers?: Record<string, string> }
  | { json: unknown; status?: number; headers?: Record<string, string>; unfinished?: unknown }
  | { bytes: Uint8Array; mediaType?: string; headers: Record<string, string> }
  | { empty: true }
  | { notModified: true; headers: Record<string, string> };
