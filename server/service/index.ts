import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics } from "prom-client";
import { flushKeyUses } from "@/lib/api-keys";
import { flushUses } from "@/lib/api-uses";
import { openBlocklist } from "@/lib/blocklist";
import { answerApi, boundLargeBodies } from "@/lib/http";
import { answerMcp, mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { closeMail, warnOfNoMail } from "@/lib/platform/mail";
import { registry } from "@/lib/platform/metrics";
import { closeNotifications } from "@/lib/platform/notifications";
import { chosenEngine, warnOfDevInngest } from "@/lib/platform/queue";
import { warnOfAllowedNetworks } from "@/lib/platform/safe-fetch";
import { warnOfUnknownSettings } from "@/lib/platform/setting-names";
import { closeTraces } from "@/lib/platform/tracing/open";
import { openRateLimit } from "@/lib/rate-limit";
import { answerVisit } from "@/lib/redirect/redirect";
import { closeRecorder, openRecorder } from "@/lib/scans/recorder";
import { openPlaces } from "@/lib/scans/visitor";
import { closeTargets, openTargets } from "@/lib/targets";
import { warnOfPause, watchBacklog } from "@/lib/webhooks/delivery";
import { cleanupJobs } from "@/server/cleanup-jobs";
import { createFront } from "@/server/http";
import { announceServer, openDatabaseWithSecrets } from "../database";
import type { Running } from "../program";
import { startWorker } from "../worker/engine";
import { createOwnAnswers, type Life } from "./health";
import { listen } from "./own-port";
import { openPageThread } from "./page-thread";
import { openPages } from "./pages";
import { startTasks } from "./scheduler";
import { closeFront, trackSockets } from "./shutdown";

/** What was opened on the way up, closed in the opposite order on the way down. */
class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** Closes everything; a fault in one doesn't keep the others open. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) {
      await close().catch((err: unknown) => log.error({ err }, "something could not be closed"));
    }
  }
}

/** Makes ready what a short URL needs, so that the first visit finds it. */
async function openRedirect(closers: Closers): Promise<void> {
  await openPlaces();
  closers.add(closeNotifications);
  closers.add(closeTargets);
  await openTargets();
  closers.add(closeRecorder);
  await openRecorder();
}

/**
 * What delivers webhooks in this process: nothing where processes of their own do. Inngest is told of what there is to do
 * and calls back; its SDK is loaded for that alone.
 */
async function startJobs(): Promise<Pick<Running, "stop"> | null> {
  if (chosenEngine() === "inngest") return (await import("../worker/hand-over")).startHandOver();
  return env.worker === "server" ? startWorker() : null;
}

/** Balancers that ask whether we are ready have this long to hear that we are not; until then all is as before. */
async function awaitLeave(force: Promise<void>): Promise<void> {
  if (env.shutdownDelaySeconds === 0) return;
  await Promise.race([sleep(env.shutdownDelaySeconds * 1_000, undefined, { ref: false }), force]);
}

/** Opens the database, the pages and the port. */
async function open(isDevelopment: boolean, life: Life, closers: Closers): Promise<Running> {
  warnOfUnknownSettings();
  warnOfAllowedNetworks();
  warnOfDevInngest();
  warnOfNoMail();
  openBlocklist();
  // First opened, last closed: what the stop itself stores is told, too.
  closers.add(closeTraces);
  // Before anything that holds up the event loop: a late answer would count as none.
  await openRateLimit();
  const database = await openDatabaseWithSecrets();
  closers.add(() => database.close());
  closers.add(await announceServer(database.url));
  const front = createFront({
    settings: env,
    answerApi: (request) => boundLargeBodies(request, request.path === mcpPath ? answerMcp : answerApi),
    answerVisit,
    answerOwn: createOwnAnswers(life, () => pages.metrics()),
    servePage: (request, response) => pages.serve(request, response),
    isDevelopment,
  });
  const sockets = trackSockets(front.server);
  const pages = await (isDevelopment ? openPages(true, env.port, front.server) : openPageThread());
  closers.add(() => pages.close());
  await openRedirect(closers);
  await listen(front.server, env.port, "PORT");
  // What requests have left to be done: their uses of keys, their mails.
  closers.add(() => Promise.all([flushKeyUses(), flushUses(), closeMail()]));
  const tasks = startTasks(cleanupJobs);
  closers.add(() => tasks.stop());
  watchBacklog();
  await warnOfPause();
  const jobs = await startJobs();
  return {
    async stop(force) {
      life.phase = "stopping";
      await awaitLeave(force);
      await pages.endLive();
      // A browser that waits for reloads would hold a development server for long.
      const serverClosed = closeFront(front, sockets, isDevelopment ? Promise.resolve() : force);
      // Deliveries end beside requests, so that the stop takes as long as the longer of the two.
      await Promise.all([serverClosed, jobs?.stop(force)]);
      await closers.close();
    },
  };
}

/**
 * Starts the service: database, migrations, pages, port. Throws SettingsError or an Error with one sentence, and then
 * leaves nothing running.
 */
export async function startService(isDevelopment: boolean): Promise<Running> {
  const closers = new Closers();
  collectDefaultMetrics({ register: registry });
  try {
    return await open(isDevelopment, { phase: "serving" }, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}
