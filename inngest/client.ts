import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClientOptions, Inngest, type Logger } from "inngest";
import { env, type InngestSettings } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Where an app registers, at whatever Inngest. */
const registration = /\/fn\/register$/;

/** The next registration is a call of its own after so long, and when the last has ended. */
const sharedMs = 1_000;

/** A server that takes a connection and says nothing is given up after so long. */
const answerMs = 10_000;
const devServer = "http://localhost:8288/";

type Level = "debug" | "info" | "warn" | "error";

/** What the SDK says goes to our log: its first object may hold an error, the rest is text of its own. */
function createLogger(levels: Record<Level, Level>): Logger {
  const at =
    (level: Level) =>
    (...said: unknown[]) => {
      const fields = said.find((one) => typeof one === "object" && one !== null) as
        | { err?: unknown }
        | undefined;
      const text = said.find((one) => typeof one === "string") as string | undefined;
      const err = fields instanceof Error ? fields : fields?.err;
      log[level](err === undefined ? {} : { err }, `Inngest: ${text ?? "no message"}`);
    };
  return {
    debug: at(levels.debug),
    info: at(levels.info),
    warn: at(levels.warn),
    error: at(levels.error),
  };
}

/** A step that fails is tried again, and anybody can send us what is not signed: neither is an error of the service. */
const workLogger = createLogger({ debug: "debug", info: "debug", warn: "warn", error: "warn" });
const ownLogger = createLogger({ debug: "debug", info: "debug", warn: "info", error: "warn" });

/** Calls with a deadline, all aborted with `ended`. `AbortSignal.any` would leak on a signal that lives as long as the process. */
function callUntil(ended: AbortSignal): typeof fetch {
  // One for each call of the last seconds.
  setMaxListeners(0, ended);
  return async (address, init) => {
    ended.throwIfAborted();
    const call = new AbortController();
    const giveUp = () => call.abort(ended.reason);
    ended.addEventListener("abort", giveUp, { once: true });
    setTimeout(() => {
      ended.removeEventListener("abort", giveUp);
      call.abort(new DOMException(`No answer within ${answerMs} ms`, "TimeoutError"));
    }, answerMs).unref();
    return await fetch(address, { ...init, signal: call.signal });
  };
}

/**
 * The client for Inngest. Each step is its own request, so that Inngest knows the result of an attempt before anything
 * else runs. AI monitoring is off: it would set up tracing for the whole process.
 */
export function createClient(
  settings: Omit<InngestSettings, "concurrency">,
  ended = new AbortController().signal,
) {
  const { eventKey, signingKey, signingKeyFallback, isDev } = settings;
  const baseUrl = settings.baseUrl ?? (isDev ? devServer : undefined);
  return new Inngest({
    id: "quietzone",
    isDev,
    checkpointing: false,
    aiMetadata: false,
    sessionPropagation: false,
    logger: workLogger,
    internalLogger: ownLogger,
    fetch: shareRegistrations(callUntil(ended)),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(eventKey === undefined ? {} : { eventKey }),
    ...(signingKey === undefined ? {} : { signingKey }),
    ...(signingKeyFallback === undefined ? {} : { signingKeyFallback }),
  });
}

export type Client = ReturnType<typeof createClient>;

const ending = new AbortController();
let made: Client | undefined;

/** The client of this process; null where Inngest is not set up. */
export function findClient(): Client | null {
  if (env.inngest === undefined) return null;
  made ??= createClient(env.inngest, ending.signal);
  return made;
}

/** Gives up the calls of this process's client: what it was telling Inngest of waits in the database. */
export function closeClient(): void {
  ending.abort();
}

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Registrations within the same second share one call to Inngest; one with an earlier key is separate. */
function shareRegistrations(call: Fetch): Fetch {
  const shared = new Map<string, Promise<{ text: string; status: number }>>();

  async function ask(...request: Parameters<Fetch>) {
    const response = await call(...request);
    return { text: await response.text(), status: response.status };
  }

  return async (address, init) => {
    if (!registration.test(new URL(String(address)).pathname)) return call(address, init);
    const key = new Headers(init?.headers).get("authorization") ?? "";
    let asked = shared.get(key);
    if (asked === undefined) {
      asked = ask(address, init);
      shared.set(key, asked);
      const over = sleep(sharedMs, undefined, { ref: false });
      void Promise.allSettled([asked, over]).then(() => shared.delete(key));
    }
    const { text, status } = await asked;
    return new Response(text === "" ? null : text, { status });
  };
}
