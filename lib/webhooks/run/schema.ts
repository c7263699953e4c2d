import type { DeliveryStatus } from "../schema";

/** Events of one fan-out: as many as hold their webhooks for a moment only. */
export const mostEventsTogether = 500;

/** Deliveries of one process at a time, and requests that one endpoint gets at a time: it may get fewer. */
export const mostInFlight = 64;
export const mostSlots = 8;

/** How a webhook's last attempt went: 2xx within 2 seconds; none yet, or a slow 2xx; failed. */
export type Standing = "quick" | "unproven" | "troubled";

/** A delivery that this process may send until its lease ends, and what it sends. */
export interface Claim {
  id: string;
  webhookId: string;
  accountId: string;
  /** What the lease is known by: a result that comes with another one is ignored. */
  leaseToken: string;
  /** By `performance.now()`, a moment before its lease began: the database's clock may be another. */
  claimedAt: number;
  /** Of its webhook, when it was claimed. */
  standing: Standing;
  /** Number of this attempt, from 1, and how many there may be. */
  attempt: number;
  maxAttempts: number;
  /** By the owner's hand: a test or a retry. It succeeds or fails without lengthening a streak of failures. */
  isByHand: boolean;
  eventId: string;
  eventType: string;
  /** The bytes that are signed and sent. */
  body: string;
  /** Of the change that the event tells of; null: its trace is not known. */
  traceParent: string | null;
  url: string;
  /** As the row holds them; the one before the last rotation only while both sign. */
  secret: Buffer;
  previousSecret: Buffer | null;
  /** The version of the webhook's row that all this was read from. */
  version: string;
}

/** What became of a delivery by an attempt. */
export interface Performed {
  status: DeliveryStatus;
  /** When it can be claimed next; null: it is over. */
  dueAt: Date | null;
}
