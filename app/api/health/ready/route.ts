import { describeReadiness, isDatabaseUp } from "@/lib/platform/health";

/** Where our server stands in front it answers this itself. */
export async function GET(): Promise<Response> {
  const { status, body } = describeReadiness(await isDatabaseUp());
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
