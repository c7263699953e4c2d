import type { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import { noteUse } from "@/lib/api-uses";
import type { Transaction } from "@/lib/platform/db";
import { withSpan } from "@/lib/platform/traces";
import type { Contract } from "./contract";
import { presentProblem } from "./errors/problem";
import type { ApiRequest, ApiResponse, Outcome } from "./exchange";
import { readInput } from "./input/read-input";
import { jsonResponse } from "./json-response";
import { answerOnce, type Repeat } from "./steps/answer-once";
import { authenticate } from "./steps/authenticate";
import { countKeyedRequest, countPublicRequest } from "./steps/count-request";
import { presentOutcome, writeOnce } from "./steps/present-outcome";
import { requirePermissions } from "./steps/require-permissions";
import { requirePlan } from "./steps/require-plan";
import { requireSandbox } from "./steps/require-sandbox";

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
