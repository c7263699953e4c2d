import { requireValid } from "@/lib/platform/validation";
import { measureLabels } from "@/lib/prints";
import { labelsMeasureSchema } from "@/lib/prints/schema";
import { answerPost, refuseMethod } from "../../../../answer-file";

export { refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };

export async function POST(request: Request): Promise<Response> {
  return answerPost(request, async (caller, body) => {
    const { ids } = requireValid(labelsMeasureSchema, body, "body");
    const measures = await measureLabels(caller, ids, request.signal);
    return Response.json(measures, { headers: { "Cache-Control": "private, no-store" } });
  });
}
