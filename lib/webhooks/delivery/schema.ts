import type { DeliveryStatus } from "../schema";

/** Events of one fan-out: few enough that their webhooks are locked for a moment only. */
export const maxFanOutEvents = 500;

/** Deliveries of one process at a time, and requests that one endpoint gets at a time: it may get fewer. */
export const maxInFlight = 64;
export const maxConcurrency = 8;

/** Leases that may expire without a result; a delivery that outlives so many workers may be what kills them. */
export const maxExpiredLeases = 20;

/** A webhook's queue, and how many requests its endpoint gets at the same time. */
export interface QueueKey {
  webhookId: string;
  concurrency: number;
}

/** How a webhook's last attempt went: 2xx within 2 seconds; none yet, or a slow 2xx; failed. */
export type QueueHealth = "quick" | "unproven" | "troubled";

/** A delivery that this process may send until its lease ends, and what it sends. */
export interface Claim {
  id: string;
  webhookId: string;
  accountId: string;
  /** Identifies the lease: a result with another token is ignored. */
  leaseToken: string;
  /** By `performance.now()`, a moment before its lease began: the database's clock may be another. */
  claimedAt: number;
  /** Of its webhook, when it was claimed. */
  health: QueueHealth;
  /** Number of this attempt, from 1, and how many there may be. */
  attempt: number;
  maxAttempts: number;
  /** Asked for by the owner (a test or a retry): a failure doesn't count towards disabling the webhook. */
  isManual: boolean;
  eventId: string;
  eventType: string;
  /** The bytes that are signed and sent. */
  body: string;
  /** Of the event's change; null: its trace is not known. */
  traceParent: string | null;
  url: string;
  /** As the row holds them; the one before the last rotation only while both sign. */
  secret: Buffer;
  previousSecret: Buffer | null;
  /** Those that its owner added, as the row holds them. */
  headers: Buffer | null;
  /** The version of the webhook's row that all this was read from. */
  version: string;
}

/** A delivery after an attempt. */
export interface Performed {
  status: DeliveryStatus;
  /** When it can be claimed next; null: it is over. */
  dueAt: Date | null;
}
