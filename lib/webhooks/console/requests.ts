import { env } from "@/lib/platform/env";
import { deliveryHeaders } from "../run/sign";
import type { AttemptRecord, LogRow, RequestRecord } from "../schema";
import { openSecret } from "../secret";

/** What a webhook signs with, and when anything of it was last changed. */
export interface SigningWebhook {
  webhookId: string;
  body: string | null;
  log: AttemptRecord[];
  madeAt: Date;
  changedAt: Date;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** The clock that stamps attempts is not the one that stamps changes: closer together their order is not known. */
const doubtMs = 60_000;

/**
 * The requests of a delivery, one for each attempt, or the one to come. Nothing of a request is kept but its time; its
 * signatures are reckoned anew, and only where that gives what was sent: of a kept body, by a webhook that was not changed
 * since, whose secret is then the one of that time.
 */
export function listRequests(row: LogRow, webhook: SigningWebhook): RequestRecord[] {
  if (webhook.log.length === 0) return [{ headers: listHeaders(row, null, null), isAsSent: true }];
  return webhook.log.map(({ startedAt }) => {
    const at = new Date(startedAt);
    const secrets = secretsAt(webhook, at);
    return { headers: listHeaders(row, at, secrets && { secrets, webhook }), isAsSent: secrets !== null };
  });
}

/** Those that signed an attempt; null where they are not known. */
function secretsAt(webhook: SigningWebhook, at: Date): [string, ...string[]] | null {
  const { webhookId, madeAt, changedAt, secret, previousSecret, previousSecretUntil } = webhook;
  const wasChanged = changedAt.getTime() !== madeAt.getTime();
  if (wasChanged && at.getTime() - changedAt.getTime() < doubtMs) return null;
  try {
    const present = openSecret(webhookId, secret);
    if (previousSecret === null || previousSecretUntil === null) return [present];
    const leftMs = previousSecretUntil.getTime() - at.getTime();
    if (Math.abs(leftMs) < doubtMs) return null;
    return leftMs < 0 ? [present] : [present, openSecret(webhookId, previousSecret)];
  } catch {
    return null;
  }
}

type Signing = { secrets: [string, ...string[]]; webhook: SigningWebhook } | null;

const signed = ["x-webhook-signature", "webhook-signature"];

function listHeaders(row: LogRow, at: Date | null, signing: Signing): RequestRecord["headers"] {
  const body = signing?.webhook.body ?? null;
  const headers = deliveryHeaders({
    id: row.eventId,
    type: row.eventType,
    timestamp: Math.floor((at?.getTime() ?? 0) / 1_000),
    body: body ?? "",
    secrets: signing?.secrets ?? [""],
    baseUrl: env.baseUrl,
  });
  return Object.entries(headers).map(([name, value]) => {
    const isKnown =
      (at !== null || name !== "webhook-timestamp") && (!signed.includes(name) || (body !== null && signing));
    return [name, isKnown ? value : null] as const;
  });
}
