import { publicEndpoints } from "./api/public-endpoints";
import { v1Endpoints } from "./api/v1-endpoints";
import { presentProblem } from "./errors";
import { type ApiRequest, type ApiResponse, jsonResponse } from "./exchange";
import { Router } from "./router";

export { errorCatalogue } from "./errors";
export type { ApiRequest, ApiResponse } from "./exchange";
export { describeApi } from "./openapi/document";
export { boundLargeBodies, LargeBodies } from "./read-body";

const router = new Router([...publicEndpoints, ...v1Endpoints]);

/** Answers any path under /api and /i. Never throws: every fault is an error body. HEAD is answered like GET, without a body. */
export async function answerApi(request: ApiRequest): Promise<ApiResponse> {
  return finish(await router.answer(request), request);
}

/** The error body of anything thrown before a request came to its endpoint, with the headers that every answer has. */
export function answerProblem(
  thrown: unknown,
  request: Pick<ApiRequest, "method" | "path" | "requestId">,
): ApiResponse {
  const problem = presentProblem(thrown, request.requestId);
  return finish(jsonResponse(problem.status, problem.body, problem.headers), request);
}

function finish(
  response: ApiResponse,
  { method, path, requestId }: Pick<ApiRequest, "method" | "path" | "requestId">,
): ApiResponse {
  const { headers } = response;
  headers["X-Request-Id"] = requestId;
  headers["X-Content-Type-Options"] = "nosniff";
  if (/^\/(?:api\/public|i)\//.test(path)) allowAnyOrigin(method, headers);
  if (method === "HEAD") response.body = null;
  return response;
}

const exposedHeaders =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-QR-Type, X-QR-Content, X-QR-Content-Encoding, X-Request-Id";

/** The public interface has no credentials, so any page may call it (decisions §4). */
function allowAnyOrigin(method: string, headers: Record<string, string>): void {
  headers["Access-Control-Allow-Origin"] = "*";
  headers["Access-Control-Expose-Headers"] = exposedHeaders;
  if (method !== "OPTIONS") return;
  headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS";
  headers["Access-Control-Allow-Headers"] = "content-type";
  headers["Access-Control-Max-Age"] = "86400";
}
