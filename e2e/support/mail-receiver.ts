import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived. */
export interface ReceivedMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  subject: string;
  /** The body, decoded. */
  text: string;
  /** Every header and the body, as they came. */
  raw: string;
}

/** Answers of the server to its next mails, in order; afterwards it takes them all. */
type Answer = "take" | { code: number; words: string } | "hang";

function decodeBody(head: string, body: string): string {
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function parseMail(raw: string): Pick<ReceivedMail, "subject" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const subject = /^subject:\s*(.*)$/im.exec(head)?.[1] ?? "";
  return { subject, text: decodeBody(head, raw.slice(end + 4)).replaceAll("\r\n", "\n") };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** A real SMTP server of one test on a port of its own. */
export class MailReceiver {
  readonly mails: ReceivedMail[] = [];
  /** Attempts, refused ones too. */
  attempts = 0;
  readonly #answers: Answer[] = [];
  readonly #server: SMTPServer;
  #port = 0;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, session, done) => {
        void readAll(stream as unknown as AsyncIterable<Buffer>).then((raw) => {
          this.attempts += 1;
          const answer = this.#answers.shift() ?? "take";
          if (answer === "hang") return;
          if (answer !== "take") {
            return done(Object.assign(new Error(answer.words), { responseCode: answer.code }));
          }
          const { mailFrom, rcptTo } = session.envelope;
          this.mails.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
            ...parseMail(raw),
          });
          done();
        });
      },
    });
    // A client that gives up in the middle is what some tests are about.
    this.#server.on("error", () => {});
  }

  async open(): Promise<this> {
    const server = this.#server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#port = (server.address() as { port: number }).port;
    return this;
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** What the server says to its next mails. */
  answerNext(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  /** The newest mail to an address whose subject fits, waited for. */
  async waitFor(to: string, subject: string | RegExp = /./, withinMs = 10_000): Promise<ReceivedMail> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = this.mails.findLast(
        (mail) => mail.to.includes(to) && mail.subject.match(subject) !== null,
      );
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new Error(`no mail to ${to} with subject ${subject}`);
      await sleep(20);
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The token of the link in a mail. */
export function tokenIn(text: string): string {
  const token = /\?token=([\w-]{43})(?![\w-])/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
}
