import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport, type Transporter } from "nodemailer";
import SmtpConnection from "nodemailer/lib/smtp-connection/index.js";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";
import { ownCommand } from "@/lib/platform/own-command";
import { env, type Settings } from "./env";
import { log } from "./log";
import { counter } from "./metrics";
import { oncePerProcess } from "./process-state";

export interface Mail {
  to: string;
  /** Where an answer goes, if not to `MAIL_FROM`. */
  replyTo?: string;
  subject: string;
  text: string;
}

/** Called once a stored mail has been sent; the end of the process waits for it, too. */
export type OnSent = () => Promise<void>;

interface Mailer {
  /** Takes a mail to be sent; never throws and never waits. */
  send(mail: Mail, onSent?: OnSent): void;
  /**
   * Resolves when every mail is sent or given up; a mail that waits for its next try is tried at once, and after
   * `closeMs` what is left is lost, which the log says.
   */
  close(): Promise<void>;
}

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
    `SMTP_URL is not set, so no email is sent: nobody can sign up, reset a password or change an address by themselves; ${ownCommand("admin")} user:link prints links for them`,
  );
}

/** Drops mails in production without a mail server. Neither address nor text is logged: a link opens an account. */
const noMailer: Mailer = {
  send: () => log.warn({ setting: "SMTP_URL" }, "a mail was not sent, because SMTP_URL is not set"),
  close: async () => {},
};

