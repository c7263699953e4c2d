import type { Transaction } from "@/lib/platform/db";
import { cancelSome } from "./cancel";

/** Deliveries cancelled in the transaction of a pause: as many as keep its webhook locked for a moment only. */
const cancelledAtOnce = 1_000;

const pauseOne = {
  name: "pause_webhook",
  text: `UPDATE webhook SET is_active = false, activation = activation + 1, disabled_reason = $2, updated_at = now()
    WHERE id = $1 AND is_active`,
};

const quietLane = {
  name: "quiet_lane",
  text: "UPDATE webhook_lane SET due_at = NULL WHERE webhook_id = $1",
};

/**
 * Pauses a webhook: from the commit on no request to it begins, and what is on its way is over, being of an activation
 * before (`activationOf`). So the pause is done with the switch, however much waits; the rows of the first of what is over
 * are cancelled here, the others by `cancelPast`. Its row is locked first, so a fan-out that found it active is waited for.
 * False for one that is paused already or gone.
 *
 * @param reason null when its owner pauses it.
 */
export async function pauseWebhook(
  tx: Transaction,
  webhookId: string,
  reason: null | "consecutive_failures",
): Promise<boolean> {
  const { rowCount } = await tx.query({ ...pauseOne, values: [webhookId, reason] });
  if (rowCount === 0) return false;
  await cancelSome(tx, webhookId, { limit: cancelledAtOnce });
  await tx.query({ ...quietLane, values: [webhookId] });
  return true;
}
