import { beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { findUserByEmail } from "@/lib/users";
import { newAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { BrowserSession } from "../support/browser-session";
import { newEmail } from "../support/kept-mails";
import { tokenIn } from "../support/mail-receiver";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";
import { type RunningService, sharedSecrets } from "../support/service";

const origin = "https://qr.example.com";
const password = "tree house lamp";
const services = openServices();

const newBrowser = ({ baseUrl }: RunningService) => new BrowserSession(baseUrl, newClient(), origin);

describe("production without a mail server", () => {
  let service: RunningService;
  let database: Record<string, string>;
  beforeAll(async () => {
    database = {
      DATA_DIR: services.newFolder(),
      DATABASE_URL: inject("databaseUrl"),
      ...sharedSecrets({ DATABASE_URL: inject("databaseUrl") }),
      BASE_URL: origin,
    };
    service = await services.start({
      ...database,
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      LOG_LEVEL: "info",
      SUPPORT_EMAIL: "help@example.com",
    });
  });

  /** A link that the operator prints, by its token. */
  async function printLink(...words: string[]): Promise<string> {
    const { status, stdout, stderr } = await runAdmin(["user:link", ...words], database);
    expect(status, stderr).toBe(0);
    const { link, expiresAt } = JSON.parse(stdout) as { link: string; expiresAt: string };
    expect(new URL(link).origin).toBe(origin);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    return tokenIn(link);
  }

  it("warns at start and names user:link as the alternative", () => {
    expect(service.output()).toMatch(/SMTP_URL is not set, .*user:link/);
  });

  it.each([
    ["/sign-up", "requestAccount"],
    ["/forgot-password", "requestReset"],
  ])("%s says that no email can be sent and whom to ask, alike for every address", async (page, action) => {
    const shown = await newBrowser(service).send(page);
    expect(shown.text).toContain("send email");
    expect(shown.text).toContain("mailto:help@example.com");
    expect(shown.text).not.toContain('name="email"');
    const said: unknown[] = [];
    for (const email of [(await newAccount("free")).email, newEmail()]) {
      const { text } = await act(newBrowser(service), page, action, { email, password });
      said.push(text.match(/\{"refusal".*/)?.[0].replaceAll(email, "the address"));
      expect((await sql.query("SELECT 1 FROM mail_token WHERE email = $1", [email])).rows).toEqual([]);
      expect(service.output()).not.toContain(email);
    }
    expect(said[0]).toContain("This service can't send email; ask help@example.com for a link.");
    expect(said[1]).toEqual(said[0]);
    expect((await newBrowser(service).send("/dev/mail")).status).toBe(404);
  });

  it("creates an account from a printed link, once, with a password that the user chooses", async () => {
    const email = newEmail();
    const token = await printLink("--email", email, "--purpose", "sign-up");
    const browser = newBrowser(service);
    expect((await browser.send(`/sign-up/confirm?token=${token}`)).text).toContain("Choose a password for");
    const finish = (chosen: string) =>
      act(browser, "/sign-up/confirm", "finishAccount", { token, password: chosen, isChoice: "yes" });
    expect((await finish("short")).text).toContain("A password has 8 to 128 characters.");
    expect((await finish("password123")).text).toContain("This password is too common.");
    expect(await findUserByEmail(email)).toBeNull();
    expect((await finish(password)).text).toContain(`"done":{"email":"${email}"}`);
    expect((await finish("three other words")).text).toContain('"fields":{"token":');
    expect((await browser.signIn(email, password)).status).toBe(200);
    expect(await browser.whoami()).toBe(email);
  });

  it("O5: resets a password and changes an email by printed links, and logs no link or address", async () => {
    const { email } = await newAccount("free");
    const [other, next] = [newEmail(), "three other words"];
    const browser = newBrowser(service);
    const resetToken = await printLink("--email", email, "--purpose", "reset");
    const form = { token: resetToken, password: next };
    const reset = () => act(browser, "/reset-password", "resetByLink", form);
    expect((await reset()).text).toContain('"done":null');
    expect((await reset()).text).toContain('"fields":{"token":');
    expect((await browser.signIn(email, next)).status).toBe(200);
    const settingsPage = await browser.send("/settings");
    expect(settingsPage.text).toContain("mailto:help@example.com");
    const asked = await act(browser, "/settings", "askForEmail", { email: other, password: next });
    expect(asked.text).toContain("This service can't send email");

    const change = ["--email", email, "--purpose", "email-change", "--new-email", other];
    const changeToken = await printLink(...change);
    const fields = { token: changeToken, password: next };
    const stranger = newBrowser(service);
    const wrong = { ...fields, password: "not the password" };
    expect((await act(stranger, "/confirm-email", "changeEmailByLink", wrong)).text).toContain(
      "not the password",
    );
    expect((await act(browser, "/confirm-email", "changeEmailByLink", fields)).text).toContain('"done":null');
    expect(await browser.whoami()).toBe(other);
    await expect.poll(() => service.output()).toContain("a mail was not sent");
    for (const secret of [resetToken, changeToken, email, other]) {
      expect(service.output()).not.toContain(secret);
    }
  });

  it("rejects user:link for addresses that cannot have the requested link", async () => {
    const { email } = await newAccount("free");
    const other = (await newAccount("free")).email;
    const refused = async (...words: string[]) => {
      const { status, stdout, stderr } = await runAdmin(["user:link", ...words], database);
      expect([status, stdout]).toEqual([1, ""]);
      return stderr;
    };
    const unknown = ["--email", newEmail(), "--purpose"];
    expect(await refused("--email", email, "--purpose", "sign-up")).toContain("already has an account.");
    expect(await refused(...unknown, "reset")).toBe("There is no account with this address.\n");
    expect(await refused("--email", "ada", "--purpose", "reset")).toMatch(
      /^--email must be an email address/,
    );
    const change = ["--email", email, "--purpose", "email-change", "--new-email"];
    expect(await refused(...change, other)).toContain("already has an account.");
    expect(await refused(...change, "ada")).toMatch(/^--new-email must be an email address/);
  });
});
