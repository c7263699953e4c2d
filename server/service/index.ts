import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { flushKeyUses } from "@/lib/api-keys";
import { flushUses } from "@/lib/api-uses";
import { openBlocklist } from "@/lib/blocklist";
import { closeServedDomains, findServedDomain, openServedDomains } from "@/lib/domains/served";
import { answerApi, boundLargeBodies } from "@/lib/http";
import { answerMcp, mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { closeMail, warnOfNoMail } from "@/lib/platform/mail";
import { closeNotifications } from "@/lib/platform/notifications";
import { chosenEngine, warnOfDevInngest } from "@/lib/platform/queue";
import { openReplica } from "@/lib/platform/read-replica";
import { warnOfAllowedNetworks } from "@/lib/platform/safe-fetch";
import { warnOfUnknownSettings } from "@/lib/platform/setting-names";
import { closeTraces } from "@/lib/platform/tracing/open";
import { closeRateLimit, openRateLimit } from "@/lib/rate-limit";
import { answerDomainVisit } from "@/lib/redirect/domain";
import { answerVisit } from "@/lib/redirect/redirect";
import { closeRecorder, openRecorder } from "@/lib/scans/recorder";
import { openDatabases, openSalts } from "@/lib/scans/visitor";
import { closeTargets, openTargets } from "@/lib/targets";
import { warnOfPause, watchBacklog } from "@/lib/webhooks/delivery";
import { cleanupJobs } from "@/server/cleanup-jobs";
import { announceServer, openDatabaseWithSecrets } from "@/server/database";
import { createFront, type Front } from "@/server/http";
import type { Running } from "@/server/program";
import { startWorker } from "@/server/worker/engine";
import { projectRoot } from "../project-root";
import { openAssets } from "./assets";
import { createOwnAnswers, type Life } from "./health";
import { listen } from "./own-port";
import { openPageThread } from "./page-thread";
import { openPages } from "./pages";
import { openProcessMetrics } from "./process-metrics";
import { startTasks } from "./scheduler";

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
  await openSalts();
  closers.add(closeNotifications);
  closers.add(closeTargets);
  await openTargets();
  closers.add(closeServedDomains);
  await openServedDomains();
  closers.add(closeRecorder);
  await openRecorder();
}

/**
 * What delivers webhooks in this process: nothing where processes of their own do. Inngest is told of what there is to do
 * and calls back; its SDK is loaded for that alone.
 */
async function startJobs(): Promise<Pick<Running, "stop"> | null> {
  if (chosenEngine() === "inngest") return (await import("@/server/worker/hand-over")).startHandOver();
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
  // Before the database, so that a missing file ends the start with nothing changed.
  await openDatabases();
  // First opened, last closed: what the stop itself stores is told, too.
  closers.add(closeTraces);
  // Before anything that holds up the event loop: a late answer would count as none.
  closers.add(closeRateLimit);
  await openRateLimit();
  const database = await openDatabaseWithSecrets();
  closers.add(() => database.close());
  closers.add(await announceServer(database.url));
  await openReplica();
  const front = createFront({
    settings: env,
    answerApi: (request) => boundLargeBodies(request, request.path === mcpPath ? answerMcp : answerApi),
    answerVisit,
    domains: { find: findServedDomain, answer: answerDomainVisit },
    answerOwn: createOwnAnswers(life, () => pages.metrics()),
    ...(!isDevelopment && { answerAsset: openAssets(join(projectRoot, ".next", "static")) }),
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
  openProcessMetrics();
  try {
    return await open(isDevelopment, { phase: "serving" }, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Requests in flight have this long to end. */
const inFlightMs = 10_000;
/** A request that its client had sent on an idle connection before it could know has this long to arrive. */
const farewellMs = 400;
/** A turn of the loop in which hardly anything happened, and how long one is waited for. */
const shortTurnMs = 0.2;
const turnsMs = 200;

/** The sockets that are open, those also that an upgrade has taken from the server's own list. */
function trackSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** After the part of the loop's turn that takes connections and reads what came on them. */
function afterReading(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits for a moment when nobody is likely to wait for being accepted: the system resets who does when listening ends, and a
 * proxy that has sent a POST by then can't tell whether it was done. Such a moment is the end of a turn that was short.
 */
async function waitForShortTurn(): Promise<void> {
  const deadline = performance.now() + turnsMs;
  for (;;) {
    const startedAt = performance.now();
    await afterReading();
    const now = performance.now();
    if (now - startedAt < shortTurnMs || now > deadline) return;
  }
}

/**
 * Stops a front without dropping what it has taken. It stops listening first, while its clients are still content with
 * the connections they have: then none is in the queue to be accepted. Every answer from then on closes its connection,
 * idle ones are closed after a moment, and what is left after 10 seconds, or when forced, is cut.
 */
async function closeFront(
  { server, drain }: Front,
  sockets: ReadonlySet<Socket>,
  force: Promise<void>,
): Promise<void> {
  await waitForShortTurn();
  // The close of node:http would also end idle connections at once.
  const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  drain();
  if (sockets.size > 0) {
    await Promise.race([sleep(farewellMs, undefined, { ref: false }), closed, force]);
  }
  // What has come on a connection is read first: until then it counts as idle.
  await afterReading();
  server.closeIdleConnections();
  const timer = setInterval(() => void afterReading().then(() => server.closeIdleConnections()), 100);
  await Promise.race([closed, force, sleep(inFlightMs, undefined, { ref: false })]);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await closed;
}
