import { presentFileName } from "@/lib/platform/http";
import { requireValid } from "@/lib/platform/validation";
import { makeFiles } from "@/lib/prints";
import { filesOrderSchema } from "@/lib/prints/schema";
import { answerPost, refuseMethod, streamBody } from "../../../answer-file";

export { refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };

export async function POST(request: Request): Promise<Response> {
  return answerPost(request, async (caller, body) => {
    const order = requireValid(filesOrderSchema, body, "body");
    const read = (signal: AbortSignal) => makeFiles(caller, order, signal);
    return new Response(await streamBody(read, { gone: request.signal }), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": presentFileName("quietzone-codes.zip", "attachment"),
        "Cache-Control": "private, no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  });
}
