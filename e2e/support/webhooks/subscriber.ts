import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Delivery, EventKind, FullWebhook } from "@/lib/webhooks/schema";
import { newAccount, newKey } from "../accounts";
import { newClient } from "../public-api";
import { type Received, type Receiver, type Script, startReceiver } from "./receiver";

/** A running service whose deliveries are looked at, whichever engine runs them. */
export interface Stage {
  baseUrl: string;
}

/** The body of an event. */
export interface Envelope {
  id: string;
  type: EventKind;
  timestamp: string;
  sandbox: boolean;
  test?: boolean;
  data: Record<string, unknown>;
}

interface Answered<T> {
  status: number;
  json: T;
}

export interface SubscriberOptions {
  events?: readonly EventKind[];
  script?: Script;
  /** By which the webhook names its receiver. */
  host?: string;
}

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";

export const allKinds: readonly EventKind[] = ["scan.created", "qr.created", "qr.updated", "qr.deleted"];

export const envelopeOf = ({ body }: Received): Envelope => JSON.parse(body.toString("utf8"));

const hmac = (secret: string, message: string | Buffer) => createHmac("sha256", secret).update(message);

/** Both forms of the signature over the bytes as they came, computed here. */
export function expectSigned({ headers, body }: Received, ...secrets: string[]): void {
  const message = Buffer.concat([
    Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`),
    body,
  ]);
  expect(headers["x-webhook-signature"]).toBe(hmac(secrets[0] as string, body).digest("hex"));
  expect(headers["webhook-signature"]).toBe(
    secrets.map((secret) => `v1,${hmac(secret, message).digest("base64")}`).join(" "),
  );
}

/** Waits until the condition holds; resolves with what it found. */
export async function until<T>(find: () => Promise<T | undefined | false>, withinMs = 20_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error("it did not come to that");
    await sleep(25);
  }
}

/** An account with a key, a webhook of its own and the server that the webhook leads to. */
export class Subscriber {
  readonly stage: Stage;
  readonly apiKey: string;
  readonly receiver: Receiver;
  /** Who signs in to its account. */
  account = { email: "", password: "" };
  webhookId = "";
  secret = "";
  /** The secret as libraries of Standard Webhooks take it. */
  signingSecret = "";

  constructor(stage: Stage, apiKey: string, receiver: Receiver) {
    this.stage = stage;
    this.apiKey = apiKey;
    this.receiver = receiver;
  }

  /** One request to the authenticated interface; `path` from `/api/v1` on. The caller says what it asks for. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answered<T>> {
    const response = await fetch(`${this.stage.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: (text === "" ? undefined : JSON.parse(text)) as T };
  }

  /** The same, which must be answered with 2xx. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, json } = await this.call<T>(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  async subscribe(
    events: readonly EventKind[],
    url: string,
  ): Promise<{ id: string; secret: string; signingSecret: string }> {
    return this.ask("POST", "/webhooks", { name: "Order system", url, events });
  }

  /** A change that emits `qr.created`: the code. */
  async newCode(name = "Table 4", settings = {}): Promise<{ id: string; shortUrl: string }> {
    const content = "https://example.com/menu";
    return this.ask("POST", "/qr-codes", { name, type: "url", content, isDynamic: true, settings });
  }

  async changeCode(id: string, change: object): Promise<void> {
    await this.ask("PUT", `/qr-codes/${id}`, change);
  }

  async deleteCode(id: string): Promise<void> {
    await this.ask("DELETE", `/qr-codes/${id}`);
  }

  /** Where the scan was led. */
  async scan({ shortUrl }: { shortUrl: string }): Promise<URL> {
    const { pathname } = new URL(shortUrl);
    const { status, headers } = await fetch(`${this.stage.baseUrl}${pathname}`, {
      redirect: "manual",
      headers: { "user-agent": phone, "x-forwarded-for": newClient() },
    });
    expect(status).toBe(302);
    return new URL(headers.get("location") ?? "");
  }

  webhook(): Promise<FullWebhook> {
    return this.ask("GET", `/webhooks/${this.webhookId}`);
  }

  change(change: object): Promise<FullWebhook> {
    return this.ask("PUT", `/webhooks/${this.webhookId}`, change);
  }

  /** Gives the webhook a new secret, which it returns; the old one signs beside it for so long. */
  async rotateSecret(overlapSeconds: number): Promise<string> {
    const path = `/webhooks/${this.webhookId}/rotate-secret`;
    const { secret } = await this.ask<{ secret: string }>("POST", path, { overlapSeconds });
    return secret;
  }

  async deliveries(): Promise<Delivery[]> {
    const path = `/webhooks/${this.webhookId}/deliveries?limit=100`;
    const { data } = await this.ask<{ data: Delivery[] }>("GET", path);
    return data;
  }

  /** Waits until there are so many deliveries, all in this state; the newest first. */
  settled(count: number, status: Delivery["status"]): Promise<Delivery[]> {
    return until(async () => {
      const all = await this.deliveries();
      return all.length === count && all.every((delivery) => delivery.status === status) && all;
    });
  }
}

/** With a webhook for `qr.created` unless told otherwise, by a name that the run's name server knows. */
export async function openSubscriber(stage: Stage, options: SubscriberOptions = {}): Promise<Subscriber> {
  const { events = ["qr.created"], script, host = "hooks.example.test" } = options;
  const [account, receiver] = await Promise.all([
    newAccount("pro"),
    startReceiver(script === undefined ? {} : { script }),
  ]);
  const subscriber = new Subscriber(stage, (await newKey(account)).apiKey, receiver);
  const { id, ...secrets } = await subscriber.subscribe(events, receiver.urlOf(host));
  const { secret, signingSecret } = secrets;
  return Object.assign(subscriber, { account, webhookId: id, secret, signingSecret });
}
