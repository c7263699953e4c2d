import type { z } from "zod";
import type { Permission } from "@/lib/accounts/schema";
import type { ErrorCode } from "@/lib/platform/errors";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an endpoint answers when it succeeds: JSON checked against a schema, a file, or nothing. */
type Success =
  | {
      status: 200 | 201 | 202;
      /** Another status that its handler may choose, and when (`Outcome.status`). */
      otherwise?: { status: 200; description: string };
      description: string;
      json: z.ZodType;
      headers?: Headers;
    }
  | {
      status: 200;
      description: string;
      file: string | readonly string[];
      headers?: Headers;
      /** Which other addresses lead to the file (302). */
      redirects?: string;
    }
  | { status: 204; description: string };

/** Response headers of an endpoint's own, name → what it says. */
type Headers = Record<string, { description: string; example: string; always: boolean }>;

/** One endpoint as data: routes, the OpenAPI document, the reference page and table-driven tests come from these. */
export interface Contract {
  /** Stable operation id in camel case. */
  id: string;
  method: Method;
  /** Path with `{parameters}` in braces. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /**
   * Whom it serves: anybody, or keys that hold all these permissions (none: any valid key). Every call with a key
   * counts against the key's limit and its account's, and every POST with one may carry an idempotency key.
   */
  access: "public" | { permissions: readonly Permission[] };
  /** It is for sandbox keys alone; a production key gets `sandbox_required`. */
  isSandboxOnly?: true;
  /** It is for production keys alone; a sandbox key gets `sandbox_forbidden`. */
  isProductionOnly?: true;
  /** Limit of a public endpoint by the client's address; absent where calls are not counted. */
  limit?: "public" | "goals";
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Parameters that clients send although it takes none of that name; those that came are the handler's `ignored`. */
  ignores?: readonly string[];
  body?: z.ZodObject;
  /** No body at all is taken for `{}`. */
  isBodyOptional?: true;
  /** A body of `text/plain` is read as JSON too, which a browser sends to any origin without asking first. */
  takesText?: true;
  /** Its answer holds a secret: one that is kept for an idempotency key is given to the same API key alone. */
  isSecret?: true;
  /** A body of up to 10 MiB and 100,000 JSON values instead of 1 MiB and 5,000. */
  isBulk?: true;
  /** Another bound of its bytes. */
  maxBodyBytes?: number;
  bodyExamples?: Record<string, { summary: string; value: unknown }>;
  success: Success;
  /** Path of what its success creates and answers with its `id`; the description links the answer to the operations there. */
  makes?: string;
  /** What the same path answers without any query parameter: JSON of this schema, neither parsed nor counted. */
  bare?: { description: string; json: z.ZodType };
  /** Codes it can answer beyond those that every endpoint can (`not_found`, `internal_error` and the like). */
  errors: readonly ErrorCode[];
}

/** A contract with the types of its own schemas, checked against `Contract`. */
export function contractOf<const C extends Contract>(contract: C): C {
  return contract;
}
