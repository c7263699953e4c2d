import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect } from "vitest";
import type { BrowserSession } from "./browser-session";

/** One message of server-sent events. */
export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** A stream of server-sent events as a browser's EventSource reads it, but that it is not opened again. */
export class EventStream {
  readonly events: ServerEvent[] = [];
  /** Resolves when nothing more comes: whether the service has ended it, or it was cut. */
  readonly ended: Promise<"ended" | "cut">;
  readonly #incoming: IncomingMessage;
  #rest = "";

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => this.#take(text));
    this.ended = new Promise((resolve) => {
      incoming.on("error", () => resolve("cut"));
      incoming.on("close", () => resolve(incoming.complete ? "ended" : "cut"));
    });
  }

  get headers(): IncomingMessage["headers"] {
    return this.#incoming.headers;
  }

  /** Stops reading, as a browser that hangs. */
  pause(): void {
    this.#incoming.pause();
  }

  resume(): void {
    this.#incoming.resume();
  }

  close(): void {
    this.#incoming.destroy();
  }

  of(event: string): ServerEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  /** Waits until it has been told something. */
  async waitFor(isThere: (stream: EventStream) => boolean, timeout = 30_000): Promise<void> {
    await expect.poll(() => isThere(this), { timeout, interval: 20 }).toBe(true);
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.split(": ")[0], line.replace(/^\w+: /, "")]),
      );
      const [event, data] = [fields.get("event"), fields.get("data")];
      if (event !== undefined && data !== undefined) {
        this.events.push({ event, id: fields.get("id"), data: JSON.parse(data) });
      }
    }
  }
}

/** Opens a stream in a browser; throws where it is refused. */
export async function openStream(
  browser: BrowserSession,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const outgoing = request(new URL(path, browser.baseUrl), {
    headers: { cookie: browser.cookieHeader(), "x-forwarded-for": browser.client, ...headers },
    agent: false,
  });
  outgoing.on("error", () => {});
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  if (incoming.statusCode !== 200) throw new Error(`The stream was refused with ${incoming.statusCode}.`);
  return new EventStream(incoming);
}
