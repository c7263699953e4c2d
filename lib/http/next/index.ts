import { findClientAddress } from "@/lib/platform/client-address";
import { newRequestId } from "@/lib/platform/ids";
import { readStream } from "@/lib/platform/read-stream";
import { answerApi } from "../index";

/**
 * A Next route handler for every path and method under /api: the same functions as the front's, for serverless
 * deployments and plain `next start`.
 */
export async function answerNextRoute(request: Request): Promise<Response> {
  const { pathname, searchParams, search } = new URL(request.url);
  const { status, headers, body } = await answerApi({
    method: request.method,
    path: pathname,
    query: searchParams,
    rawQuery: search.slice(1),
    headers: Object.fromEntries(request.headers),
    clientAddress: findClientAddress(request.headers.get("x-forwarded-for")),
    requestId: newRequestId(),
    readBody: (limitBytes) => readStream(request, limitBytes),
  });
  return new Response(body as BodyInit | null, { status, headers });
}
