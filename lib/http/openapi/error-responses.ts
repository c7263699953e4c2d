import { z } from "zod";
import type { oas31, ZodOpenApiResponsesObject } from "zod-openapi";
import { type ErrorCode, errorCodes } from "@/lib/platform/errors";
import type { Contract } from "../contract";
import { errorCatalogue } from "../errors";

const detailSchema = z
  .looseObject({
    field: z.string().meta({ description: "Dotted path of the field.", examples: ["settings.size"] }),
    code: z.string().meta({ description: "What is wrong with it.", examples: ["out_of_range"] }),
    message: z.string().meta({ examples: ["settings.size must be between 64 and 1024"] }),
    min: z.number().optional().meta({ description: "Least value or length, where there is one." }),
    max: z.number().optional().meta({ description: "Largest value or length, where there is one." }),
    allowed: z
      .array(z.unknown())
      .optional()
      .meta({ description: "The values allowed, where they are a set." }),
    example: z.string().optional().meta({ description: "A colour or pair that would pass." }),
  })
  .meta({ id: "ErrorDetail" });

/** Body of every error (decisions §4). */
const errorSchema = z
  .object({
    error: z.string().meta({
      description: "One sentence for people.",
      examples: ["settings.size must be between 64 and 1024"],
    }),
    code: z.enum(errorCodes).meta({ description: "Stable, for programs." }),
    details: z
      .array(detailSchema)
      .optional()
      .meta({ description: "Every fault of the request, one for each field." }),
    hint: z.string().meta({ description: "What to change." }),
    docs: z.string().meta({ format: "uri", description: "The page of this code." }),
    requestId: z.string().meta({ examples: ["req_4kq8Zt0bW3nR7sYc1dEf"] }),
  })
  .meta({ id: "Error" });

/** What an endpoint can answer: its own codes, and those of the steps before it. */
function listCodes(contract: Contract): ErrorCode[] {
  const codes = new Set<ErrorCode>([...contract.errors, "internal_error", ...listKeyedCodes(contract)]);
  // A path that could be read in two ways (`%2f`, `..`) is refused before it is anybody's.
  if (contract.params) codes.add("invalid_request");
  return errorCodes.filter((code) => codes.has(code));
}

/** What every call with a key can be answered, by what it is read from. */
function listKeyedCodes({ access, method, query, body }: Contract): ErrorCode[] {
  if (access === "public") return [];
  const codes: ErrorCode[] = ["missing_api_key", "invalid_api_key", "expired_api_key", "inactive_api_key"];
  codes.push("plan_required", "rate_limited", "misdirected_request", "unavailable");
  if (access.permissions.length > 0) codes.push("insufficient_permission");
  if (query || body) codes.push("invalid_request", "validation_failed");
  if (body) codes.push("payload_too_large", "unsupported_media_type", "request_timeout");
  if (method === "POST") codes.push("validation_failed", "idempotency_in_progress", "idempotency_key_reused");
  return codes;
}

/** The statuses that an endpoint answers before it has reached its limit, or before it knows the key. */
const beforeTheLimit = new Set([401, 421]);
/** Errors that say when to try again. */
const withRetryAfter = new Set<ErrorCode>(["idempotency_in_progress", "rate_limited", "unavailable"]);

/** One response for each status, with the codes it can carry. */
export function errorResponses(contract: Contract): ZodOpenApiResponsesObject {
  const codes = listCodes(contract);
  const responses: ZodOpenApiResponsesObject = {};
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))].sort((a, b) => a - b);
  for (const status of statuses) {
    const own = codes.filter((code) => errorCatalogue[code].status === status);
    responses[`${status}` as "400"] = {
      description: own.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join("\n\n"),
      headers: describeHeaders(contract, status, own),
      content: {
        "application/json": {
          schema: narrowTo(own),
          examples: Object.fromEntries(own.map((code) => [code, exampleOf(code)])),
        },
      },
    };
  }
  return responses;
}

function describeHeaders(contract: Contract, status: number, codes: readonly ErrorCode[]) {
  const isKeyed = contract.access !== "public";
  const isLater = !beforeTheLimit.has(status);
  return {
    ...requestIdHeader,
    ...((contract.limit || isKeyed) && isLater && rateLimitHeaders(contract, status === 429)),
    ...(isKeyed && isLater && environmentHeader),
    ...(codes.some((code) => withRetryAfter.has(code)) &&
      retryAfterHeader(codes.every((code) => withRetryAfter.has(code)))),
    ...(status === 401 && authenticateHeader),
  };
}

function narrowTo(codes: readonly ErrorCode[]): z.ZodType {
  const [first, ...others] = codes as [ErrorCode, ...ErrorCode[]];
  return z.intersection(errorSchema, z.looseObject({ code: z.enum([first, ...others]) }));
}

function exampleOf(code: ErrorCode) {
  const { title, remedy } = errorCatalogue[code];
  return {
    summary: title,
    value: {
      error: title,
      code,
      hint: remedy,
      docs: `https://quietzone.example/docs/errors#${code}`,
      requestId: "req_4kq8Zt0bW3nR7sYc1dEf",
    },
  };
}

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
    ? "Requests per hour: the key's own limit or its account's, whichever is nearer."
    : "Calls per hour that draw a code.";
  return {
    "X-RateLimit-Limit": count(limit, isKeyed ? 5_000 : 100),
    "X-RateLimit-Remaining": count("Calls left in this window.", isKeyed ? 4_999 : 99),
    "X-RateLimit-Reset": count("Unix time in seconds at which the limit is full again.", 1_767_326_400),
  };
}

const retryAfterHeader = (required: boolean): HeaderObjects => ({
  "Retry-After": {
    description: "Whole seconds after which the same call can succeed.",
    required,
    schema: { type: "integer", minimum: 1 },
    example: 60,
  },
});

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
const authenticateHeader: HeaderObjects = {
  "WWW-Authenticate": {
    description: "The scheme to authenticate by.",
    required: true,
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
};
