import { unstable_rethrow } from "next/navigation";
import type { Caller } from "@/lib/accounts/schema";
import { callerOf, findSession, requireSameOrigin } from "@/lib/auth";
import { presentProblem } from "@/lib/http/errors";
import { readJsonBody } from "@/lib/http/read-body";
import { ServiceError } from "@/lib/platform/errors";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";

/** The answer of a route of the dashboard; what is thrown on the way there becomes an error body, as of the API. */
export async function answerFile(request: Request, open: () => Promise<Response>): Promise<Response> {
  try {
    return await open();
  } catch (thrown) {
    unstable_rethrow(thrown);
    return answerProblem(request, thrown, { "Cache-Control": "no-store" });
  }
}

function answerProblem(request: Request, fault: unknown, headers: Record<string, string>): Response {
  const problem = presentProblem(fault, request.headers.get("x-request-id") ?? newRequestId());
  return new Response(problem.body, {
    status: problem.status,
    headers: { ...problem.headers, "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

/** Enough for 500 ids and what is to be done with them. */
const mostBodyBytes = 64 * 1024;

/** Answers JSON from our own pages, with the visitor's session. A fault becomes an error body, as in the API. */
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

export async function refuseMethod(request: Request): Promise<Response> {
  const message = `This address takes POST, not ${request.method}`;
  return answerProblem(request, new ServiceError("method_not_allowed", message), { Allow: "POST" });
}

/** What keeps every proxy on the way from holding events back: none may store, change (compress) or buffer them. */
const eventHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** The answer of a stream of events; a fault becomes an error body, as in `answerFile`. */
export function answerStream(
  request: Request,
  open: () => Promise<ReadableStream<Uint8Array> | null>,
): Promise<Response> {
  return answerFile(request, async () => new Response(await open(), { headers: eventHeaders }));
}
