import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "./subscriber";

/** Clients that change codes while the service dies under them, and say what they were answered. */

/** The events that a subscriber must get, as a word for each: its type and subject. */
export type Change = `${"created" | "deleted" | "scanned"} ${string}` | `updated ${string} ${string}`;

/** A client with one account; every request may go to another server than the last one. */
export class ChangingClient {
  /** Changes that were answered with 2xx, or asked for until they were. */
  readonly answered: Change[] = [];
  /** Numbers of the visits that were redirected; their names are in `agentOf`. */
  readonly visited: string[] = [];
  readonly subscriber: Subscriber;
  readonly #ports: readonly number[];
  readonly #scanned: { id: string; path: string };
  #isOver = false;
  #steps = 0;

  constructor(subscriber: Subscriber, scanned: { id: string; shortUrl: string }, ports: readonly number[]) {
    this.subscriber = subscriber;
    this.#ports = ports;
    this.#scanned = { id: scanned.id, path: new URL(scanned.shortUrl).pathname };
  }

  /** Makes, changes, scans and deletes codes until `stop`; what is under way then is brought to its end. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      const id = await this.#create();
      if (id === null) continue;
      await this.#update(id);
      await this.#visit();
      await this.#update(id);
      if (Math.random() < 0.7) await this.#delete(id);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  /** One request to either server: the status (0: no answer) and the id in the answer. */
  async #send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const port = this.#ports[Math.floor(Math.random() * this.#ports.length)];
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(8_000),
        headers: {
          ...(path.startsWith("/api") && { authorization: `Bearer ${this.subscriber.apiKey}` }),
          ...(body && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const id = response.status < 300 && text !== "" ? (JSON.parse(text) as { id: string }).id : null;
      return { status: response.status, id };
    } catch {
      await sleep(50);
      return { status: 0, id: null };
    }
  }

  /** A new code, or null where no answer came: then it may be there all the same, and is told of if it is. */
  async #create(): Promise<string | null> {
    const body = { name: this.#newName(), type: "url", content: "https://example.com/", isDynamic: true };
    const { status, id } = await this.#send("POST", "/api/v1/qr-codes", body);
    if (id !== null) this.answered.push(`created ${id}`);
    else if (status >= 400) await sleep(50);
    return id;
  }

  /** Asked for until it is answered: the name is new, so it happens once however often it is asked for. */
  async #update(id: string): Promise<void> {
    const name = this.#newName();
    await this.#insist([200], "PUT", `/api/v1/qr-codes/${id}`, { name });
    this.answered.push(`updated ${id} ${name}`);
  }

  async #delete(id: string): Promise<void> {
    await this.#insist([200, 204, 404], "DELETE", `/api/v1/qr-codes/${id}`);
    this.answered.push(`deleted ${id}`);
  }

  async #visit(): Promise<void> {
    const agent = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/${this.#newName()} Safari/604.1`;
    const { status } = await this.#send("GET", this.#scanned.path, undefined, { "user-agent": agent });
    if (status === 302) this.visited.push(agent);
  }

  /** Until it is answered so; an answer that says it can't be is the end of the test. */
  async #insist(statuses: readonly number[], method: string, path: string, body?: object): Promise<void> {
    for (;;) {
      const { status } = await this.#send(method, path, body);
      if (statuses.includes(status)) return;
      if (status >= 400 && status < 500) throw new Error(`${method} was answered ${status}`);
      await sleep(50);
    }
  }

  #newName(): string {
    this.#steps += 1;
    return `${this.subscriber.webhookId.slice(-6)}-${this.#steps}`;
  }
}
