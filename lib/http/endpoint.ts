import type { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import { noteUse } from "@/lib/api-uses/record-use";
import type { Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { recordWritePosition } from "@/lib/platform/read-replica";
import { withSpan } from "@/lib/platform/traces";
import {
  authenticate,
  requirePermissions,
  requirePlan,
  requireProduction,
  requireSandbox,
} from "./authenticate";
import type { Contract } from "./contract";
import { presentProblem } from "./errors";
import {
  type ApiRequest,
  type ApiResponse,
  jsonResponse,
  type Outcome,
  presentOutcome,
  writeOnce,
} from "./exchange";
import { answerOnce, type Repeat } from "./idempotency";
import { countKeyedRequest, countPublicRequest } from "./rate-limits";
import { readInput, type Validate } from "./read-input";

type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

/** What a handler is given: everything checked against the contract, nothing else of the request. */
export interface Input<C extends Contract> {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** Of the contract's `ignores`, those that were sent. */
  ignored: readonly string[];
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
  storeResponse: (tx: Transaction, outcome: Outcome) => Promise<void>;
  /** What an earlier attempt left `unfinished` under the same idempotency key. */
  progress?: unknown;
}

interface Extras<C extends Contract> {
  /** Answers the same path without any query parameter, where the contract has a `bare` answer. */
  runBare?: () => object;
  /** How an answer is stored for an idempotency key, where it is not stored as it is. */
  repeat?: Repeat<never>;
  /** Faults of the domain that can be found although the schema refused other members; given the raw input. */
  validate?: Validate;
  /** Of a public GET: its 304 to `If-None-Match`, if that can be told from the input alone; then it is not counted. */
  findUnchanged?: (input: Pick<Input<C>, "query" | "headers">) => Outcome | undefined;
}

/** An endpoint ready to answer; `params` are the parts of the path as they were sent. */
export interface Endpoint {
  contract: Contract;
  answer(request: ApiRequest, params: Record<string, string>): Promise<ApiResponse>;
}

/** Headers of every step that a request got as far as, and the caller once known. */
interface RequestContext {
  headers: Record<string, string>;
  caller?: Caller;
  /** Whether plan, permissions and limits let it pass. */
  isAdmitted?: boolean;
}

/**
 * Wraps a handler: caller, plan, permissions, limit, then the input, then `run` (once for an idempotency key), then a
 * check of its answer against the contract. Everything thrown becomes an error body. Headers of a step are on every
 * response that got as far as it; calls with a known key are counted by their status.
 */
export function endpoint<C extends Contract>(
  contract: C,
  run: (input: Input<C>) => Promise<Outcome>,
  { runBare, repeat, validate, findUnchanged }: Extras<C> = {},
): Endpoint {
  async function answer(
    request: ApiRequest,
    params: Record<string, string>,
    context: RequestContext,
  ): Promise<ApiResponse> {
    if (contract.bare && runBare && request.query.size === 0) {
      return jsonResponse(200, writeOnce(contract.bare.json, runBare()));
    }
    const unchanged = findUnchanged && (await readUnchanged(contract, request, params, findUnchanged));
    if (unchanged) return presentOutcome(contract, unchanged);
    const caller = await admit(contract, request, context);
    const { idempotency, ...input } = await readInput(contract, request, params, validate);
    const present = (outcome: Outcome) => presentOutcome(contract, outcome);
    const { clientAddress } = request;
    const ignored = contract.ignores?.filter((name) => request.query.has(name)) ?? [];
    const runWith = (storeResponse: Input<C>["storeResponse"], progress?: unknown) =>
      withSpan(`run ${contract.id}`, { attributes: { "http.route": contract.path } }, () =>
        run({ ...input, ignored, clientAddress, caller, storeResponse, progress } as unknown as Input<C>),
      );
    if (caller === undefined || idempotency === undefined) return present(await runWith(async () => {}));
    return answerOnce({ contract, caller, request, repeat, ...idempotency }, runWith, present);
  }

  return {
    contract,
    async answer(request, params) {
      const context: RequestContext = { headers: {} };
      const response = await answer(request, params, context).catch((thrown: unknown) => {
        const problem = presentProblem(thrown, request.requestId);
        return jsonResponse(problem.status, problem.body, problem.headers);
      });
      if (context.caller !== undefined) {
        noteUse(context.caller, response.status);
        // Also after a refusal by its handler: part of the work may be committed.
        if (contract.method !== "GET" && context.isAdmitted)
          await recordWritePosition(context.caller.accountId);
      }
      return { ...response, headers: Object.assign(context.headers, response.headers) };
    },
  };
}

/** What `find` makes of a conditional request; undefined for one with faults, which are reported once it is counted. */
async function readUnchanged<C extends Contract>(
  contract: C,
  request: ApiRequest,
  params: Record<string, string>,
  find: NonNullable<Extras<C>["findUnchanged"]>,
): Promise<Outcome | undefined> {
  if (request.headers["if-none-match"] === undefined) return undefined;
  try {
    return find((await readInput(contract, request, params)) as unknown as Input<C>);
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}

/** Authenticates, authorises and counts a request in the order of decisions §5. */
async function admit(
  { access, limit, isSandboxOnly, isProductionOnly }: Contract,
  request: ApiRequest,
  context: RequestContext,
): Promise<Caller | undefined> {
  const { headers } = context;
  if (access === "public") {
    if (limit) {
      await withSpan("count request", {}, () => countPublicRequest(limit, request.clientAddress, headers));
    }
    return undefined;
  }
  const caller = await withSpan("authenticate", {}, () => authenticate(request, headers));
  context.caller = caller;
  requirePlan(caller);
  requirePermissions(caller, access.permissions);
  if (isSandboxOnly) requireSandbox(caller);
  if (isProductionOnly) requireProduction(caller);
  await withSpan("count request", {}, () => countKeyedRequest(caller, headers));
  context.isAdmitted = true;
  return caller;
}
