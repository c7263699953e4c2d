/** Whoever takes no piece for so long has gone. */
const usualPatienceMs = 30_000;

interface Reader {
  /** Is aborted when the reader goes. */
  gone: AbortSignal;
  patienceMs?: number;
}

/**
 * Pieces of text or bytes as a body that is read at the pace of whoever takes it, and made no longer than somebody does. The first
 * piece is asked for at once, so that what is refused is an answer of its own instead of a broken file.
 *
 * @param read makes the pieces until its signal is aborted.
 */
export async function streamBody(
  read: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>,
  { gone, patienceMs = usualPatienceMs }: Reader,
): Promise<ReadableStream<Uint8Array>> {
  const end = new AbortController();
  const signal = AbortSignal.any([gone, end.signal]);
  signal.throwIfAborted();
  const pieces = read(signal);
  signal.addEventListener("abort", () => void pieces.return(undefined), { once: true });
  const encoder = new TextEncoder();
  let first: IteratorResult<string | Uint8Array> | undefined = await pieces.next();
  let patience: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(patience);
      const piece = first ?? (await pieces.next());
      first = undefined;
      signal.throwIfAborted();
      if (piece.done === true) return controller.close();
      controller.enqueue(typeof piece.value === "string" ? encoder.encode(piece.value) : piece.value);
      patience = setTimeout(() => {
        end.abort();
        controller.error(end.signal.reason);
      }, patienceMs);
    },
    cancel() {
      clearTimeout(patience);
      end.abort();
    },
  });
}
