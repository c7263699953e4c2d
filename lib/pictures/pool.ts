import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { ServiceError } from "@/lib/platform/errors";
import { FairQueue } from "@/lib/platform/fair-queue";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { bindTrace, withSpan } from "@/lib/platform/traces";
import { type PictureResult, type PictureTask, publicOwner } from "./schema";

/** One thread fewer than there are cores, so that the main thread keeps one; at least one. */
export const pictureThreads = Math.max(1, availableParallelism() - 1);
/** Pictures that wait for a thread: of everybody, of one account (four bulk calls), of all who have none together. */
const maxWaiting = 64;
const maxWaitingOfAccount = 16;
const maxWaitingOfPublic = 32;
const waitMs = 5_000;
const defaultDeadlineMs = 5_000;
/** On a busy machine a thread may take seconds to load the reader of codes. */
const startMs = 30_000;
const retryAfterSeconds = 2;

interface Pool {
  /** Null is no picture: it is answered once the thread has loaded its program. */
  piscina: Piscina<PictureTask | null, PictureResult>;
  queue: FairQueue;
  /** Resolves when the first thread is ready; undefined until one is needed, and after a failure. */
  ready: Promise<unknown> | undefined;
}

const getPool = () =>
  oncePerProcess<Pool>("picture-pool", () => {
    const filename = locateThread();
    const piscina = new Piscina<PictureTask | null, PictureResult>({
      filename,
      execArgv: [],
      minThreads: 1,
      maxThreads: pictureThreads,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      recordTiming: false,
    });
    // A thread that fails outside a picture is replaced; without a listener it would end the process.
    piscina.on("error", (err: unknown) => log.error({ err }, "a picture thread failed"));
    const ofOwner = (owner: string) => (owner === publicOwner ? maxWaitingOfPublic : maxWaitingOfAccount);
    return {
      piscina,
      queue: new FairQueue(pictureThreads, { total: maxWaiting, ofOwner, waitMs }),
      ready: undefined,
    };
  });

/**
 * Draws a picture in a low-priority thread. Owners take turns; 64 pictures wait at most, 16 of one account and 32 of the
 * public interface, each for at most 5 seconds; beyond that it is `unavailable`. A picture that takes longer than 5
 * seconds once the pool has a thread is killed with its thread and is `unavailable`, too.
 */
export function drawInPool(
  owner: string,
  task: PictureTask,
  { deadlineMs = defaultDeadlineMs, isHurried = false }: { deadlineMs?: number; isHurried?: boolean } = {},
): Promise<Exclude<PictureResult, { refused: unknown }>> {
  const pool = getPool();
  const refusal = () => overloaded("Too many pictures are being drawn at the moment");
  const { format, grade } = task;
  const attributes = { "quietzone.picture.format": format, "quietzone.picture.graded": grade };
  return withSpan("draw picture", { attributes }, () => {
    // Its place may come free in the middle of somebody else's request.
    const draw = bindTrace(() => withSpan("draw in thread", {}, () => drawInThread(pool, task, deadlineMs)));
    return pool.queue.run(owner, draw, refusal, { isHurried });
  });
}

async function drawInThread(pool: Pool, task: PictureTask, deadlineMs: number) {
  try {
    pool.ready ??= pool.piscina.run(null, { signal: AbortSignal.timeout(startMs) });
    await pool.ready;
    const result = await pool.piscina.run(task, { signal: AbortSignal.timeout(deadlineMs) });
    if (!("refused" in result)) return result;
    const { code, message, details, hint } = result.refused;
    throw new ServiceError(code, message, {
      ...(details && { details }),
      ...(hint !== undefined && { hint }),
    });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The thread is gone, or never came.
    pool.ready = undefined;
    if ((error as Error).name !== "AbortError") throw error;
    throw overloaded("The picture took too long to draw");
  }
}

/** Ends the threads; for a process that stops. Pictures in them are lost. */
export async function closePictures(): Promise<void> {
  await getPool().piscina.destroy();
}

function overloaded(message: string): ServiceError {
  return new ServiceError("unavailable", message, { retryAfterSeconds });
}

/**
 * The thread's program: the bundle in dist, beside the parts that this file was bundled into or under the working
 * folder (Next's own bundle); its source where this file itself runs from source.
 */
function locateThread(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const bundled = [here, dirname(here), join(process.cwd(), "dist")].map((folder) =>
    join(folder, "picture-thread.js"),
  );
  const files = [join(here, "picture-thread-source.mjs"), ...bundled];
  const filename = files.find((file) => existsSync(file));
  if (filename === undefined) throw new Error("dist/picture-thread.js is missing; run the build");
  return filename;
}

/** Pictures of one account that are drawn at once: fewer than it has places in the line before the threads. */
const atOnce = 6;
/** As long as a visitor would wait: a page has no way to ask again for a picture that it shows. */
const patienceMs = 25_000;
/** A few whole pages wait for them. */
const pageBounds = { total: 128, ofOwner: () => 128, waitMs: patienceMs };

interface OwnQueue {
  queue: FairQueue;
  pending: number;
}

/** The line of each account that asks for any. */
const queues = oncePerProcess("pictures of pages", () => new Map<string, OwnQueue>());

/** How long to wait after a fault before the next try; undefined where another one is of no use. */
type Pause = (fault: unknown) => number | undefined;

const whenReached: Pause = (fault) => (isOutOfReach(fault) ? retryAfterSeconds * 1_000 : undefined);
const whenAvailable: Pause = (fault) => {
  if (!(fault instanceof ServiceError)) return whenReached(fault);
  return fault.retryAfterSeconds === undefined ? undefined : fault.retryAfterSeconds * 1_000;
};

async function retry<T>(
  work: () => Promise<T>,
  { signal, endsAt, pause }: { signal: AbortSignal; endsAt: number; pause: Pause },
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw overloaded("Nobody waits for the picture any more");
    try {
      return await work();
    } catch (fault) {
      // A page's pictures don't all come back at once.
      const ms = (pause(fault) ?? Number.POSITIVE_INFINITY) * (1 + Math.random() / 2);
      if (performance.now() + ms > endsAt) throw fault;
      await sleep(ms, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Retries `work` for up to 25 seconds while the database is out of reach.
 *
 * @param signal is aborted when the browser goes: then it throws `unavailable`.
 */
export function untilReached<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return retry(work, { signal, endsAt: performance.now() + patienceMs, pause: whenReached });
}

/**
 * Draws for a page when it is its turn. A browser asks for all of a gallery at once, which is more than the line of pictures
 * that wait for a thread takes of one account. What is `unavailable` is tried again when it says, for 25 seconds in all. What
 * nobody waits for any more is not drawn. Throws `unavailable` for what no page asks for.
 *
 * @param signal is aborted when the browser goes.
 */
export async function renderForPage<T>(
  accountId: string,
  signal: AbortSignal,
  draw: () => Promise<T>,
): Promise<T> {
  const own = queues.get(accountId) ?? { queue: new FairQueue(atOnce, pageBounds), pending: 0 };
  queues.set(accountId, own);
  own.pending += 1;
  const endsAt = performance.now() + patienceMs;
  const begin = () => retry(draw, { signal, endsAt, pause: whenAvailable });
  try {
    return await own.queue.run(accountId, begin, () => overloaded("Too many pictures are asked for at once"));
  } finally {
    own.pending -= 1;
    if (own.pending === 0) queues.delete(accountId);
  }
}
