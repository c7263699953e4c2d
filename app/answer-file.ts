import { unstable_rethrow } from "next/navigation";
import type { Caller } from "@/lib/accounts/schema";
import { callerOf, findSession, requireSameOrigin } from "@/lib/auth";
import { presentProblem } from "@/lib/http/errors";
import { readJsonBody } from "@/lib/http/read-body";
import { ServiceError } from "@/lib/platform/errors";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";

/** The answer of a route of the dashboard; what is thrown on the way there becomes an error body, as of the API. */
export async function answerFile(request: Request, open: () => Promise<Response>): Promise<Response> {
  try {
    return await open();
  } catch (thrown) {
    unstable_rethrow(thrown);
    return answerProblem(request, thrown, { "Cache-Control": "no-store" });
  }
}

function answerProblem(request: Request, fault: unknown, headers: Record<string, string>): Response {
  const problem = presentProblem(fault, request.headers.get("x-request-id") ?? newRequestId());
  return new Response(problem.body, {
    status: problem.status,
    headers: { ...problem.headers, "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

/** Enough for 500 ids and what is to be done with them. */
const mostBodyBytes = 64 * 1024;

/** Answers JSON from our own pages, with the visitor's session. A fault becomes an error body, as in the API. */
export function answerPost(
  request: Request,
  open: (caller: Caller, body: unknown) => Promise<Response>,
): Promise<Response> {
  return answerFile(request, async () => {
    await requireSameOrigin();
    const session = await findSession();
    if (session === null) throw new ServiceError("not_signed_in", "Sign in again, then repeat it");
    const { value } = await readJsonBody({
      headers: Object.fromEntries(request.headers),
      readBody: (most, inspect) => readStream(request, Math.min(most, mostBodyBytes), inspect),
    });
    return open(callerOf(session), value);
  });
}

export async function refuseMethod(request: Request): Promise<Response> {
  const message = `This address takes POST, not ${request.method}`;
  return answerProblem(request, new ServiceError("method_not_allowed", message), { Allow: "POST" });
}

/** What keeps every proxy on the way from holding events back: none may store, change (compress) or buffer them. */
const eventHeaders = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** The answer of a stream of events; a fault becomes an error body, as in `answerFile`. */
export function answerStream(
  request: Request,
  open: () => Promise<ReadableStream<Uint8Array> | null>,
): Promise<Response> {
  return answerFile(request, async () => new Response(await open(), { headers: eventHeaders }));
}

/** A client that reads nothing for so long counts as gone. */
const usualPatienceMs = 30_000;
/** A client that reads more slowly than this for longer than that holds a place that others wait for. */
const leastBytesPerSecond = 8 * 1024;

/**
 * Pieces of text or bytes as a body that is made at the pace of its reader, and only while it is read. The first
 * piece is asked for at once, so that what is refused is an answer of its own instead of a broken file. A reader that takes nothing
 * for 30 seconds, or less than 8 KiB a second for longer, ends it.
 *
 * @param read makes the pieces until its signal is aborted.
 */
export async function streamBody(
  read: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>,
  { gone, patienceMs = usualPatienceMs }: { gone: AbortSignal; patienceMs?: number },
): Promise<ReadableStream<Uint8Array>> {
  const end = new AbortController();
  const signal = AbortSignal.any([gone, end.signal]);
  signal.throwIfAborted();
  const pieces = read(signal);
  signal.addEventListener("abort", () => void pieces.return(undefined), { once: true });
  const encoder = new TextEncoder();
  let first: IteratorResult<string | Uint8Array> | undefined = await pieces.next();
  let patience: NodeJS.Timeout | undefined;
  let leftMs = patienceMs;
  let givenAt: number | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(patience);
      if (givenAt !== undefined) leftMs -= performance.now() - givenAt;
      const piece = first ?? (await pieces.next());
      first = undefined;
      signal.throwIfAborted();
      if (piece.done === true) return controller.close();
      const bytes = typeof piece.value === "string" ? encoder.encode(piece.value) : piece.value;
      controller.enqueue(bytes);
      givenAt = performance.now();
      leftMs = Math.min(patienceMs, leftMs + (bytes.length / leastBytesPerSecond) * 1000);
      patience = setTimeout(
        () => {
          end.abort();
          controller.error(end.signal.reason);
        },
        Math.min(patienceMs, leftMs),
      );
    },
    cancel() {
      clearTimeout(patience);
      end.abort();
    },
  });
}
