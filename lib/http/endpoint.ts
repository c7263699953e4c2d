import type { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import { limitRulesOf, noteUse } from "@/lib/api-uses";
import { rateKeyOf } from "@/lib/platform/client-address";
import type { Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { withSpan } from "@/lib/platform/traces";
import { consumeRate, type RateRule } from "@/lib/rate-limit";
import type { Contract } from "./contract";
import { presentProblem } from "./errors/problem";
import type { ApiRequest, ApiResponse, Outcome } from "./exchange";
import { readInput } from "./input/read-input";
import { jsonResponse } from "./json-response";
import { limits } from "./limits";
import { answerOnce, type Repeat } from "./steps/answer-once";
import { authenticate } from "./steps/authenticate";
import { requirePermissions } from "./steps/require-permissions";
import { requirePlan } from "./steps/require-plan";
import { rateLimited, tellRate } from "./steps/tell-rate";

const constants = new WeakMap<object, string>();

type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

/** What a handler is given: everything checked against the contract, nothing else of the request. */
export interface Input<C extends Contract> {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The client's address, vetted; for what is told of a visitor, never to be kept. */
  clientAddress: string;
  /** Whose key it is; undefined where none is asked for. */
  caller: C["access"] extends "public" ? undefined : Caller;
  /**
   * Keeps this answer for the request's idempotency key in the transaction of the change itself, so that a crash leaves
   * both or neither. A handler of a POST passes it on as the domain's `BeforeCommit`; without such a key it does
   * nothing. Throws when another process has taken the request over, which undoes the change.
   */
  seal: (tx: Transaction, outcome: Outcome) => Promise<void>;
  /** What an earlier attempt left `unfinished` under the same idempotency key. */
  progress?: unknown;
}

interface Extras {
  /** Answers the same path without any query parameter, where the contract has a `bare` answer. */
  runBare?: () => object;
  /** How an answer is kept for an idempotency key, where it is not kept as it is. */
  repeat?: Repeat<never>;
}

/** An endpoint ready to answer; `params` are the parts of the path as they were sent. */
export interface Endpoint {
  contract: Contract;
  answer(request: ApiRequest, params: Record<string, string>): Promise<ApiResponse>;
}

/** What a request leaves on its way in: the headers of every step that it got as far as, and whose key it came with. */
interface Passage {
  headers: Record<string, string>;
  caller?: Caller;
}

/**
 * The one wrapper around every handler: caller, plan, permissions, limit, then the input, then `run` (once for an
 * idempotency key), then a check of its answer against the contract; everything thrown becomes an error body. Headers
 * of a step stand on every answer that got as far as it, and what came with a known key is counted by how it was
 * answered.
 */
export function endpoint<C extends Contract>(
  contract: C,
  run: (input: Input<C>) => Promise<Outcome>,
  { runBare, repeat }: Extras = {},
): Endpoint {
  async function answer(
    request: ApiRequest,
    params: Record<string, string>,
    passage: Passage,
  ): Promise<ApiResponse> {
    if (contract.bare && runBare && request.query.size === 0) {
      return jsonResponse(200, writeOnce(contract.bare.json, runBare()));
    }
    const caller = await admit(contract, request, passage);
    const { idempotency, ...input } = await readInput(contract, request, params);
    const present = (outcome: Outcome) => presentOutcome(contract, outcome);
    const { clientAddress } = request;
    const runWith = (seal: Input<C>["seal"], progress?: unknown) =>
      withSpan(`run ${contract.id}`, { attributes: { "http.route": contract.path } }, () =>
        run({ ...input, clientAddress, caller, seal, progress } as unknown as Input<C>),
      );
    if (caller === undefined || idempotency === undefined) return present(await runWith(async () => {}));
    return answerOnce({ contract, caller, request, repeat, ...idempotency }, runWith, present);
  }

  return {
    contract,
    async answer(request, params) {
      const passage: Passage = { headers: {} };
      const response = await answer(request, params, passage).catch((thrown: unknown) => {
        const problem = presentProblem(thrown, request.requestId);
        return jsonResponse(problem.status, problem.body, problem.headers);
      });
      if (passage.caller !== undefined) noteUse(passage.caller, response.status);
      return { ...response, headers: Object.assign(passage.headers, response.headers) };
    },
  };
}

/** Lets a request in, in the order of decisions §5; leaves in `passage` what each step knows. */
async function admit(
  { access, limit, isSandboxOnly }: Contract,
  request: ApiRequest,
  passage: Passage,
): Promise<Caller | undefined> {
  const { headers } = passage;
  if (access === "public") {
    if (limit) await withSpan("count request", {}, () => countPublicRequest(request.clientAddress, headers));
    return undefined;
  }
  const caller = await withSpan("authenticate", {}, () => authenticate(request, headers));
  passage.caller = caller;
  requirePlan(caller);
  requirePermissions(caller, access.permissions);
  if (isSandboxOnly) requireSandbox(caller);
  await withSpan("count request", {}, () => countKeyedRequest(caller, headers));
  return caller;
}

/** Throws `sandbox_required` unless the caller works on the sandbox. */
export function requireSandbox({ environment }: Caller): void {
  if (environment === "sandbox") return;
  throw new ServiceError("sandbox_required", "This works with a sandbox key only");
}

/** Counts a call of the public interface for its client's address; leaves the limit headers. */
function countPublicRequest(clientAddress: string, headers: Record<string, string>): Promise<void> {
  return count([{ key: `public:${rateKeyOf(clientAddress)}`, ...limits.public }], headers);
}

/**
 * Counts a call for its key and for its account's environment in one atomic step; leaves the headers of the limit that
 * is nearer.
 */
function countKeyedRequest(caller: Caller, headers: Record<string, string>): Promise<void> {
  return count(limitRulesOf(caller), headers);
}

/** Throws `rate_limited` where a rule has no room, and then counts under none. */
async function count(rules: RateRule[], headers: Record<string, string>): Promise<void> {
  const rate = await consumeRate(rules);
  tellRate(rate, headers);
  if (!rate.allowed) throw rateLimited(rate);
}

/**
 * The answer that a handler's outcome is under its contract. Throws a TypeError for one that does not fit it, which is
 * then ours to answer for: it is not sent.
 */
export function presentOutcome({ success }: Contract, outcome: Outcome): ApiResponse {
  if ("json" in success) {
    if ("constant" in outcome) return presentConstant(success, outcome);
    if ("notModified" in outcome) return { status: 304, headers: outcome.headers, body: null };
    if ("json" in outcome && isStatusOf(success, outcome.status)) {
      const headers = { ...outcome.headers };
      return jsonResponse(outcome.status ?? success.status, writeJson(success.json, outcome.json), headers);
    }
  } else if ("file" in success) {
    if ("bytes" in outcome) return presentFile(success.file, outcome);
    if ("notModified" in outcome) return { status: 304, headers: outcome.headers, body: null };
  } else if ("empty" in outcome) {
    return { status: success.status, headers: { "Cache-Control": "no-store" }, body: null };
  }
  throw new TypeError("an answer is not of the kind that its contract says");
}

/** Its own headers win: what never changes may be cached. */
function presentConstant(
  { status, json }: { status: number; json: z.ZodType },
  { constant, headers }: { constant: object; headers?: Record<string, string> },
): ApiResponse {
  const response = jsonResponse(status, writeOnce(json, constant));
  return { ...response, headers: { ...response.headers, ...headers } };
}

function isStatusOf(
  success: { status: number; otherwise?: { status: number } },
  status: number | undefined,
): boolean {
  return status === undefined || status === success.status || status === success.otherwise?.status;
}

function presentFile(
  file: string | readonly string[],
  { bytes, mediaType, headers }: Extract<Outcome, { bytes: Uint8Array }>,
): ApiResponse {
  const types = typeof file === "string" ? [file] : file;
  const type = mediaType ?? types[0];
  if (type === undefined || !types.includes(type))
    throw new TypeError("a file is of a type that its contract lacks");
  return {
    status: 200,
    headers: {
      "Cache-Control": "no-store",
      ...headers,
      "Content-Type": type,
      "Content-Length": String(bytes.length),
    },
    body: bytes,
  };
}

function writeJson(schema: z.ZodType, value: unknown): string {
  const checked = schema.safeParse(value);
  if (!checked.success) throw new TypeError("an answer does not fit its contract", { cause: checked.error });
  return JSON.stringify(value);
}

/** JSON of a value that is the same object at every call, checked and written at the first. */
function writeOnce(schema: z.ZodType, value: object): string {
  const known = constants.get(value);
  if (known !== undefined) return known;
  const text = writeJson(schema, value);
  constants.set(value, text);
  return text;
}
