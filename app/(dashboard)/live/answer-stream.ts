import { presentProblem } from "@/lib/http/errors";
import { newRequestId } from "@/lib/platform/ids";

/** What keeps every proxy on the way from holding events back: none may store, change (compress) or buffer them. */
const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** The answer of a stream of events; what is thrown on the way there becomes an error body, as of the API. */
export async function answerStream(
  request: Request,
  open: () => Promise<ReadableStream<Uint8Array> | null>,
): Promise<Response> {
  const requestId = request.headers.get("x-request-id") ?? newRequestId();
  try {
    return new Response(await open(), { headers });
  } catch (thrown) {
    const problem = presentProblem(thrown, requestId);
    return new Response(problem.body, {
      status: problem.status,
      headers: {
        ...problem.headers,
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
      },
    });
  }
}
