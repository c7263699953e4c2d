import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { LabelJob, LabelSheets } from "./label-thread";
import type { LabelTask } from "./task";

/** From the moment that an order is given: it may wait for three others, and holds up the next ones no longer. */
const deadlineMs = 90_000;
/** How often progress is sent, even without any: an idle connection would be cut. */
const heartbeatMs = 10_000;
/** Renderer, reader and fonts are given back once nobody prints any more. */
const idleMs = 60_000;

const getPool = () =>
  oncePerProcess("label-pool", () => {
    const piscina = new Piscina<LabelJob, LabelSheets>({
      filename: locateThread(),
      execArgv: [],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      recordTiming: false,
    });
    // A thread that fails outside a sheet is replaced; without a listener it would end the process.
    piscina.on("error", (err: unknown) => log.error({ err }, "a label thread failed"));
    return piscina;
  });

/**
 * Draws label sheets and reads them back in a low-priority thread, one order at a time; yields how many labels were
 * read and returns the sheets. An abort ends the thread. Throws `unavailable` after 90 seconds.
 */
export async function* printInPool(
  task: LabelTask,
  signal: AbortSignal,
): AsyncGenerator<number, LabelSheets> {
  const { port1, port2 } = new MessageChannel();
  const deadline = AbortSignal.timeout(deadlineMs);
  const state = { read: 0, isOver: false, wake: () => {} };
  port1.on("message", (read: number) => {
    state.read = read;
    state.wake();
  });
  const running = getPool()
    .run({ task, port: port2 }, { signal: AbortSignal.any([signal, deadline]), transferList: [port2] })
    .finally(() => {
      state.isOver = true;
      state.wake();
    });
  running.catch(() => undefined);
  try {
    for (let reported = 0; !state.isOver; ) {
      if (state.read === reported) await untilWoken(state);
      reported = state.read;
      if (!state.isOver) yield reported;
    }
    return await running;
  } catch (fault) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw fault;
    throw new ServiceError("unavailable", "The sheets took too long to draw; print fewer labels at once", {
      retryAfterSeconds: 60,
    });
  } finally {
    port1.close();
  }
}

async function untilWoken(state: { wake: () => void }): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((wake) => {
    state.wake = wake;
    timer = setTimeout(wake, heartbeatMs);
  });
  clearTimeout(timer);
}

/** Ends the threads; for a process that stops. Sheets in them are lost. */
export async function closePrints(): Promise<void> {
  await getPool().destroy();
}

/** The thread's program: in dist where this is a bundle, its source where this file itself runs from source. */
function locateThread(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const bundled = [here, dirname(here), join(process.cwd(), "dist")].map((folder) =>
    join(folder, "label-thread.js"),
  );
  const files = [join(here, "label-thread-source.mjs"), ...bundled];
  const filename = files.find((file) => existsSync(file));
  if (filename === undefined) throw new Error("dist/label-thread.js is missing; run the build");
  return filename;
}
