import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { sql } from "@/lib/platform/db";
import { findUserByEmail } from "@/lib/users";
import { newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { newEmail } from "../support/kept-mails";
import { itInLongRuns } from "../support/long";
import { MailReceiver, tokenIn } from "../support/mail-receiver";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";
import type { RunningService } from "../support/service";

const origin = "https://qr.example.com";
const password = "tree house lamp";
const services = openServices();
const receiver = new MailReceiver();
let named: RunningService;
let unnamed: RunningService;

const settings = () => ({
  DATA_DIR: services.newFolder(),
  DATABASE_URL: inject("databaseUrl"),
  TRUSTED_PROXIES: "127.0.0.1, ::1",
  LOG_LEVEL: "info",
});
const mailSettings = () => ({ SMTP_URL: receiver.smtpUrl, MAIL_FROM: "Quietzone <mail@qr.example.com>" });

beforeAll(async () => {
  await receiver.open();
  [named, unnamed] = await Promise.all([
    services.start({
      ...settings(),
      ...mailSettings(),
      BASE_URL: origin,
      BASE_URL_ALIASES: "old.example.com",
    }),
    services.start({ ...settings(), ...mailSettings() }),
  ]);
});

afterAll(() => receiver.close());

const newBrowser = ({ baseUrl } = named, from = origin) => new BrowserSession(baseUrl, newClient(), from);

/** Addresses in a mail's text. */
const linksIn = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];

describe("A11: links in emails", () => {
  const forms = [
    ["/sign-up", "requestAccount", () => newEmail()],
    ["/sign-up", "requestAccount", async () => (await newAccount("free")).email],
    ["/forgot-password", "requestReset", async () => (await newAccount("free")).email],
  ] as const;

  it.each(forms)("point to BASE_URL for %s, whatever host its headers name", async (page, action, find) => {
    const email = await find();
    const { status, text } = await act(
      newBrowser(),
      page,
      action,
      { email, password },
      {
        host: "old.example.com",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        "x-forwarded-port": "8080",
        "x-original-host": "evil.example",
        forwarded: "host=evil.example;proto=http",
        referer: "https://evil.example/",
      },
    );
    expect(status, text).toBe(200);
    const mail = await receiver.waitFor(email);
    expect(mail.raw).not.toMatch(/evil|old\.example/);
    expect(linksIn(mail.text).length).toBeGreaterThan(0);
    for (const link of linksIn(mail.text)) expect(new URL(link).origin).toBe(origin);
  });

  it("are not sent for a request with an unknown host, which gets 421", async () => {
    const { email } = await newAccount("free");
    for (const host of ["evil.example", "qr.example.com.evil.example", "qr.example.com@evil.example"]) {
      const { status } = await act(newBrowser(), "/forgot-password", "requestReset", { email }, { host });
      expect(status).toBe(421);
    }
    const { rows } = await sql.query("SELECT 1 FROM mail_token WHERE email = $1", [email]);
    expect(rows).toEqual([]);
  });

  itInLongRuns("point to localhost without BASE_URL, whatever host the request names", async () => {
    for (const host of ["evil.example", "box.lan:3000"]) {
      const { email } = await newAccount("free");
      const browser = newBrowser(unnamed, `http://${host}`);
      const forged = { host, "x-forwarded-host": "evil.example" };
      expect((await act(browser, "/forgot-password", "requestReset", { email }, forged)).status).toBe(200);
      const { raw, text } = await receiver.waitFor(email);
      expect(raw).not.toMatch(/evil|box\.lan/);
      for (const link of linksIn(text)) expect(new URL(link).origin).toBe(unnamed.baseUrl);
    }
  });
});

