import { randomUUID } from "node:crypto";
import { once, setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type AppAnswer, callApp } from "./app-calls";
import { type Limit, Limits } from "./limits";
import { type Run, RunDriver, type SentEvent } from "./run";
import { bearerOf } from "./signature";

interface RegisteredFunction {
  id: string;
  triggers: { event?: string; cron?: string }[];
  steps: { step: { runtime: { url: string }; retries?: { attempts: number } } };
  concurrency?: number | Limit | Limit[];
  batchEvents?: { maxSize: number; timeout: string };
}

interface DoubleOptions {
  /** Set: calls are signed, and the app must name itself by it. Unset: a dev server. */
  signingKey?: string;
  eventKey?: string;
  /** First wait before a call is tried again, doubled each time. */
  retryMs?: number;
  /** How long a batch waits for more; a moment unless told. */
  batchMs?: number;
  /** What it takes itself for each call, which counts towards the function's limits. */
  callMs?: number;
  port?: number;
}

/** An Inngest server of our own: it takes events, drives the runs of the functions that registered, and tells what came. */
export class InngestDouble {
  readonly runs: Run[] = [];
  /** What was accepted: an id comes once. */
  readonly events: SentEvent[] = [];
  readonly limits = new Limits();
  /** Requests for events that it refused or that it had seen. */
  refused = 0;
  repeated = 0;
  /** While true it answers nothing: each request is cut. */
  isAway = false;
  functions: RegisteredFunction[] = [];
  /** The address that the app registered. */
  appUrl = "";
  readonly #options: DoubleOptions;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #ended = new AbortController();
  readonly #driven = new Set<Promise<void>>();
  readonly #batches = new Map<string, { events: SentEvent[]; close: () => void }>();
  /** Calls of the app for runs. */
  calls = 0;
  #url = "";

  constructor(options: DoubleOptions = {}) {
    this.#options = options;
    setMaxListeners(0, this.#ended.signal);
  }

  get url(): string {
    return this.#url;
  }

  /** Settings that a service finds it by. */
  get settings(): Record<string, string> {
    const { signingKey, eventKey = "test-event-key" } = this.#options;
    if (signingKey === undefined) return { INNGEST_DEV: this.#url };
    return { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey, INNGEST_BASE_URL: this.#url };
  }

  async open(): Promise<this> {
    this.#server.listen(this.#options.port ?? 0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Has the app register its functions, as a server that was pointed at it does. */
  sync(appUrl: string, headers: Record<string, string> = {}): Promise<AppAnswer> {
    const body = JSON.stringify({ url: appUrl });
    return callApp(appUrl, this.#options.signingKey, { method: "PUT", body, headers });
  }

  /** Starts every function that runs by the clock. */
  runCrons(): Run[] {
    const started = this.functions.filter(({ triggers }) => triggers.some(({ cron }) => cron !== undefined));
    return started.map((fn) =>
      this.#start(fn, [{ id: randomUUID(), name: "inngest/scheduled.timer", data: {}, ts: Date.now() }]),
    );
  }

  /** Resolves when every run has ended. */
  async settled(): Promise<void> {
    while (this.#driven.size > 0) await Promise.all(this.#driven);
  }

  runsOf(functionName: string): Run[] {
    return this.runs.filter(({ functionId }) => functionId.endsWith(functionName));
  }

  async close(): Promise<void> {
    this.#ended.abort();
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    // Runs are not waited for: a call that was given up in the middle of its answer may never say so.
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isAway) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "null");
    const [status, answer] = this.#answerTo(request, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }

  #answerTo({ method, url = "", headers }: IncomingMessage, body: unknown): [number, object] {
    const { signingKey, eventKey = "test-event-key" } = this.#options;
    const { pathname } = new URL(url, "http://inngest.test");
    if (method === "POST" && pathname === "/fn/register") {
      if (signingKey !== undefined && headers.authorization !== bearerOf(signingKey)) {
        return [401, { status: 401, error: "Unauthorized" }];
      }
      const app = body as { url: string; functions: RegisteredFunction[] };
      this.functions = app.functions;
      this.appUrl = app.url;
      return [200, { ok: true, status: 200, modified: true }];
    }
    if (method === "POST" && pathname.startsWith("/e/")) {
      if (signingKey !== undefined && pathname !== `/e/${eventKey}`) {
        this.refused += 1;
        return [401, { status: 401, error: "Event key not found" }];
      }
      return [200, { status: 200, ids: (body as SentEvent[]).map((event) => this.#take(event)) }];
    }
    return [404, { status: 404, error: "Not found" }];
  }

  #take(event: SentEvent): string {
    const id = event.id ?? randomUUID();
    if (this.events.some((seen) => seen.id === id && seen.name === event.name)) {
      this.repeated += 1;
      return id;
    }
    this.events.push({ ...event, id });
    for (const fn of this.functions) {
      if (!fn.triggers.some((trigger) => trigger.event === event.name)) continue;
      if (fn.batchEvents === undefined) this.#start(fn, [{ ...event, id }]);
      else this.#gather(fn, fn.batchEvents.maxSize, { ...event, id });
    }
    return id;
  }

  /** Events of one run: as many as it takes, or as come before the first has waited for its time. */
  #gather(fn: RegisteredFunction, maxSize: number, event: SentEvent): void {
    const open = this.#batches.get(fn.id);
    if (open !== undefined) {
      if (open.events.push(event) >= maxSize) open.close();
      return;
    }
    const events = [event];
    const waited = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.batchMs ?? 20);
      this.#batches.set(fn.id, {
        events,
        close: () => {
          clearTimeout(timer);
          this.#batches.delete(fn.id);
          resolve();
        },
      });
    });
    const started = waited.then(() => {
      if (this.#batches.get(fn.id)?.events === events) this.#batches.delete(fn.id);
      this.#driven.delete(started);
      if (!this.#ended.signal.aborted) this.#start(fn, events);
    });
    this.#driven.add(started);
  }

  #start(fn: RegisteredFunction, events: SentEvent[]): Run {
    const { steps, concurrency = [] } = fn;
    const limits = typeof concurrency === "number" ? [{ limit: concurrency }] : [concurrency].flat();
    const run: Run = {
      id: randomUUID(),
      functionId: fn.id,
      events,
      status: "running",
      output: null,
      ops: [],
      failures: 0,
    };
    this.runs.push(run);
    const driver = new RunDriver(run, {
      maxAttempts: (steps.step.retries?.attempts ?? 3) + 1,
      retryMs: this.#options.retryMs ?? 200,
      signal: this.#ended.signal,
      call: async (_, body, stepId) => {
        const leave = await this.limits.enter(fn.id, limits, { ...events[0] });
        this.calls += 1;
        try {
          await sleep(this.#options.callMs ?? 0);
          return await this.#call(steps.step.runtime.url, body, stepId);
        } finally {
          leave();
        }
      },
    });
    const driven = driver.drive().finally(() => this.#driven.delete(driven));
    this.#driven.add(driven);
    return run;
  }

  #call(functionUrl: string, body: string, stepId: string): Promise<AppAnswer> {
    const url = new URL(functionUrl);
    url.searchParams.set("stepId", stepId);
    const headers = { "x-inngest-req-version": "2", "x-request-id": randomUUID(), "accept-encoding": "gzip" };
    return callApp(url.href, this.#options.signingKey, {
      method: "POST",
      body,
      headers,
      signal: this.#ended.signal,
    });
  }
}
