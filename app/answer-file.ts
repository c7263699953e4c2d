import { unstable_rethrow } from "next/navigation";
import { presentProblem } from "@/lib/http/errors";
import { newRequestId } from "@/lib/platform/ids";

/** The answer of a route of the dashboard; what is thrown on the way there becomes an error body, as of the API. */
export async function answerFile(request: Request, open: () => Promise<Response>): Promise<Response> {
  try {
    return await open();
  } catch (thrown) {
    unstable_rethrow(thrown);
    const problem = presentProblem(thrown, request.headers.get("x-request-id") ?? newRequestId());
    const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(problem.body, {
      status: problem.status,
      headers: { ...problem.headers, ...headers },
    });
  }
}
