import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { env, type Settings } from "./env";
import { log } from "./log";
import { counter } from "./metrics";
import { oncePerProcess } from "./process-state";

/** A mail in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail as it is kept for /dev/mail. */
interface KeptMail extends Mail {
  sentAt: Date;
}

interface Mailer {
  /** Takes a mail to be sent; never throws and never waits. */
  send(mail: Mail): void;
  /**
   * Resolves when every mail is sent or given up; whoever waits for its next try is tried at once, and after
   * `closeMs` what is left is lost, which the log says.
   */
  close(): Promise<void>;
}

interface MailerOptions {
  /** Milliseconds before the second try and before the third. */
  delaysMs: readonly number[];
  /** A mail server that answers nothing for so long is given up, for each step of the talk. */
  timeoutMs: number;
  /** What the end of the process waits for mails at most. */
  closeMs: number;
}

const defaults: MailerOptions = { delaysMs: [2_000, 15_000], timeoutMs: 10_000, closeMs: 20_000 };

/** Mails of one process that are under way at once; more wait their turn. */
const maxConnections = 3;

const sent = () =>
  counter({
    name: "quietzone_mails_total",
    help: "Mails by outcome: sent, or failed after three tries.",
    labels: ["outcome"],
  });

/** What may be logged of a failed try: no address, and the server's own words may repeat one. */
function describeFault(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(" ") || "failed";
}

/** 5xx: the server has understood and refused for good (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === "number" && responseCode >= 500;
}

/** A mailer over an SMTP server (`smtp:` with STARTTLS where it is offered, `smtps:` with TLS from the start). */
export function createMailer(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  { delaysMs, timeoutMs, closeMs }: MailerOptions = defaults,
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  const outcomes = sent();
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();

  async function deliver(mail: Mail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // So that nobody's absence notice answers it (RFC 3834, 5).
        await transport.sendMail({
          from: mailFrom,
          ...mail,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        outcomes.inc({ outcome: "sent" });
        return;
      } catch (error) {
        const delayMs = delaysMs[tries - 1];
        if (delayMs === undefined || isFinal(error)) {
          outcomes.inc({ outcome: "failed" });
          log.error({ code: describeFault(error), count: tries }, "a mail could not be sent");
          return;
        }
        log.warn({ code: describeFault(error), count: tries }, "a mail will be tried again");
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => pending.delete(delivery));
      pending.add(delivery);
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.all(pending), sleep(closeMs, undefined, { ref: false })]);
      if (pending.size > 0) log.error({ count: pending.size }, "mails were lost: their server was too slow");
      transport.close();
    },
  };
}

/** Mails that are kept for /dev/mail: enough to find the one that was just sent. */
const keptMails = 50;

/** Stands in where no mail server is named: the operator reads the mail in the log. */
function createLogMailer(): Mailer {
  return {
    send: ({ to, subject, text }) =>
      log.warn(
        { mail: [`To: ${to}`, `Subject: ${subject}`, "", ...text.split("\n")] },
        "a mail that was not sent, because SMTP_URL is not set",
      ),
    close: async () => {},
  };
}

function mailerOf({ smtpUrl, mailFrom }: Settings): Mailer {
  return smtpUrl === undefined || mailFrom === undefined
    ? createLogMailer()
    : createMailer({ smtpUrl, mailFrom });
}

const mailer = () => oncePerProcess("mailer", () => mailerOf(env));
const kept = () => oncePerProcess("kept mails", () => [] as KeptMail[]);

/**
 * Sends a mail off the path of whoever asks: it is tried three times over some 20 seconds, and a fault is only logged.
 * Without `SMTP_URL` the whole message goes to the log. Outside production it is also kept for /dev/mail.
 */
export function sendMail(mail: Mail): void {
  if (env.nodeEnv !== "production") {
    const mails = kept();
    mails.unshift({ ...mail, sentAt: new Date() });
    mails.length = Math.min(mails.length, keptMails);
  }
  mailer().send(mail);
}

/** The last mails of this process, newest first; null in production, where none is kept. */
export function listKeptMails(): readonly KeptMail[] | null {
  return env.nodeEnv === "production" ? null : kept();
}

/** Waits for the mails that are under way; for the end of the process. */
export function closeMail(): Promise<void> {
  return mailer().close();
}
