import type { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { consumeRate } from "@/lib/rate-limit";

import type { Contract } from "./contract";
import { presentProblem } from "./errors/problem";
import type { ApiRequest, ApiResponse } from "./exchange";
import { readInput } from "./input/read-input";
import { limits } from "./limits";
import { rateKeyOf } from "./rate-key";

type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

/** What a handler is given: everything checked against the contract, nothing else of the request. */
export interface Input<C extends Contract> {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Whose key it is; undefined where none is asked for. */
  caller: C["access"] extends "public" ? undefined : Caller;
  /**
   * Keeps this answer for the request's idempotency key in the transaction of the change itself, so that a crash leaves
   * both or neither. A handler of a POST passes it on as the domain's `BeforeCommit`; without such a key it does
   * nothing. Throws when another process has taken the request over, which undoes the change.
   */
  seal: (tx: Transaction, outcome: Outcome) => Promise<void>;
}

/**
 * What a handler returns: a value for the contract's schema, or a file with its own headers. `constant` is a value
 * that is the same object at every call; it is checked and written once.
 */
export type Outcome =
  | { constant: object }
  | { json: unknown; status?: number; headers?: Record<string, string> }
  | { bytes: Uint8Array; mediaType?: string; headers: Record<string, string> }
  | { empty: true }
  | { notModified: true; headers: Record<string, string> };

/** An endpoint ready to answer; `params` are the parts of the path as they were sent. */
export interface Endpoint {
  contract: Contract;
  answer(request: ApiRequest, params: Record<string, string>): Promise<ApiResponse>;
}

/**
 * The one wrapper around every handler: rate limit, then parsing, then `run`, then a check of its answer against
 * the contract; everything thrown becomes an error body. Limit headers stand on every answer that got as far as
 * the limit. `runBare` answers the same path without any query parameter where the contract has a `bare` answer.
 */
export function endpoint<C extends Contract>(
  contract: C,
  run: (input: Input<C>) => Promise<Outcome>,
  runBare?: () => object,
): Endpoint {
  return {
    contract,
    async answer(request, params) {
      const headers: Record<string, string> = {};
      try {
        if (contract.bare && runBare && request.query.size === 0) {
          return jsonResponse(200, writeOnce(contract.bare.json, runBare()), headers);
        }
        if (contract.limit) await countRequest(contract.limit, request, headers);
        const outcome = await run({
          ...(await readInput(contract, request, params)),
          caller: undefined,
          seal: async () => {},
        } as unknown as Input<C>);
        return presentOutcome(contract, outcome, headers);
      } catch (thrown) {
        const problem = presentProblem(thrown, request.requestId);
        Object.assign(headers, problem.headers);
        return jsonResponse(problem.status, problem.body, headers);
      }
    },
  };
}

/** Counts the request and leaves the limit headers; throws `rate_limited`, and then counts nothing. */
async function countRequest(
  name: keyof typeof limits,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<void> {
  const { limit, windowSeconds } = limits[name];
  const rate = await consumeRate([
    { key: `${name}:${rateKeyOf(request.clientAddress)}`, limit, windowSeconds },
  ]);
  headers["X-RateLimit-Limit"] = String(rate.limit);
  headers["X-RateLimit-Remaining"] = String(rate.remaining);
  headers["X-RateLimit-Reset"] = String(rate.resetAtSeconds);
  if (rate.allowed) return;
  const seconds = Math.max(1, rate.retryAfterSeconds);
  throw new ServiceError(
    "rate_limited",
    `More than ${limit} requests in an hour; try again in ${seconds} seconds`,
    {
      retryAfterSeconds: seconds,
    },
  );
}

function presentOutcome(contract: Contract, outcome: Outcome, headers: Record<string, string>): ApiResponse {
  const { success } = contract;
  if ("json" in outcome && "json" in success) {
    if (outcome.headers) Object.assign(headers, outcome.headers);
    return presentJson(success.status, success.json, outcome.json, headers);
  }
  if ("constant" in outcome && "json" in success) {
    return jsonResponse(success.status, writeOnce(success.json, outcome.constant), headers);
  }
  if ("bytes" in outcome && "file" in success) {
    Object.assign(headers, outcome.headers);
    headers["Content-Type"] = outcome.mediaType ?? String(success.file);
    headers["Content-Length"] = String(outcome.bytes.length);
    return { status: success.status, headers, body: outcome.bytes };
  }
  if ("notModified" in outcome)
    return { status: 304, headers: { ...headers, ...outcome.headers }, body: null };
  throw new TypeError(`${contract.id} answered another kind of result than its contract names`);
}

function presentJson(
  status: number,
  schema: z.ZodType,
  value: unknown,
  headers: Record<string, string>,
): ApiResponse {
  return jsonResponse(status, writeJson(schema, value), headers);
}

function writeJson(schema: z.ZodType, value: unknown): string {
  const checked = schema.safeParse(value);
  if (!checked.success) throw new TypeError("an answer does not fit its contract", { cause: checked.error });
  return JSON.stringify(value);
}

const constants = new WeakMap<object, string>();

function writeOnce(schema: z.ZodType, value: object): string {
  const known = constants.get(value);
  if (known !== undefined) return known;
  const text = writeJson(schema, value);
  constants.set(value, text);
  return text;
}

/** A JSON answer that no cache keeps; `headers` is filled in place. */
export function jsonResponse(status: number, body: string, headers: Record<string, string>): ApiResponse {
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(body));
  headers["Cache-Control"] = "no-store";
  return { status, headers, body };
}
