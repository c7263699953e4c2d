import { type EventPage, type FollowOptions, followEvents } from "./events.js";
import { Resources } from "./generated/resources.js";
import { createSend, type Send } from "./send.js";
import { type QuietzoneOptions, readSettings } from "./settings.js";

/** A client of one service. */
export class Quietzone extends Resources {
  readonly #send: Send;

  constructor(options: QuietzoneOptions) {
    const send = createSend(readSettings(options));
    super(send);
    this.#send = send;
  }

  /** Follow the events feed, a page at a time, without end: abort `signal` or leave the loop to stop. */
  followEvents(options: FollowOptions = {}): AsyncGenerator<EventPage, void> {
    return followEvents(this.#send, options);
  }
}

export { type ErrorCode, QuietzoneConnectionError, QuietzoneError } from "./errors.js";
export type { EventPage, FollowOptions } from "./events.js";
export type { QuietzoneOptions } from "./settings.js";
export type { CallOptions, Picture, Schemas, WebhookEvent } from "./types.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.js";
