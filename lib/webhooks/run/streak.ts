import { recordAudit } from "@/lib/accounts";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { isHeld } from "../hold";
import { pauseWebhook } from "../pause";
import type { ChangedLane } from "./lane-change";

const deliveriesOf = ({ id }: FailingWebhook) =>
  `What your endpoint answered: GET ${env.baseUrl}/api/v1/webhooks/${id}/deliveries\nHow to receive: ${env.baseUrl}/docs/webhooks`;

const sinceOf = ({ failingSince }: FailingWebhook) =>
  `${failingSince.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Failures in a row at which the owner is told. */
const noticedAt = [5, 10] as const;
/** Failures in a row at which the webhook is paused, once the first of them is as long ago as the settings say. */
const pausedAt = 20;

/** Place of the pause among what an owner is mailed of (`mailed_at`); 5 and 10 failures are before it. */
const ofPause = noticedAt.length + 1;

const columns = `w.id, w.name, owner.email, l.consecutive_failures AS "consecutiveFailures",
  l.failing_since AS "failingSince"`;

/** Whoever has been in the account for longest. */
const owner =
  "(SELECT email FROM app_user WHERE account_id = w.account_id ORDER BY created_at, id LIMIT 1) AS email";

/** Of a lane `l`: its owner was not mailed of the same for a day, whatever succeeded or was resumed since. */
const mayMail = (place: string) => `coalesce(l.mailed_at[${place}] <= now() - interval '24 hours', true)`;

/**
 * Of two processes that see the same streak one gets the row, and mails. So a notice is sent at most once: one that a
 * process has taken and not sent yet dies with it, and the next is that of 10 failures or of the pause. One that is too
 * soon after the one before is sent when its time has come, if the streak goes on.
 */
const notice = {
  name: "notice_failures",
  text: `UPDATE webhook_lane AS l SET noticed_failures = $1, mailed_at[$3::int] = now()
    FROM webhook AS w CROSS JOIN LATERAL (SELECT ${owner}) AS owner
    WHERE w.id = l.webhook_id AND w.is_active AND NOT ${isHeld} AND l.noticed_failures < $1 AND l.consecutive_failures >= $1
      AND ${mayMail("$3::int")} AND ($2::uuid[] IS NULL OR l.webhook_id = ANY($2::uuid[]))
    RETURNING ${columns}`,
};

/** While deliveries are held nobody can end a streak, and its age says nothing. */
const hasFailedForLong = `w.is_active AND NOT ${isHeld} AND l.consecutive_failures >= ${pausedAt}
  AND l.failing_since <= now() - $1::float8 * interval '1 hour'`;

const findLong = {
  name: "find_long_failing",
  text: `SELECT w.id FROM webhook_lane AS l JOIN webhook AS w ON w.id = l.webhook_id
    WHERE ${hasFailedForLong} AND ($2::uuid[] IS NULL OR w.id = ANY($2::uuid[]))`,
};

const lockWebhook = {
  name: "lock_failing_webhook",
  text: "SELECT FROM webhook WHERE id = $1 AND is_active FOR NO KEY UPDATE",
};

const readLong = {
  name: "read_long_failing",
  text: `SELECT ${columns}, w.account_id AS "accountId"
    FROM webhook AS w JOIN webhook_lane AS l ON l.webhook_id = w.id CROSS JOIN LATERAL (SELECT ${owner}) AS owner
    WHERE ${hasFailedForLong} AND w.id = $2`,
};

const notePauseMail = {
  name: "note_pause_mail",
  text: `UPDATE webhook_lane AS l SET mailed_at[${ofPause}] = now() WHERE webhook_id = $1 AND ${mayMail(`${ofPause}`)}`,
};

type Noticed = Omit<FailingWebhook, "email"> & { email: string | null };

/** Whether a lane has a streak that its owner is to be told of, or that may pause its webhook. */
export function needsNotice({ consecutiveFailures, noticedFailures }: ChangedLane): boolean {
  return (
    consecutiveFailures >= pausedAt ||
    noticedAt.some((level) => consecutiveFailures >= level && noticedFailures < level)
  );
}

/** Does what the streaks of these lanes ask for. */
export async function noticeStreaks(lanes: readonly ChangedLane[]): Promise<void> {
  await noticeFailures(lanes.map(({ webhookId }) => webhookId));
}

/** Mails owners whose webhooks fail in a row and pauses those that have for long; resolves with how many it paused. */
export function sweepFailures(): Promise<number> {
  return noticeFailures(null);
}

/** @param webhookIds null: all. */
async function noticeFailures(webhookIds: readonly string[] | null): Promise<number> {
  const hours = env.webhookPauseAfterHours;
  for (const [index, level] of noticedAt.entries()) {
    const { rows } = await sql.query<Noticed>({ ...notice, values: [level, webhookIds, index + 1] });
    for (const webhook of rows) {
      if (hasOwner(webhook)) mailFailing(webhook, { failures: pausedAt, hours });
    }
  }
  const { rows } = await sql.query<{ id: string }>({ ...findLong, values: [hours, webhookIds] });
  let count = 0;
  for (const { id } of rows) {
    const paused = await transaction((tx) => pauseFailing(tx, id, hours));
    if (paused === null) continue;
    count += 1;
    if (paused.isToBeMailed && hasOwner(paused)) mailPaused(paused);
  }
  return count;
}

/** Null: it has succeeded, was paused or is gone meanwhile. */
async function pauseFailing(
  tx: Transaction,
  id: string,
  hours: number,
): Promise<(Noticed & { isToBeMailed: boolean }) | null> {
  await tx.query({ ...lockWebhook, values: [id] });
  // A statement of its own: it sees a success that was settled while the webhook was waited for.
  const { rows } = await tx.query<Noticed & { accountId: string }>({ ...readLong, values: [hours, id] });
  const [webhook] = rows;
  if (webhook === undefined) return null;
  await pauseWebhook(tx, id, "consecutive_failures");
  await recordAudit(tx, { accountId: webhook.accountId, action: "webhook.paused", subjectId: id });
  const { rowCount } = await tx.query({ ...notePauseMail, values: [id] });
  return { ...webhook, isToBeMailed: rowCount === 1 };
}

/** An account that the operator made has nobody to write to. */
function hasOwner(webhook: Noticed): webhook is FailingWebhook {
  return webhook.email !== null;
}

/** A webhook whose owner is told that it fails. */
interface FailingWebhook {
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

function mailPaused(webhook: FailingWebhook): void {
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
