import { goalsScript } from "@/lib/goals";

/** Where no front answers it first: serverless and plain `next start`. */
export function GET(request: Request): Response {
  const { status, headers, body } = goalsScript(request.headers.get("if-none-match"));
  return new Response(body, { status, headers });
}
