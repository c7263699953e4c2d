import { Resources } from "./generated/resources.js";
import { createSend } from "./send.js";
import { type QuietzoneOptions, readSettings } from "./settings.js";

/** A client of one service. */
export class Quietzone extends Resources {
  constructor(options: QuietzoneOptions) {
    super(createSend(readSettings(options)));
  }
}

export { type ErrorCode, QuietzoneConnectionError, QuietzoneError } from "./errors.js";
export type { QuietzoneOptions } from "./settings.js";
export type { CallOptions, Picture, Schemas, WebhookEvent } from "./types.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.js";
