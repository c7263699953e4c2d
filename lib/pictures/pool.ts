import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { PictureResult, PictureTask } from "./schema";

/** One thread fewer than there are cores, so that the main thread keeps one; at least one. */
const threads = Math.max(1, availableParallelism() - 1);
const maxWaiting = 64;
const waitMs = 5_000;
const defaultDeadlineMs = 5_000;

interface Pool {
  piscina: Piscina<PictureTask, PictureResult>;
  running: number;
  waiting: (() => void)[];
}

const getPool = () =>
  oncePerProcess<Pool>("picture-pool", () => {
    const filename = locateThread();
    const piscina = new Piscina<PictureTask, PictureResult>({
      filename,
      execArgv: [],
      minThreads: 1,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      recordTiming: false,
    });
    // A thread that fails outside a picture is replaced; without a listener it would end the process.
    piscina.on("error", (err: unknown) => log.error({ err }, "a picture thread failed"));
    return { piscina, running: 0, waiting: [] };
  });

/**
 * Draws a picture in a low-priority thread. At most 64 wait, each for at most 5 seconds; beyond that it is
 * `unavailable`. A picture that takes longer
 * than 5 seconds from the moment it is begun is killed with its thread and is `unavailable`, too.
 */
export async function drawInPool(
  task: PictureTask,
  deadlineMs = defaultDeadlineMs,
): Promise<Exclude<PictureResult, { refused: unknown }>> {
  const pool = getPool();
  await takeTurn(pool);
  try {
    const result = await pool.piscina.run(task, { signal: AbortSignal.timeout(deadlineMs) });
    if (!("refused" in result)) return result;
    const { code, message, details, hint } = result.refused;
    throw new ServiceError(code, message, {
      ...(details && { details }),
      ...(hint !== undefined && { hint }),
    });
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    throw overloaded("The picture took too long to draw");
  } finally {
    const next = pool.waiting.shift();
    if (next === undefined) pool.running -= 1;
    else next();
  }
}

/** Ends the threads; for a process that stops. Pictures in them are lost. */
export async function closePictures(): Promise<void> {
  await getPool().piscina.destroy();
}

/** Waits for a free thread, at most 5 seconds. Whoever ends hands its turn to the first that waits. */
async function takeTurn(pool: Pool): Promise<void> {
  if (pool.running < threads) {
    pool.running += 1;
    return;
  }
  if (pool.waiting.length >= maxWaiting) throw overloaded("Too many pictures are being drawn at the moment");
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      pool.waiting.splice(pool.waiting.indexOf(begin), 1);
      reject(overloaded("Too many pictures are being drawn at the moment"));
    }, waitMs);
    pool.waiting.push(begin);
  });
}

function overloaded(message: string): ServiceError {
  return new ServiceError("unavailable", message, { retryAfterSeconds: 2 });
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
