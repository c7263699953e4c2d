import { readLogFilter } from "@/components/webhooks/log/log-address";
import { watchSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { answerStream } from "../answer-stream";
import type { Ending } from "../event-stream";
import { streamLog } from "./stream-log";

/**
 * What is new and what changes in a log of deliveries as server-sent events, while its account is signed in and its plan has
 * webhooks. The address says which log, as that of its page does.
 */
export async function GET(request: Request): Promise<Response> {
  return answerStream(request, async () => {
    const { session, findNow } = await admit();
    const findEnding = async (): Promise<Ending | null> => {
      const now = await findNow();
      if (now === null) return "signed_out";
      return hasApiAccess(now.plan) ? null : "plan_changed";
    };
    const params = Object.fromEntries(new URL(request.url).searchParams);
    const environment = params.environment === "sandbox" ? "sandbox" : "production";
    const followed = { accountId: session.accountId, environment, ...readLogFilter(params) } as const;
    return streamLog(followed, { findEnding, signal: request.signal });
  });
}

/** Without this, Next would open a stream that nobody reads. */
export async function HEAD(request: Request): Promise<Response> {
  return answerStream(request, async () => {
    await admit();
    return null;
  });
}

async function admit() {
  const watched = await watchSession();
  if (watched === null) throw new ServiceError("not_signed_in", "Sign in to see deliveries as they are made");
  if (hasApiAccess(watched.session.plan)) return watched;
  throw new ServiceError("plan_required", "Webhooks are part of the Developer and Pro plans");
}
