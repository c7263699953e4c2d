import type { oas31 } from "zod-openapi";
import type { Contract } from "../contract";

type HeaderObjects = Record<string, oas31.HeaderObject>;

/** On every answer. */
export const requestIdHeader: HeaderObjects = {
  "X-Request-Id": {
    description: "Id of this request; quote it when you report a fault.",
    required: true,
    schema: { type: "string", pattern: "^req_[0-9A-Za-z]+$" },
    example: "req_4kq8Zt0bW3nR7sYc1dEf",
  },
};

/** On every answer of a limited endpoint that got as far as its limit. */
export function rateLimitHeaders({ access }: Contract, required: boolean): HeaderObjects {
  const count = (description: string, example: number): oas31.HeaderObject => ({
    description,
    required,
    schema: { type: "integer", minimum: 0 },
    example,
  });
  const isKeyed = access !== "public";
  const limit = isKeyed
    ? "Requests an hour: the key's own limit or its account's, whichever is nearer."
    : "Generating calls an hour.";
  return {
    "X-RateLimit-Limit": count(limit, isKeyed ? 5_000 : 100),
    "X-RateLimit-Remaining": count("Calls left in this window.", isKeyed ? 4_999 : 99),
    "X-RateLimit-Reset": count("Unix time in seconds at which the limit is full again.", 1_767_326_400),
  };
}

export const retryAfterHeader: HeaderObjects = {
  "Retry-After": {
    description: "Whole seconds after which the same call can succeed.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 60,
  },
};

/** On every answer to a sandbox key. */
export const environmentHeader: HeaderObjects = {
  "X-Environment": {
    description: "`sandbox` on every answer to a sandbox key; absent in production.",
    required: false,
    schema: { type: "string", enum: ["sandbox"] },
    example: "sandbox",
  },
};

/** On an answer that was given before. */
export const replayedHeader: HeaderObjects = {
  "Idempotent-Replayed": {
    description: "`true` where this is the answer to an earlier request with the same Idempotency-Key.",
    required: false,
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
};

/** On every 401 (RFC 9110, 11.6.1). */
export const authenticateHeader: HeaderObjects = {
  "WWW-Authenticate": {
    description: "The scheme to authenticate by.",
    required: true,
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
};
