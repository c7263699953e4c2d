import { Agent, type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { env } from "./env";
import { log } from "./log";
import {
  exchange,
  type FaultCode,
  FetchFault,
  flattenHeaders,
  maxBodyBytes,
  openConnection,
  readBeginning,
} from "./outgoing/connection";
import { resolveVetted } from "./outgoing/resolve";
import { type OutgoingRules, readRules } from "./outgoing/rules";
import { type Destination, readUrl, type UrlFault } from "./outgoing/url";

const faultAtDeadline: Record<Phase, FaultCode> = {
  resolve: "dns_error",
  connect: "timeout",
  tls: "tls_error",
  permission: "given_up",
  answer: "timeout",
};

/** One deadline over all that an attempt does. At its end, or when it is given up, what is open is destroyed. */
class Attempt {
  readonly startedAt = performance.now();
  phase: Phase = "resolve";
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #giveUp = () => this.#end("given_up");
  readonly #outer: AbortSignal | undefined;
  #socket: Socket | undefined;
  /** Never settles but by a rejection; every wait of the attempt races with it. */
  readonly #ended: Promise<never>;

  constructor(deadlineMs: number, outer: AbortSignal | undefined) {
    this.#ended = new Promise((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason as FetchFault), { once: true });
    });
    this.#ended.catch(() => {});
    this.#timer = setTimeout(() => this.#end(faultAtDeadline[this.phase]), deadlineMs);
    this.#outer = outer;
    if (outer?.aborted) this.#giveUp();
    else outer?.addEventListener("abort", this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  #end(code: FaultCode): void {
    this.#socket?.destroy();
    this.#over.abort(new FetchFault(code));
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended]);
  }

  /**
   * The socket does not outlive the attempt's end. It takes the place of the one before, on which it stands: destroying
   * both, the lower one first, crashes the process.
   */
  hold(socket: Socket): void {
    this.#socket = socket;
    if (this.signal.aborted) socket.destroy();
  }

  /** The clock stops, the sockets stay; what comes after has bounds of its own. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#giveUp);
  }

  /** The end, however it came to it: nothing of the attempt stays open. */
  close(): void {
    this.stopClock();
    this.#end("given_up");
  }
}

const maxBytes = 1_024;

/** Controls of terminals and of the direction of text; tab and line feed are harmless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

export { FetchFault } from "./outgoing/connection";
export type { OutgoingRules } from "./outgoing/rules";
export type { UrlFault } from "./outgoing/url";

/** What a caller waits for an address to be judged, or for a connection of its own client. */
const patienceMs = 8_000;

export interface SafeRequest {
  url: string;
  method: "POST" | "GET";
  headers: Record<string, string>;
  body?: string;
  /** From the call to the end of the answer's headers: name, connection, TLS and all. */
  deadlineMs: number;
  /** Asked right before the first byte is written; at false nothing is sent and `given_up` thrown. */
  beforeSend?: () => Promise<boolean>;
  /** Changes the answer's text before it is cut. `isWhole`: nothing of the answer is missing at its end. */
  hide?: (text: string, isWhole: boolean) => string;
  signal?: AbortSignal;
}

export interface SafeResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The answer's beginning, at most 1 KiB of text without control characters. */
  body: string;
  /** From the call to the end of the answer's headers. */
  headersMs: number;
}

/** Judges an address as it is written: no name is asked for. */
export function validateUrl(url: string, rules: OutgoingRules = readRules()): UrlFault | null {
  const read = readUrl(url, rules);
  return typeof read === "string" ? read : null;
}

/** Judges an address before it is stored: also every address that its name has now. A name without any is `not_public`. */
export async function validateResolvedUrl(
  url: string,
  rules: OutgoingRules = readRules(),
): Promise<UrlFault | null> {
  const read = readUrl(url, rules);
  if (typeof read === "string") return read;
  const attempt = new Attempt(patienceMs, undefined);
  try {
    await attempt.race(resolveVetted(read, rules, attempt.signal));
    return null;
  } catch (error) {
    if (error instanceof FetchFault) return "not_public";
    throw error;
  } finally {
    attempt.close();
  }
}

