import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ListenOptions } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { counter, gauge, type Metrics } from "@/lib/platform/metrics";
import { answerPageThread, copyState, openCalls } from "@/lib/platform/process-state";
import { currentTraceParent } from "@/lib/platform/traces";
import { projectRoot } from "../project-root";
import { connectPages, forward, type PageConnections, pagesAway } from "./forward";
import type { PageAddress, PageCommand } from "./page-server";
import type { Pages } from "./pages";

/** What the thread has from here: the database as it was opened, the key as it was checked, and what proves the front. */
const shared = ["client address secret", "database location", "encryption key check", "encryption"];
/** A thread that isn't up by then won't be. */
const openMs = 60_000;
/** A thread that ended is begun again after the first pause, and one that can't begin after the second. */
const pauseMs = 100;
const failedPauseMs = 2_000;
/** So often the thread is asked whether it still runs, and so long one call of it may take. */
const watchMs = 5_000;
const silenceMs = 30_000;
const briefMs = 1_000;
/** Mails that forms have caused are tried for 20 seconds. */
const closeMs = 30_000;
/** The longest path of a Unix socket is 103 bytes (macOS; Linux 107). */
const maxSocketBytes = 103;

const starts = counter({
  name: "quietzone_page_thread_starts_total",
  help: "Times that the thread which renders pages was started.",
});

interface PageServer {
  connections: PageConnections;
  ask(name: PageCommand, ...args: unknown[]): Promise<unknown>;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  end(): Promise<unknown>;
}

/** Rejects after a time, so that nothing waits for a thread that hangs. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} seconds`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A socket in a folder that only this user enters; loopback where there is no such folder, or its path is too long. */
async function chooseSocket(): Promise<{ folder: string | null; listen: ListenOptions }> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-pages-")).catch(() => null);
  const path = folder === null ? "" : join(folder, "socket");
  const isFit = path !== "" && Buffer.byteLength(path) <= maxSocketBytes && process.platform !== "win32";
  return { folder, listen: isFit ? { path } : { host: "127.0.0.1", port: 0 } };
}

/** Starts a thread; throws, with nothing left running, unless it serves within its time. */
async function beginServer(): Promise<PageServer> {
  const { folder, listen } = await chooseSocket();
  const worker = new Worker(join(projectRoot, "dist", "pages.js"), { workerData: copyState(shared) });
  const calls = openCalls(worker, answerPageThread);
  worker.on("error", (err) => log.error({ err }, "an error of pages was not handled; their thread ends"));
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      calls.close(new Error("their thread has ended"));
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      resolve();
    });
  });
  const ask = (name: PageCommand, ...args: unknown[]) => calls.ask(name, args);
  const end = () => worker.terminate();
  try {
    const connections = connectPages((await within(openMs, ask("open", listen))) as PageAddress);
    void ended.then(() => connections.agent.destroy());
    starts.inc();
    return { connections, ask, ended, end };
  } catch (error) {
    await end();
    const reason = (error as Error).message.replace(/\.$/, "");
    throw new Error(`The pages can't be served: ${reason}.`, { cause: error });
  }
}

/** Keeps a thread that serves pages: one that ends or hangs is replaced. */
class PageThread implements Pages {
  #server: PageServer | undefined;
  #isClosing = false;
  /** What it counted last: the metrics of a thread that doesn't answer don't fall to nothing. */
  #counted: Metrics = [];

  async open(): Promise<void> {
    this.#keep(await beginServer());
  }

  get isUp(): boolean {
    return this.#server !== undefined;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (this.#server === undefined) throw pagesAway();
    await forward(this.#server.connections, request, response);
    if (currentTraceParent() !== null) return this.#ask(briefMs, "routeOf", request.headers["x-request-id"]);
  }

  async endLive(): Promise<void> {
    await this.#ask(briefMs, "endLive");
  }

  async metrics(): Promise<Metrics> {
    const counted = (await this.#ask(briefMs, "metrics")) as Metrics | undefined;
    this.#counted = counted ?? this.#counted;
    return this.#counted;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const server = this.#server;
    await this.#ask(closeMs, "close");
    await server?.end();
    await server?.ended;
  }

  /** Undefined where there is no answer in time. */
  async #ask(ms: number, name: PageCommand, ...args: unknown[]): Promise<unknown> {
    return (
      this.#server &&
      within(ms, this.#server.ask(name, ...args)).catch((err: unknown) => {
        log.warn({ err }, "the thread of pages did not answer");
      })
    );
  }

  #keep(server: PageServer): void {
    this.#server = server;
    const watch = setInterval(() => {
      within(silenceMs, server.ask("metrics")).catch(server.end);
    }, watchMs).unref();
    void server.ended.then(() => {
      clearInterval(watch);
      this.#server = undefined;
      if (this.#isClosing) return;
      log.error({}, "the thread of pages has ended and is started again");
      void this.#beginAgain();
    });
  }

  async #beginAgain(): Promise<void> {
    for (let waitMs = pauseMs; ; waitMs = failedPauseMs) {
      await sleep(waitMs, undefined, { ref: false });
      if (this.#isClosing) return;
      const server = await beginServer().catch((err: unknown) =>
        log.error({ err }, "pages can't be served yet"),
      );
      if (!server) continue;
      if (this.#isClosing) return void server.end();
      return this.#keep(server);
    }
  }
}

/** Starts the pages in a thread of their own, so that rendering one never delays a short URL. Throws a sentence. */
export async function openPageThread(): Promise<Pages> {
  const pages = new PageThread();
  gauge({
    name: "quietzone_pages_up",
    help: "1 while the thread that renders pages runs; 0 while it is started again.",
    collect() {
      this.set(pages.isUp ? 1 : 0);
    },
  });
  await pages.open();
  return pages;
}
