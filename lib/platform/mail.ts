import { env } from "./env";
import { log } from "./log";
import { oncePerProcess } from "./process-state";
import type { Settings } from "./settings";
import { type Mail, type Mailer, type NoteSent, note, SmtpMailer } from "./smtp-mailer";

export type { Mail } from "./smtp-mailer";

/** A mail as it is kept for /dev/mail. */
interface KeptMail extends Mail {
  sentAt: Date;
}

/** Mails that are kept for /dev/mail: enough to find the one that was just sent. */
const keptMails = 50;

/** Whether mails reach somebody: in production a mail server must be set, in development they lie at /dev/mail. */
export function canSendMail(): boolean {
  return env.smtpUrl !== undefined || env.nodeEnv !== "production";
}

/** Warns at start of what people can't do without email, and what the operator can do for them. */
export function warnOfNoMail(): void {
  if (canSendMail()) return;
  log.warn(
    { setting: "SMTP_URL" },
    "SMTP_URL is not set, so no email is sent: nobody can sign up, reset a password or change an address by themselves; npm run admin -- user:link prints links for them",
  );
}

/** Drops mails in production without a mail server. Neither address nor text is logged: a link opens an account. */
const noMailer: Mailer = {
  send: () => log.warn({ setting: "SMTP_URL" }, "a mail was not sent, because SMTP_URL is not set"),
  close: async () => {},
};

/** Logs whole mails in development, which count as sent. */
function createLogMailer(): Mailer {
  const noting = new Set<Promise<void>>();
  return {
    send: ({ to, replyTo, subject, text }, noteSent) => {
      const head = [`To: ${to}`, ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`])];
      log.warn(
        { mail: [...head, `Subject: ${subject}`, "", ...text.split("\n")] },
        "a mail that was not sent, because SMTP_URL is not set",
      );
      const noted = note(noteSent).finally(() => noting.delete(noted));
      noting.add(noted);
    },
    close: async () => void (await Promise.all(noting)),
  };
}

function mailerOf({ smtpUrl, mailFrom }: Settings): Mailer {
  if (smtpUrl !== undefined && mailFrom !== undefined) return new SmtpMailer({ smtpUrl, mailFrom });
  return canSendMail() ? createLogMailer() : noMailer;
}

const mailer = () => oncePerProcess("mailer", () => mailerOf(env));
const kept = () => oncePerProcess("kept mails", () => [] as KeptMail[]);

/**
 * Sends a mail without making the caller wait: it is tried three times over some 20 seconds, and a fault is only logged.
 * Without `SMTP_URL` production drops it; elsewhere the whole message goes to the log, which is as good as sent. Outside production it is
 * also kept for /dev/mail.
 */
export function sendMail(mail: Mail, noteSent?: NoteSent): void {
  if (env.nodeEnv !== "production") {
    const mails = kept();
    mails.unshift({ ...mail, sentAt: new Date() });
    mails.length = Math.min(mails.length, keptMails);
  }
  mailer().send(mail, noteSent);
}

/** The last mails of this process, newest first; null in production, where none is kept. */
export function listKeptMails(): readonly KeptMail[] | null {
  return env.nodeEnv === "production" ? null : kept();
}

/** Waits for the mails that are under way; for the end of the process. */
export function closeMail(): Promise<void> {
  return mailer().close();
}
