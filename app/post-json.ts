import type { Caller } from "@/lib/accounts/schema";
import { callerOf, findSession, requireSameOrigin } from "@/lib/auth";
import { presentProblem } from "@/lib/http/errors";
import { readJsonBody } from "@/lib/http/read-body";
import { ServiceError } from "@/lib/platform/errors";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";
import { answerFile } from "./answer-file";

/** Enough for 500 ids and what is to be done with them. */
const mostBodyBytes = 64 * 1024;

/**
 * The answer to JSON that one of our own pages sends with its visitor's session; a fault is an error body, as of
 * the API: nobody signed in, another site's page, another media type, a body that is too large or no JSON.
 */
export function answerPost(
  request: Request,
  open: (caller: Caller, body: unknown) => Promise<Response>,
): Promise<Response> {
  return answerFile(request, async () => {
    await requireSameOrigin();
    const session = await findSession();
    if (session === null) throw new ServiceError("not_signed_in", "Sign in again, then repeat it");
    const { value } = await readJsonBody({
      headers: Object.fromEntries(request.headers),
      readBody: (most, inspect) => readStream(request, Math.min(most, mostBodyBytes), inspect),
    });
    return open(callerOf(session), value);
  });
}

/** What an address answers that only takes POST. */
export async function refuseMethod(request: Request): Promise<Response> {
  const message = `This address takes POST, not ${request.method}`;
  const problem = presentProblem(
    new ServiceError("method_not_allowed", message),
    request.headers.get("x-request-id") ?? newRequestId(),
  );
  return new Response(problem.body, {
    status: problem.status,
    headers: { ...problem.headers, Allow: "POST", "Content-Type": "application/json; charset=utf-8" },
  });
}