describe("account lifecycle over HTTP", () => {
  it("signs up, changes the email, resets the password and deletes the account, logging no secret", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const browser = newBrowser();
    await act(browser, "/sign-up", "requestAccount", { email, password, name: "Ada" });
    const signUpToken = tokenIn((await receiver.waitFor(email)).text);
    // A mail program opens links by itself: nothing happens by that.
    for (const method of ["GET", "HEAD", "GET"]) {
      expect((await browser.send(`/sign-up/confirm?token=${signUpToken}`, { method })).status).toBe(200);
    }
    expect(await findUserByEmail(email)).toBeNull();
    const confirmed = await act(browser, "/sign-up/confirm", "finishAccount", {
      token: signUpToken,
      password,
    });
    expect(confirmed.text).toContain(`"done":{"email":"${email}"}`);
    expect((await browser.signIn(email, password)).status).toBe(200);

    await act(browser, "/settings", "askForEmail", { email: other, password });
    expect((await receiver.waitFor(email, "about to change")).text).toContain(other);
    const changeToken = tokenIn((await receiver.waitFor(other, "new address")).text);
    await browser.send(`/confirm-email?token=${changeToken}`);
    expect(await browser.whoami()).toBe(email);
    const guess = { token: changeToken, password: "not the password" };
    for (const fields of [{ token: changeToken }, guess]) {
      const { text } = await act(newBrowser(), "/confirm-email", "changeEmailByLink", fields);
      expect(text).toMatch(/"fields":\{"password":/);
    }
    expect(await browser.whoami()).toBe(email);
    await act(newBrowser(), "/confirm-email", "changeEmailByLink", { token: changeToken, password });
    expect(await browser.whoami()).toBe(other);
    await receiver.waitFor(email, "was changed");

    await act(newBrowser(), "/forgot-password", "requestReset", { email: other });
    const resetToken = tokenIn((await receiver.waitFor(other, "new password")).text);
    const next = "three other words";
    const reset = await act(newBrowser(), "/reset-password", "resetByLink", {
      token: resetToken,
      password: next,
    });
    expect(reset.text).toContain('"done":null');
    expect(await browser.whoami()).toBeNull();
    expect((await browser.signIn(other, next)).status).toBe(200);

    await act(browser, "/settings", "deleteOwnAccount", { email: other, password: next });
    expect(await browser.whoami()).toBeNull();
    await receiver.waitFor(other, "was deleted");
    const { rows } = await sql.query("SELECT 1 FROM mail_token WHERE email = ANY($1)", [[email, other]]);
    expect(rows).toEqual([]);

    for (const secret of [password, next, signUpToken, changeToken, resetToken, email, other]) {
      expect(named.output()).not.toContain(secret);
    }
  });
});

describe("email delivery and the process", () => {
  itInLongRuns("sends pending emails before the process exits", async () => {
    const service = await services.start({ ...settings(), ...mailSettings(), BASE_URL: origin });
    const { email } = await newAccount("free");
    receiver.answerNext({ code: 451, words: "busy" });
    const before = receiver.attempts;
    await act(newBrowser(service), "/forgot-password", "requestReset", { email });
    await expect.poll(() => receiver.attempts).toBeGreaterThan(before);
    expect(await service.stop()).toBe(0);
    expect(receiver.mails.some(({ to }) => to.includes(email))).toBe(true);
  });

  itInLongRuns("answers without waiting for a mail server that hangs", async () => {
    const calls = new Set<Socket>();
    // It takes the call and never says a word.
    const silent = createServer((socket) => calls.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.close();
      for (const call of calls) call.destroy();
    });
    await once(silent, "listening");
    const service = await services.start({
      ...settings(),
      ...mailSettings(),
      SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      BASE_URL: origin,
    });
    const { email } = await newAccount("free");
    const { text } = await act(newBrowser(service), "/forgot-password", "requestReset", { email });
    expect(text).toContain('"done"');
    await expect.poll(() => calls.size).toBeGreaterThan(0);
    // Still the first try: it has neither ended nor been given up.
    expect([...calls].map(({ closed }) => closed)).toEqual([false]);
    expect(service.output()).not.toContain(email);
  });
});
