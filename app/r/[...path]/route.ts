import { thenHandOver } from "@/inngest/after-answer";
import { env } from "@/lib/platform/env";
import { newRequestId } from "@/lib/platform/ids";
import { findClientAddress, isFromTrustedProxy } from "@/lib/platform/ip-address";
import { answerVisit } from "@/lib/redirect/redirect";

/** Short URLs for serverless and plain `next start`, where no change is notified: each visit reads its target. */
async function answerNextVisit(request: Request): Promise<Response> {
  const headers = Object.fromEntries(request.headers);
  const forwardedFor = request.headers.get("x-forwarded-for");
  if (!isFromTrustedProxy(forwardedFor, env.trustedProxies)) {
    for (const name of [env.geoCountryHeader, env.geoCityHeader])
      if (name !== undefined) delete headers[name];
  }
  const url = new URL(request.url);
  const {
    status,
    headers: sent,
    body,
  } = await answerVisit({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    clientAddress: findClientAddress(forwardedFor, env.trustedProxies),
    requestId: newRequestId(),
  });
  return new Response(request.method === "HEAD" ? null : (body as BodyInit | null), {
    status,
    headers: sent,
  });
}

/** A visit is a scan, of which an event may tell. */
const answer = thenHandOver(answerNextVisit, ({ method }) => method === "GET");

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
