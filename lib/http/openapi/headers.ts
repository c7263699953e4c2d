import type { oas31 } from "zod-openapi";

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
export function rateLimitHeaders(required: boolean): HeaderObjects {
  const count = (description: string, example: number): oas31.HeaderObject => ({
    description,
    required,
    schema: { type: "integer", minimum: 0 },
    example,
  });
  return {
    "X-RateLimit-Limit": count("Generating calls an hour.", 100),
    "X-RateLimit-Remaining": count("Calls left in this window.", 99),
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
