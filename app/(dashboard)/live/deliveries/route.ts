import { readLogFilter } from "@/components/webhooks/log/log-address";
import { watchSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { followLog } from "@/lib/webhooks/delivery-log-feed";
import type { LogRow } from "@/lib/webhooks/schema";
import { answerStream } from "../../../answer-file";
import { type Ending, streamEvents } from "../event-stream";

/** New and changed deliveries of the log in the address, as server-sent events, while the session and the plan allow it. */
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
  if (watched === null) throw new ServiceError("not_signed_in", "Sign in to see deliveries live");
  if (hasApiAccess(watched.session.plan)) return watched;
  throw new ServiceError("plan_required", "Webhooks are part of the Developer and Pro plans");
}

type Followed = Parameters<typeof followLog>[0];

/** Sends `rows` with `{rows, isTop}`, the newest first. Throws `rate_limited` (account) or `unavailable` (process). */
function streamLog(
  followed: Followed,
  guard: Parameters<typeof streamEvents>[0],
): ReadableStream<Uint8Array> {
  return streamEvents(guard, (stream) => {
    let isBehind = false;
    const follow = () =>
      followLog(followed, {
        onRows(rows: readonly LogRow[], isTop: boolean) {
          isBehind ||= !stream.hasRoom;
          if (!isBehind) stream.tell("rows", { rows, isTop });
        },
        onState: (state) => (state === "ended" ? stream.end("stopping") : stream.sendState(state)),
      });
    let stop = follow();
    return {
      resume() {
        if (!isBehind) return;
        isBehind = false;
        stop();
        // A reader that was too slow starts over with the newest.
        stop = follow();
      },
      stop: () => stop(),
    };
  });
}
