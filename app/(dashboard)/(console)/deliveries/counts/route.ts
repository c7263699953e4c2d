import { readLogFilter } from "@/components/webhooks/log/log-address";
import { countLog } from "@/lib/webhooks/delivery-log";
import { answerFile } from "../../../../answer-file";
import { requireWebhookCaller } from "../../callers";

export async function GET(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const params = Object.fromEntries(new URL(request.url).searchParams);
    const caller = await requireWebhookCaller(params.environment);
    const counts = await countLog(caller, readLogFilter(params));
    return Response.json(counts, { headers: { "Cache-Control": "private, no-store" } });
  });
}
