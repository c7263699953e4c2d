import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findFreePort } from "../../e2e/support/free-port";
import { MailReceiver } from "../../e2e/support/mail-receiver";
import { log } from "./log";
import { listKeptMails, SmtpMailer, sendMail } from "./mail";

const mail = {
  to: "ada@example.com",
  subject: "Confirm your address",
  text: "Überall\nhttps://x.example/?token=abc\n",
};
const options = { departMs: 0, delaysMs: [20, 20], timeoutMs: 20_000, closeMs: 20_000 };
const patient = { timeout: 20_000 };
const receivers: MailReceiver[] = [];

async function openReceiver(): Promise<MailReceiver> {
  const receiver = await new MailReceiver().open();
  receivers.push(receiver);
  return receiver;
}

const mailerOf = (smtpUrl: string, more = {}) =>
  new SmtpMailer({ smtpUrl, mailFrom: "Quietzone <mail@qr.example.com>" }, { ...options, ...more });

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

describe("sending email", () => {
  it("sends plain text from the configured address, marked as auto-submitted", async () => {
    const receiver = await openReceiver();
    const mailer = mailerOf(receiver.smtpUrl);
    mailer.send(mail);
    await mailer.close();
    expect(receiver.mails).toHaveLength(1);
    expect(receiver.mails[0]).toMatchObject({
      from: "mail@qr.example.com",
      to: ["ada@example.com"],
      subject: mail.subject,
      text: expect.stringContaining(mail.text.trim()),
    });
    expect(receiver.mails[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(receiver.mails[0]?.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/im);
  });

  it("tries three times while the server is busy", async () => {
    const receiver = await openReceiver();
    receiver.answerNext({ code: 451, words: "busy" }, { code: 421, words: "busy" });
    const mailer = mailerOf(receiver.smtpUrl);
    mailer.send(mail);
    await receiver.waitFor(mail.to);
    expect(receiver.attempts).toBe(3);
    await mailer.close();
  });

  it("gives up after three tries, and logs that without the recipient's address", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => {});
    const receiver = await openReceiver();
    const busy = { code: 451, words: `no room for ${mail.to}` };
    receiver.answerNext(busy, busy, busy);
    const mailer = mailerOf(receiver.smtpUrl);
    mailer.send(mail);
    await mailer.close();
    expect(receiver.attempts).toBe(3);
    expect(receiver.mails).toEqual([]);
    expect(error).toHaveBeenCalledWith(
      { code: expect.stringContaining("451"), count: 3 },
      "a mail could not be sent",
    );
    expect(JSON.stringify(error.mock.calls)).not.toContain("ada@");
  });

  it("A10: sends after a delay rather than within the request", async () => {
    const receiver = await openReceiver();
    const [late, soon] = [60_000, 20].map((departMs) => mailerOf(receiver.smtpUrl, { departMs }));
    late?.send({ ...mail, subject: "In a minute" });
    soon?.send({ ...mail, subject: "Soon" });
    await receiver.waitFor(mail.to, "Soon");
    expect(receiver.attempts).toBe(1);
    await Promise.all([late?.close(), soon?.close()]);
    expect(receiver.mails).toHaveLength(2);
  });

  it("does not retry after a permanent refusal", async () => {
    const receiver = await openReceiver();
    receiver.answerNext({ code: 550, words: "no such user" });
    const mailer = mailerOf(receiver.smtpUrl);
    mailer.send(mail);
    await mailer.close();
    expect(receiver.attempts).toBe(1);
  });

  it("calls back for sent emails only, and close waits for the callbacks", async () => {
    vi.spyOn(log, "error").mockImplementation(() => {});
    const receiver = await openReceiver();
    receiver.answerNext({ code: 550, words: "no" }, "take", { code: 451, words: "busy" });
    const mailer = mailerOf(receiver.smtpUrl);
    const noted: string[] = [];
    let letNote = () => {};
    const mayNote = new Promise<void>((resolve) => {
      letNote = resolve;
    });
    for (const [sent, subject] of ["Refused", "Taken", "Taken later"].entries()) {
      mailer.send({ ...mail, subject }, async () => {
        await mayNote;
        noted.push(subject);
      });
      await expect.poll(() => receiver.attempts, patient).toBeGreaterThan(sent);
    }
    await receiver.waitFor(mail.to, "Taken later");
    expect(noted).toEqual([]);
    const closed = mailer.close();
    letNote();
    await closed;
    expect(noted).toEqual(["Taken", "Taken later"]);
  });

  it("survives a mail server that is not running", async () => {
    const mailer = mailerOf(`smtp://127.0.0.1:${await findFreePort()}`);
    mailer.send(mail);
    await mailer.close();
  });

  it("times out on a server that hangs", async () => {
    const receiver = await openReceiver();
    receiver.answerNext("hang", "take");
    const mailer = mailerOf(receiver.smtpUrl, { timeoutMs: 1_000 });
    mailer.send(mail);
    await receiver.waitFor(mail.to);
    expect(receiver.attempts).toBe(2);
    await mailer.close();
  });

  it("tries a waiting email immediately on close, and gives up when closing takes too long", async () => {
    const receiver = await openReceiver();
    receiver.answerNext({ code: 451, words: "busy" });
    const waiting = mailerOf(receiver.smtpUrl, { delaysMs: [60_000, 60_000] });
    waiting.send(mail);
    await expect.poll(() => receiver.attempts, patient).toBe(1);
    await waiting.close();
    expect(receiver.mails).toHaveLength(1);

    const error = vi.spyOn(log, "error").mockImplementation(() => {});
    receiver.answerNext("hang");
    const stuck = mailerOf(receiver.smtpUrl, { timeoutMs: 60_000, closeMs: 100 });
    stuck.send(mail);
    await expect.poll(() => receiver.attempts, patient).toBe(3);
    // The close gives up after 100 ms, not after the 60 seconds of its try.
    await stuck.close();
    expect(error).toHaveBeenCalledWith({ count: 1 }, expect.stringContaining("lost"));
  });
});

describe("without a mail server in development", () => {
  it("logs the whole email, and keeps the last fifty, newest first", () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    for (let i = 0; i < 60; i++) sendMail({ ...mail, subject: `Number ${i}` });
    expect(warn).toHaveBeenLastCalledWith(
      { mail: ["To: ada@example.com", "Subject: Number 59", "", ...mail.text.split("\n")] },
      expect.stringContaining("SMTP_URL"),
    );
    const kept = listKeptMails();
    expect(kept).toHaveLength(50);
    expect(kept?.[0]).toMatchObject({ subject: "Number 59", to: mail.to });
  });
});

describe("without a mail server in production", () => {
  it("drops the email, and logs neither its address nor its link", async () => {
    vi.resetModules();
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    // The mailer of the tests above is kept once per process.
    Reflect.deleteProperty(globalThis, Symbol.for("quietzone"));
    const [fresh, { log: freshLog }] = await Promise.all([import("./mail"), import("./log")]);
    const warn = vi.spyOn(freshLog, "warn").mockImplementation(() => {});
    const onSent = vi.fn();
    fresh.sendMail(mail, onSent);
    await fresh.closeMail();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/ada@|token|Confirm/);
    expect(onSent).not.toHaveBeenCalled();
    expect(fresh.canSendMail()).toBe(false);
    expect(fresh.listKeptMails()).toBeNull();
  });
});
