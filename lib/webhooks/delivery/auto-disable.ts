import { recordAudit } from "@/lib/accounts";
import { type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail, sendMail } from "@/lib/platform/mail";
import { pauseWebhook } from "../pause";
import {
  claimDisabledMail,
  claimFailureMails,
  type DisableRule,
  type FailingWebhook,
  findWebhookToDisable,
  listWebhooksToDisable,
  lockActiveWebhook,
  type UpdatedQueue,
} from "./queries.result";

/** Failures in a row at which the owner gets a mail. */
const mailedAt = [5, 10] as const;
/** Failures in a row at which the webhook is paused, if the first of them is as long ago as the settings say. */
const disabledAt = 20;

/** The mail about the pause is the third kind, after those of `mailedAt`. */
const disabledMail = mailedAt.length + 1;

/** Whether a queue has so many failures in a row that its owner gets a mail or its webhook may be paused. */
export function needsNotice({ consecutiveFailures, notifiedFailures }: UpdatedQueue): boolean {
  return (
    consecutiveFailures >= disabledAt ||
    mailedAt.some((level) => consecutiveFailures >= level && notifiedFailures < level)
  );
}

/** Notifies the owners of all failing webhooks and pauses those that have failed for long; returns how many it paused. */
export function disableFailingWebhooks(): Promise<number> {
  return notifyOrDisable(null);
}

/** @param webhookIds null: all. */
export async function notifyOrDisable(webhookIds: readonly string[] | null): Promise<number> {
  const rule = { failures: disabledAt, hours: env.webhookPauseAfterHours };
  for (const [index, level] of mailedAt.entries()) {
    for (const webhook of await claimFailureMails(level, index + 1, webhookIds)) {
      if (hasOwner(webhook)) mailFailing(webhook, rule);
    }
  }
  let count = 0;
  for (const id of await listWebhooksToDisable(rule, webhookIds)) {
    const disabled = await transaction((tx) => disableWebhook(tx, id, rule));
    if (disabled === null) continue;
    count += 1;
    if (disabled.isMailDue && hasOwner(disabled)) mailDisabled(disabled);
  }
  return count;
}

/** Null where it has succeeded, was paused or deleted meanwhile. */
async function disableWebhook(
  tx: Transaction,
  id: string,
  rule: DisableRule,
): Promise<(FailingWebhook & { isMailDue: boolean }) | null> {
  await lockActiveWebhook(tx, id);
  const webhook = await findWebhookToDisable(tx, rule, id);
  if (webhook === undefined) return null;
  await pauseWebhook(tx, id, "consecutive_failures");
  await recordAudit(tx, { accountId: webhook.accountId, action: "webhook.paused", subjectId: id });
  return { ...webhook, isMailDue: await claimDisabledMail(tx, id, disabledMail) };
}

/** A failing webhook whose owner can be written to. */
type OwnedWebhook = FailingWebhook & { email: string };

function hasOwner(webhook: FailingWebhook): webhook is OwnedWebhook {
  return webhook.email !== null;
}

/** Its page in the dashboard. */
const pageOf = ({ id, environment }: OwnedWebhook) =>
  `${env.baseUrl}/webhooks/${id}${environment === "sandbox" ? "?environment=sandbox" : ""}`;

const deliveriesOf = (webhook: OwnedWebhook) =>
  `Your endpoint's responses: ${pageOf(webhook)}\nHow to receive events: ${env.baseUrl}/docs/webhooks`;

const sinceOf = ({ failingSince }: OwnedWebhook) =>
  `${failingSince.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function send(to: string, subject: string, ...paragraphs: string[]): void {
  sendMail({ to, subject, text: composeMail(...paragraphs) });
}

/** The webhook still gets events; says what the service does later. */
export function mailFailing(webhook: OwnedWebhook, pauseAt: { failures: number; hours: number }): void {
  const { email, name, consecutiveFailures } = webhook;
  send(
    email,
    "Your webhook is failing",
    `The last ${consecutiveFailures} deliveries to your webhook “${name}” failed, the first on ${sinceOf(webhook)}.`,
    `Nothing is paused yet. When ${pauseAt.failures} deliveries in a row have failed${sinceHours(pauseAt.hours)}, the webhook is paused and gets no more events.`,
    deliveriesOf(webhook),
  );
}

function mailDisabled(webhook: OwnedWebhook): void {
  const { email, name, consecutiveFailures } = webhook;
  send(
    email,
    "Your webhook is paused",
    `The last ${consecutiveFailures} deliveries to your webhook “${name}” failed, the first on ${sinceOf(webhook)}. It is now paused: it gets no events, and waiting deliveries are cancelled.`,
    "Resume the webhook on its page when your endpoint responds again. Events during the pause are not sent later. Use the API to list the scans from that time.",
    deliveriesOf(webhook),
  );
}

/** The operator may have a webhook paused as soon as enough has failed. */
function sinceHours(hours: number): string {
  if (hours === 0) return "";
  return `, the first of them ${hours === 1 ? "an hour" : `${hours} hours`} or more ago`;
}
