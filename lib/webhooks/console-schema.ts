import type { DeliveryStatus, EventKind } from "./event-types";
import type { AttemptRecord, Delivery, Webhook } from "./resource-schema";

/** What of a log is shown: everything, what was given up, or what is still to be delivered. */
export type LogStatus = "all" | "failed" | "waiting";

/** Which deliveries of an environment a log holds. */
export interface LogFilter {
  /** Null: of all webhooks. */
  webhookId: string | null;
  eventType: EventKind | null;
  status: LogStatus;
}

/** After which delivery a page of a log goes on. */
export interface LogPlace {
  createdAt: string;
  id: string;
}

/** A delivery as the log of an environment shows it. */
export interface LogRow extends Delivery {
  webhookId: string;
  webhookName: string;
  /** What it was made by: something that happened, or its owner's hand. */
  origin: "event" | "test" | "replay";
  maxAttempts: number;
}

export interface LogPage {
  /** The newest first. */
  rows: LogRow[];
  hasOlder: boolean;
}

/** How many deliveries of a webhook and kind failed or wait, whichever of them a page shows. */
export interface LogCounts {
  failed: number;
  waiting: number;
}

/** A request as it was made, or will be. */
export interface RequestRecord {
  /** In their order; null: not known, or not before it is made. */
  headers: readonly (readonly [name: string, value: string | null])[];
  /** Address and signatures are those of the attempt: nothing of the webhook was changed since. */
  isAsSent: boolean;
}

/** An attempt that is still to come. */
export interface PlannedAttempt {
  attempt: number;
  /** Null: it is under way. */
  at: string | null;
  isLast: boolean;
}

/** A delivery of the log, opened. */
export interface LogDelivery extends LogRow {
  /** To the byte as it is signed and sent; null when its event is no longer kept. */
  body: string | null;
  log: AttemptRecord[];
  /** One for each attempt, or the one that will be made first. */
  requests: RequestRecord[];
  planned: PlannedAttempt[];
  /** The webhook's address of now. */
  url: string;
  isWebhookActive: boolean;
}

/** A webhook with how it has fared. */
export interface ConsoleWebhook extends Webhook {
  /** Its last 20 deliveries, the oldest first. */
  recent: DeliveryStatus[];
  /** Deliveries that were given up one after the other, without a success since. */
  consecutiveFailures: number;
  failingSince: string | null;
}
