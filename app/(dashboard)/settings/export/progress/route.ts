import { requireSession } from "@/lib/auth";
import { findProgress } from "@/lib/exports";
import { answerFile } from "../../../../answer-file";

export async function GET(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const { accountId } = await requireSession();
    const headers = { "Cache-Control": "private, no-store", Vary: "Cookie" };
    return Response.json({ progress: findProgress(accountId) }, { headers });
  });
}
