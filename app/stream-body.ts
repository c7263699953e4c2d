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