function createLogMailer(): Mailer {
  const running = new Set<Promise<void>>();
  return {
    send: ({ to, replyTo, subject, text }, onSent) => {
      const head = [`To: ${to}`, ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`])];
      log.warn(
        { mail: [...head, `Subject: ${subject}`, "", ...text.split("\n")] },
        "a mail that was not sent, because SMTP_URL is not set",
      );
      const run = runOnSent(onSent).finally(() => running.delete(run));
      running.add(run);
    },
    close: async () => void (await Promise.all(running)),
  };
}

function mailerOf({ smtpUrl, mailFrom }: Settings): Mailer {
  if (smtpUrl !== undefined && mailFrom !== undefined) return new SmtpMailer({ smtpUrl, mailFrom });
  return canSendMail() ? createLogMailer() : noMailer;
}

const mailer = () => oncePerProcess("mailer", () => mailerOf(env));
const kept = () => oncePerProcess("kept mails", () => [] as KeptMail[]);

/**
 * Sends a mail in the background, tried three times over 20 seconds; a fault is only logged. Without `SMTP_URL`
 * production drops it; elsewhere it goes to the log, which counts as sent, and to /dev/mail.
 */
export function sendMail(mail: Mail, onSent?: OnSent): void {
  if (env.nodeEnv !== "production") {
    const mails = kept();
    mails.unshift({ ...mail, sentAt: new Date() });
    mails.length = Math.min(mails.length, keptMails);
  }
  mailer().send(mail, onSent);
}

/** The text of a mail: its paragraphs, and whose service sends it. */
export function composeMail(...paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\nQuietzone\n${env.baseUrl}\n`;
}

/** The last mails of this process, newest first; null in production, where none is kept. */
export function listKeptMails(): readonly KeptMail[] | null {
  return env.nodeEnv === "production" ? null : kept();
}

export function closeMail(): Promise<void> {
  return mailer().close();
}

interface SmtpOptions {
  /** A mail leaves so long after it was asked for: when its cause is answered must not tell whether there is one. */
  departMs: number;
  /** Milliseconds before the second try and before the third. */
  delaysMs: readonly number[];
  /** A mail server that answers nothing for so long is given up, for each step of the talk. */
  timeoutMs: number;
  /** What the end of the process waits for mails at most. */
  closeMs: number;
}

const defaults: SmtpOptions = {
  departMs: 200,
  delaysMs: [2_000, 15_000],
  timeoutMs: 10_000,
  closeMs: 20_000,
};

/** Mails of one process that are under way at once; more wait their turn. */
const maxConnections = 3;

const outcomes = counter({
  name: "quietzone_emails_total",
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

/** Over an SMTP server: `smtp:` with STARTTLS where it is offered, `smtps:` with TLS from the start. */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #options: SmtpOptions;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #free = maxConnections;

  constructor(server: { smtpUrl: string; mailFrom: string }, options: SmtpOptions = defaults) {
    const { timeoutMs } = options;
    this.#options = options;
    this.#from = server.mailFrom;
    // Each mail that waits listens to it.
    setMaxListeners(0, this.#closing.signal);
    // By the transport itself: `createTransport` drops every option beside an address.
    this.#transport = createTransport(
      new SmtpTransport({
        url: server.smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
  }

  send(mail: Mail, onSent?: OnSent): void {
    const delivery = this.#deliver(mail)
      .then((isSent) => (isSent ? runOnSent(onSent) : undefined))
      .finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#pending), sleep(this.#options.closeMs, undefined, { ref: false })]);
    const { size: count } = this.#pending;
    if (count > 0) log.error({ count }, "mails were lost: their server was too slow");
    this.#transport.close();
  }

  /** Waits, but no longer than until the process is to end. */
  async #wait(delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  /** Whether it went out. */
  async #deliver(mail: Mail): Promise<boolean> {
    await this.#wait(this.#options.departMs);
    for (let count = 1; ; count += 1) {
      try {
        await this.#attempt(mail);
        outcomes.inc({ outcome: "sent" });
        return true;
      } catch (error) {
        const code = describeFault(error);
        const delayMs = this.#options.delaysMs[count - 1];
        if (delayMs === undefined || isFinal(error)) {
          outcomes.inc({ outcome: "failed" });
          log.error({ code, count }, "a mail could not be sent");
          return false;
        }
        log.warn({ code, count }, "a mail will be tried again");
        await this.#wait(delayMs);
      }
    }
  }

  async #attempt(mail: Mail): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      // So that nobody's absence notice answers it (RFC 3834, 5).
      const headers = { "Auto-Submitted": "auto-generated" };
      await this.#transport.sendMail({ from: this.#from, ...mail, headers });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Calls the sender's callback after a mail was sent; an error in it is only logged. */
async function runOnSent(onSent: OnSent | undefined): Promise<void> {
  await onSent?.().catch((err: unknown) =>
    log.warn({ err }, "a mail was sent, but its sending could not be recorded"),
  );
}

const stepMs = 8_000;

/** What the mail server of the operator says when it is asked for nothing but its greeting. */
export interface MailServer {
  /** A sentence on what is wrong, which repeats no password; null where it can be used. */
  fault: string | null;
  isSecure: boolean;
  /** On this machine, where TLS adds nothing. */
  isLocal: boolean;
}

const serverFaults: [RegExp, string][] = [
  [/^EAUTH/, "The mail server refuses the user or password of SMTP_URL; correct them."],
  [/^EDNS/, "The host of SMTP_URL has no address; correct it."],
  [
    /wrong version number|packet length too long/i,
    "The port of SMTP_URL speaks no TLS at once; write smtp:// for STARTTLS, or smtps:// with port 465.",
  ],
  [
    /certificate|self-signed|altnames/i,
    "The mail server's certificate is not valid for the host of SMTP_URL; use the name in it, or add its authority by NODE_EXTRA_CA_CERTS.",
  ],
];

function describeServerFault({ code = "", message }: NodeJS.ErrnoException): string {
  const known = serverFaults.find(([pattern]) => pattern.test(`${code} ${message}`));
  return (
    known?.[1] ??
    `The mail server of SMTP_URL does not answer (${message || code}); start it, or correct the host and port.`
  );
}

/** Connects as `SmtpMailer` does, signs in where the address has a user, and leaves. */
export async function askMailServer(url: string): Promise<MailServer> {
  const { options } = new SmtpTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  });
  const connection = new SmtpConnection(options);
  const { hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.connect(() => resolve());
    });
    const isSecure = connection.secure;
    const { username, password } = new URL(url);
    if (username !== "") {
      const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
      await new Promise<void>((resolve, reject) => {
        connection.login({ credentials }, (error) => (error ? reject(error) : resolve()));
      });
    }
    return { fault: null, isSecure, isLocal };
  } catch (error) {
    return { fault: describeServerFault(error as Error), isSecure: false, isLocal };
  } finally {
    connection.close();
  }
}
