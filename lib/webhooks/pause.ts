import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { deactivateWebhook, stopQueue } from "./queries";
import {
  cancelDeliveries,
  type DeliveryPosition,
  hasCancelledDeliveries,
  listWebhooksWithCancelled,
} from "./queries.cleanup";

/** Deliveries cancelled in the transaction of a pause: few enough that its webhook is locked for a moment only. */
const cancelledWithPause = 1_000;
/** Rows of one short statement. */
const batchRows = 2_000;
const cleanupMs = 10_000;
/** How long a pause waits for its deliveries to be cancelled, and what each webhook gets of a cleanup. */
const webhookMs = 2_000;
/** Locked rows, such as the result of a running request, are usually free again after this time. */
const lockedMs = 20;

/**
 * Pauses a webhook: once this is committed, no request to it begins, and its open deliveries are cancelled, because they
 * have an earlier generation (`generationOf`). So a pause takes effect at once, however much waits; the rows of the first
 * deliveries are updated here, the others by `cancelPast`. Locks the webhook first, so that it waits for a fan-out that
 * found the webhook active. False for one that is paused already or gone.
 *
 * @param reason null when its owner pauses it.
 */
export async function pauseWebhook(
  tx: Transaction,
  webhookId: string,
  reason: null | "consecutive_failures",
): Promise<boolean> {
  if (!(await deactivateWebhook(tx, webhookId, reason))) return false;
  await cancelDeliveries(tx, webhookId, { limit: cancelledWithPause });
  await stopQueue(tx, webhookId);
  return true;
}

/**
 * Updates the rows of deliveries that a webhook's pause has cancelled, as far as that is quick, in short statements that
 * don't lock the webhook. Throws nothing: the cleanup job does the rest.
 */
export async function cancelPast(webhookId: string): Promise<void> {
  await cancelOfWebhook(webhookId, performance.now() + webhookMs).catch((err: unknown) => {
    log.warn({ err }, "deliveries of a paused webhook are cancelled later");
  });
}

/** The same for all webhooks; returns how many deliveries it cancelled. */
export async function cancelPastOfAll(): Promise<number> {
  const deadline = performance.now() + cleanupMs;
  let cancelled = 0;
  for (const id of await listWebhooksWithCancelled()) {
    const now = performance.now();
    if (now >= deadline) break;
    cancelled += await cancelOfWebhook(id, Math.min(now + webhookMs, deadline));
  }
  return cancelled;
}

async function cancelOfWebhook(webhookId: string, deadline: number): Promise<number> {
  let cancelled = 0;
  let after: DeliveryPosition | undefined;
  while (performance.now() < deadline) {
    const batch = await cancelDeliveries(sql, webhookId, { after, limit: batchRows });
    cancelled += batch.length;
    after = batch.length === batchRows ? batch.at(-1) : undefined;
    if (after !== undefined) continue;
    if (!(await hasCancelledDeliveries(webhookId))) break;
    await sleep(lockedMs);
  }
  return cancelled;
}
