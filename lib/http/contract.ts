import type { z } from "zod";
import type { ErrorCode } from "@/lib/platform/errors";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an endpoint answers when it succeeds: JSON checked against a schema, or a file. */
export type Success = { status: 200 | 201 | 202; json: z.ZodType } | { status: 200; file: string } | { status: 204 };

/**
 * One endpoint as data. From the list of contracts come the routes, the OpenAPI document, the reference page
 * and the table-driven tests.
 */
export interface Contract {
  /** Stable operation id in camel case. */
  id: string;
  method: Method;
  /** Path with `{parameters}` in braces. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Whom it serves; `public` needs no credential and allows any origin. */
  access: "public";
  /** Named limit of `rate-limit.ts` that a call counts against; absent where calls are not counted. */
  limit?: "public";
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  success: Success;
  /** Codes it can answer beyond those that every endpoint can. */
  errors: readonly ErrorCode[];
}