/** The name is asked for once, and only addresses of that one answer are called. */
async function open(attempt: Attempt, to: Destination, rules: OutgoingRules): Promise<TLSSocket> {
  const addresses = await attempt.race(resolveVetted(to, rules, attempt.signal));
  attempt.phase = "connect";
  return attempt.race(
    openConnection(to, addresses, rules, (socket, phase) => {
      attempt.phase = phase;
      attempt.hold(socket);
    }),
  );
}

function destinationOf(url: string, rules: OutgoingRules): Destination {
  const read = readUrl(url, rules);
  if (typeof read === "string") throw new FetchFault("address_refused");
  return read;
}

async function send(attempt: Attempt, request: SafeRequest, rules: OutgoingRules): Promise<SafeResponse> {
  const { method, headers, body, beforeSend } = request;
  const to = destinationOf(request.url, rules);
  const socket = await open(attempt, to, rules);
  attempt.phase = "permission";
  if (beforeSend !== undefined && !(await attempt.race(beforeSend()))) throw new FetchFault("given_up");
  attempt.phase = "answer";
  const response = await attempt.race(exchange(socket, to, { method, headers, body }));
  const headersMs = attempt.elapsedMs;
  attempt.stopClock();
  const bytes = await readBeginning(response, socket);
  const isWhole = response.complete && bytes.length < maxBodyBytes;
  const text = writeText(bytes);
  return {
    status: response.statusCode ?? 0,
    headers: flattenHeaders(response.headers),
    headersMs,
    body: cut(request.hide?.(text, isWhole) ?? text),
  };
}

/**
 * The only way out of the service: https to a public address, checked at the call and connected to as checked, on its
 * own connection. Follows no redirects. Throws FetchFault without an answer, and what `beforeSend` throws.
 */
export async function safeFetch(
  request: SafeRequest,
  rules: OutgoingRules = readRules(),
): Promise<SafeResponse> {
  const attempt = new Attempt(request.deadlineMs, request.signal);
  try {
    return await send(attempt, request, rules);
  } finally {
    attempt.close();
  }
}

/** Node's own requests under the same guard, for packages that bring a client of their own. */
class SafeAgent extends Agent {
  override createConnection(
    options: RequestOptions,
    connected?: (error: Error | null, socket: TLSSocket) => void,
  ): undefined {
    const host = String(options.host ?? options.hostname);
    const authority = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
    const attempt = new Attempt(patienceMs, undefined);
    const opened = async () => {
      const rules = readRules();
      return open(attempt, destinationOf(`https://${authority}:${options.port ?? 443}/`, rules), rules);
    };
    opened().then(
      (socket) => {
        attempt.stopClock();
        connected?.(null, socket);
      },
      (error: Error) => {
        attempt.close();
        connected?.(error, undefined as unknown as TLSSocket);
      },
    );
  }
}

export const safeAgent: Agent = new SafeAgent({ keepAlive: false });

/** Tells the operator at every start that calls may reach what is not public. */
export function warnOfAllowedNetworks(): void {
  const { length } = env.webhookAllowedNetworks;
  if (length === 0) return;
  log.warn(
    { setting: "WEBHOOK_ALLOWED_CIDRS", count: length },
    "webhooks may reach addresses that are not public",
  );
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The beginning of an answer as text that can be stored and shown: UTF-8, controls written out. */
function writeText(bytes: Buffer): string {
  // As a stream, for the end may go through a character: half a one is left out.
  return new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes, { stream: true })
    .replace(controls, escapeControl);
}

/** At most `maxBytes` of a text, cut at a character. */
function cut(text: string): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= maxBytes) return text;
  let end = maxBytes;
  while (((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.toString("utf8", 0, end);
}

/** What an attempt is doing, and so what it is told to have failed at when its time runs out there. */
type Phase = "resolve" | "connect" | "tls" | "permission" | "answer";
