import { env } from "@/lib/platform/env";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";
import { findClientAddress } from "@/lib/platform/ip-address";
import { answerApi } from ".";
import type { ApiRequest, ApiResponse } from "./exchange";
import { boundLargeBodies } from "./read-body";

/** The Next route handler for everything under /api, with the same functions as the front, for serverless and `next start`. */
export function answerNextRoute(request: Request): Promise<Response> {
  return answerFetch(request, answerApi);
}

/** The answer of anything that takes the neutral value, to a request as the Fetch API has it. */
export async function answerFetch(
  request: Request,
  answer: (request: ApiRequest) => Promise<ApiResponse>,
): Promise<Response> {
  const { pathname, searchParams, search } = new URL(request.url);
  const call: ApiRequest = {
    method: request.method,
    path: pathname,
    query: searchParams,
    rawQuery: search.slice(1),
    headers: Object.fromEntries(request.headers),
    clientAddress: findClientAddress(request.headers.get("x-forwarded-for"), env.trustedProxies),
    requestId: newRequestId(),
    readBody: (limitBytes, inspect) => readStream(request, limitBytes, inspect),
  };
  const { status, headers, body } = await boundLargeBodies(call, answer);
  return new Response(body as BodyInit | null, { status, headers });
}
