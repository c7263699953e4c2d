import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";

/** A webhook whose owner is told that it fails. */
export interface FailingWebhook {
  id: string;
  name: string;
  /** Where its owner reads mails. */
  email: string;
  consecutiveFailures: number;
  failingSince: Date;
}

function send(to: string, subject: string, ...paragraphs: string[]): void {
  sendMail({ to, subject, text: `${paragraphs.join("\n\n")}\n\nQuietzone\n${env.baseUrl}\n` });
}

const deliveriesOf = ({ id }: FailingWebhook) =>
  `What your endpoint answered: GET ${env.baseUrl}/api/v1/webhooks/${id}/deliveries\nHow to receive: ${env.baseUrl}/docs/webhooks`;

const sinceOf = ({ failingSince }: FailingWebhook) =>
  `${failingSince.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The webhook still hears of events; what the service does about it later. */
export function mailFailing(webhook: FailingWebhook, pauseAt: { failures: number; hours: number }): void {
  const { email, name, consecutiveFailures } = webhook;
  send(
    email,
    "Your webhook does not answer",
    `The last ${consecutiveFailures} deliveries to your webhook “${name}” failed, the first on ${sinceOf(webhook)}.`,
    `Nothing is paused yet. When ${pauseAt.failures} deliveries in a row have failed${sinceHours(pauseAt.hours)}, the webhook is paused and hears of nothing more.`,
    deliveriesOf(webhook),
  );
}

export function mailPaused(webhook: FailingWebhook): void {
  const { email, id, name, consecutiveFailures } = webhook;
  send(
    email,
    "Your webhook is paused",
    `The last ${consecutiveFailures} deliveries to your webhook “${name}” failed, the first on ${sinceOf(webhook)}. It is paused now: no event is sent to it, and what waited is cancelled.`,
    `Resume it once your endpoint answers again: PUT ${env.baseUrl}/api/v1/webhooks/${id} with {"isActive": true}. What happens until then is not sent later; scans can be read with GET ${env.baseUrl}/api/v1/scans.`,
    deliveriesOf(webhook),
  );
}

/** The operator may have a webhook paused as soon as enough has failed. */
function sinceHours(hours: number): string {
  if (hours === 0) return "";
  return `, the first of them ${hours === 1 ? "an hour" : `${hours} hours`} ago or longer`;
}
