import { entitlements, type Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { canSendMail, type Mail, sendMail } from "@/lib/platform/mail";

/** Requests that one run of the sweep mails at most. */
const batchSize = 20;

interface Waiting {
  id: string;
  accountId: string;
  plan: Plan;
  email: string;
  subject: string;
  message: string;
  isPriority: boolean;
}

/** Mails a request that was just stored, off the path of whoever asks. */
export function mailSoon(id: string): void {
  void mailNext(id).catch((err: unknown) => log.warn({ err }, "a request for support waits for the sweep"));
}

/** Mails what is still to be mailed to `SUPPORT_EMAIL`, the oldest first, and returns how many are under way now. */
export async function sweepSupport(): Promise<number> {
  let count = 0;
  while (count < batchSize && (await mailNext())) count += 1;
  return count;
}

/**
 * Only one process at a time tries one of them, and after a try that failed nobody does for five minutes, then for ever
 * longer times up to six hours. Who dies over it has mailed it perhaps: it goes out once more then.
 */
const claim = {
  name: "claim_support_request",
  text: `UPDATE support_request r
    SET mail_due_at = now() + least(interval '6 hours', greatest(interval '5 minutes', (now() - r.created_at) / 2))
    FROM account a
    WHERE a.id = r.account_id AND r.id = (SELECT id FROM support_request
      WHERE mailed_at IS NULL AND answered_at IS NULL AND mail_due_at <= now() AND ($1::uuid IS NULL OR id = $1)
      ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING r.id, r.account_id AS "accountId", a.plan, r.email, r.subject, r.message, r.is_priority AS "isPriority"`,
};

/** Whether there was one to be mailed: the oldest that is due, or the one of this id. */
async function mailNext(id?: string): Promise<boolean> {
  const to = env.supportEmail;
  // Kept unmailed until there is a mail server.
  if (to === undefined || !canSendMail()) return false;
  const { rows } = await sql.query<Waiting>({ ...claim, values: [id ?? null] });
  const [request] = rows;
  if (request === undefined) return false;
  sendMail(writeMail(to, request), async () => {
    await sql.query("UPDATE support_request SET mailed_at = now() WHERE id = $1", [request.id]);
  });
  return true;
}

/** What a person wrote stands behind marks, so that it can't pass for ours, and so does the subject behind a word of ours. */
function writeMail(to: string, { subject, message, isPriority, ...request }: Waiting): Mail {
  return {
    to,
    replyTo: request.email,
    subject: `${isPriority ? "[Priority] " : ""}Support: ${subject}`,
    text: [
      `${request.email} (${entitlements[request.plan].name}, account ${request.accountId}) asks:`,
      "",
      ...message.split("\n").map((line) => `> ${line}`),
      "",
      "An answer to this mail goes to that address.",
      "All requests: npm run --silent admin -- support:list",
    ].join("\n"),
  };
}
