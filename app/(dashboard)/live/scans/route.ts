import { partsOfReport } from "@/lib/analytics/schema";
import { watchSession } from "@/lib/auth";
import type { Plan } from "@/lib/plans";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { answerStream } from "../../../answer-file";
import { type Ending, streamScans } from "../event-stream";

/** The scans of the signed-in account as server-sent events, while it is signed in and its plan has them. */
export async function GET(request: Request): Promise<Response> {
  return answerStream(request, async () => {
    const { session, findNow } = await admit();
    const { accountId } = session;
    const findEnding = async (): Promise<Ending | null> => {
      const now = await findNow();
      if (now === null) return "signed_out";
      return hasLiveScans(now.plan) ? null : "plan_changed";
    };
    const since = readStamp(request);
    return streamScans({ accountId, isSandbox: false }, { since, findEnding, signal: request.signal });
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
  if (watched === null) throw new ServiceError("not_signed_in", "Sign in to see scans live");
  if (hasLiveScans(watched.session.plan)) return watched;
  throw new ServiceError("plan_required", "Live scans are not part of this plan");
}

const hasLiveScans = (plan: Plan): boolean => partsOfReport(plan)?.isLive === true;

/** The stamp to go on after: of the last event a broken stream sent, else of the page's figures. Undefined: from now. */
function readStamp(request: Request): Date | undefined {
  const seen = request.headers.get("last-event-id");
  if (seen !== null && seen !== "") return parseStamp("Last-Event-ID", seen);
  const since = new URL(request.url).searchParams.get("since");
  return since === null ? undefined : parseStamp("since", since);
}

function parseStamp(field: string, text: string): Date {
  const stamp = new Date(text);
  if (!Number.isNaN(stamp.getTime()) && stamp.toISOString() === text) return stamp;
  const message = `${field} must be the id of an event of this stream, a time like 2026-11-21T09:30:00.125Z`;
  throw fieldError("validation_failed", { field, code: "invalid_format", message });
}
