import { presentProblem } from "@/lib/http/errors";
import { newRequestId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/validation";
import { printLabels } from "@/lib/prints";
import { labelsOrderSchema } from "@/lib/prints/schema";
import { answerPost, refuseMethod, streamBody } from "../../../answer-file";

export { refuseMethod as DELETE, refuseMethod as GET, refuseMethod as PATCH, refuseMethod as PUT };

/** Bytes of a piece of the file, divisible by three: base64 then has no padding but at its end. */
const pieceBytes = 48 * 1024;

type Printing = ReturnType<typeof printLabels>;

/** Label sheets as NDJSON: the number of labels, then `{read, of}`, last `{done, pdf}` in base64 or `{problem}` and no file. */
export async function POST(request: Request): Promise<Response> {
  return answerPost(request, async (caller, body) => {
    const order = requireValid(labelsOrderSchema, body, "body");
    const requestId = request.headers.get("x-request-id") ?? newRequestId();
    const read = (signal: AbortSignal) => writeLines(printLabels(caller, order, signal), requestId, signal);
    return new Response(await streamBody(read, { gone: request.signal }), {
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Cache-Control": "private, no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  });
}

async function* writeLines(
  printing: Printing,
  requestId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    let isBegun = false;
    try {
      let step = await printing.next();
      for (; step.done !== true; step = await printing.next()) {
        isBegun = true;
        yield `${JSON.stringify(step.value)}\n`;
      }
      const { done, bytes } = step.value;
      yield `{"done":${JSON.stringify(done)},"pdf":"`;
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield Buffer.from(bytes.subarray(at, at + pieceBytes)).toString("base64");
      }
      yield `"}\n`;
    } catch (thrown) {
      // Before its first line an answer has a status of its own; a client that has left gets nothing.
      if (!isBegun || signal.aborted) throw thrown;
      yield `{"problem":${presentProblem(thrown, requestId).body}}\n`;
    }
  } finally {
    await printing.return(undefined as never);
  }
}
