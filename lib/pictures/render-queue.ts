import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@/lib/platform/errors";
import { FairQueue } from "@/lib/platform/fair-queue";
import { oncePerProcess } from "@/lib/platform/process-state";

/** Pictures of one account that are drawn at once: fewer than it has places in the line before the threads. */
const atOnce = 6;
/** As long as a visitor would wait: a page has no way to ask again for a picture that it shows. */
const patienceMs = 30_000;
/** A few whole pages wait for them. */
const bounds = { total: 128, ofOwner: () => 128, waitMs: patienceMs };

interface OwnQueue {
  queue: FairQueue;
  pending: number;
}

/** The line of each account that asks for any. */
const queues = oncePerProcess("pictures of pages", () => new Map<string, OwnQueue>());

/**
 * Draws for a page when it is its turn. A browser asks for all of a gallery at once, which is more than the line of pictures
 * that wait for a thread takes of one account. What is `unavailable` is tried again when it says, for 30 seconds. What nobody
 * waits for any more is not drawn. Throws `unavailable` for what no page asks for.
 *
 * @param signal is aborted when the browser goes.
 */
export async function renderForPage<T>(
  accountId: string,
  signal: AbortSignal,
  draw: () => Promise<T>,
): Promise<T> {
  const own = queues.get(accountId) ?? { queue: new FairQueue(atOnce, bounds), pending: 0 };
  queues.set(accountId, own);
  own.pending += 1;
  const begin = async () => {
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      if (signal.aborted) throw unavailable("Nobody waits for the picture any more");
      try {
        return await draw();
      } catch (fault) {
        const seconds = fault instanceof ServiceError ? fault.retryAfterSeconds : undefined;
        if (seconds === undefined || performance.now() + seconds * 1000 > endsAt) throw fault;
        await sleep(seconds * 1000);
      }
    }
  };
  try {
    return await own.queue.run(accountId, begin, () =>
      unavailable("Too many pictures are asked for at once"),
    );
  } finally {
    own.pending -= 1;
    if (own.pending === 0) queues.delete(accountId);
  }
}

function unavailable(message: string): ServiceError {
  return new ServiceError("unavailable", message, { retryAfterSeconds: 2 });
}
