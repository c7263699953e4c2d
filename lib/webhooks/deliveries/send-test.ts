import type { Caller } from "@/lib/accounts/schema";
import { writeTestEvent } from "@/lib/events";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { holdActiveWebhook } from "../rows";
import type { EventKind, FullDelivery, TestSend } from "../schema";
import { insertByHand } from "./insert";
import { presentFullDelivery, requireDelivery } from "./rows";
import { sampleData } from "./sample-data";

/**
 * Sends a made-up event to a webhook, by one attempt; its body says `"test": true`. Throws `not_found`, and
 * `validation_failed` for a paused webhook.
 */
export async function sendTest(
  caller: Caller,
  webhookId: string,
  { type }: TestSend,
  beforeCommit?: BeforeCommit<FullDelivery>,
): Promise<FullDelivery> {
  return transaction(async (tx) => {
    const { events, environment } = await holdActiveWebhook(tx, caller, webhookId);
    const eventType = type ?? (events[0] as EventKind);
    const timestamp = await readNow(tx);
    const { accountId } = caller;
    const eventId = await writeTestEvent(tx, webhookId, {
      accountId,
      environment,
      type: eventType,
      timestamp,
      data: sampleData(eventType, timestamp),
    });
    const id = await insertByHand(tx, { webhookId, eventId, eventType });
    const made = presentFullDelivery(await requireDelivery(tx, caller, { webhookId, id }));
    await beforeCommit?.(tx, made);
    return made;
  });
}

async function readNow(tx: Transaction): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>("SELECT now() AS now");
  return rows[0]?.now as Date;
}
