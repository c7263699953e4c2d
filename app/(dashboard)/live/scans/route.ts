import { partsOfReport } from "@/lib/analytics/schema";
import { watchSession } from "@/lib/auth";
import { hasDashboard, type Plan } from "@/lib/plans";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { requireCountable } from "@/lib/scans/live";
import { answerStream } from "../../../answer-file";
import { type Ending, streamCount, streamScans } from "../event-stream";

/**
 * The scans of the signed-in account as server-sent events, while it is signed in and its plan has them. With `code` how often
 * that code was scanned and when last, on every plan with a dashboard.
 */
export async function GET(request: Request): Promise<Response> {
  return answerStream(request, async () => {
    const codeId = new URL(request.url).searchParams.get("code");
    const allows = codeId === null ? hasLiveScans : hasDashboard;
    const { session, findNow } = await admit(allows);
    const account = { accountId: session.accountId, isSandbox: false };
    const findEnding = async (): Promise<Ending | null> => {
      const now = await findNow();
      if (now === null) return "signed_out";
      return allows(now.plan) ? null : "plan_changed";
    };
    const guard = { findEnding, signal: request.signal };
    if (codeId === null) return streamScans(account, { ...guard, since: readStamp(request) });
    await requireCountable(account, codeId);
    return streamCount(account, codeId, guard);
  });
}

/** Without this, Next would open a stream that nobody reads. */
export async function HEAD(request: Request): Promise<Response> {
  return answerStream(request, async () => {
    await admit(new URL(request.url).searchParams.has("code") ? hasDashboard : hasLiveScans);
    return null;
  });
}

async function admit(allows: (plan: Plan) => boolean) {
  const watched = await watchSession();
  if (watched === null) throw new ServiceError("not_signed_in", "Sign in to see scans live");
  if (allows(watched.session.plan)) return watched;
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
