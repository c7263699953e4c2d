import { getLogDelivery } from "@/lib/webhooks/delivery-log";
import { answerFile } from "../../../../../answer-file";
import { requireWebhookCaller } from "../../../callers";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ delivery: string }> },
): Promise<Response> {
  return answerFile(request, async () => {
    const caller = await requireWebhookCaller(new URL(request.url).searchParams.get("environment"));
    const delivery = await getLogDelivery(caller, (await params).delivery);
    return Response.json(delivery, { headers: { "Cache-Control": "private, no-store" } });
  });
}
