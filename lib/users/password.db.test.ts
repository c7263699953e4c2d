import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { newAccount, type TestAccount } from "@/e2e/support/accounts";
import { findKeptMail, newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { recordStatements } from "@/e2e/support/statements";
import { sql } from "@/lib/platform/db";
import { changePassword, requestEmailChange, requestPasswordReset, resetPassword } from "./index";
import { findMailLink } from "./mail-links";
import { endSessions, findSessionUser, signInWithPassword } from "./sign-in";

const next = "three other words";
let clients = 0;
const newClient = () => `password client ${clients++}`;

async function askReset({ email }: { email: string }): Promise<string> {
  await requestPasswordReset({ email }, newClient());
  return tokenIn(findKeptMail(email, "Choose a new password")?.text ?? "");
}

async function openSession({ email, password }: { email: string; password: string }) {
  const ticket = await signInWithPassword({ email, password }, { client: newClient() });
  if (ticket === null) throw new Error("nobody was let in");
  return ticket;
}

const versionOf = async ({ userId }: TestAccount) =>
  (await sql.query("SELECT session_version AS v FROM app_user WHERE id = $1", [userId])).rows[0].v as number;

describe("resetting a forgotten password", () => {
  it("A9: ends every session at once and notifies the owner", async () => {
    const account = await newAccount("free");
    const [phone, laptop] = [await openSession(account), await openSession(account)];
    const token = await askReset(account);
    expect(await resetPassword({ token, password: next })).toMatchObject({ email: account.email });
    expect(await findSessionUser(phone)).toBeNull();
    expect(await findSessionUser(laptop)).toBeNull();
    expect(await signInWithPassword(account, { client: newClient() })).toBeNull();
    expect(await openSession({ ...account, password: next })).toMatchObject({ userId: account.userId });
    expect(findKeptMail(account.email)?.subject).toBe("Your password was changed");
  });

  it("accepts the link once, also in ten concurrent tries", async () => {
    const account = await newAccount("free");
    const token = await askReset(account);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => resetPassword({ token, password: `${next} ${i}` })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await versionOf(account)).toBe(1);
    await expect(resetPassword({ token, password: next })).rejects.toMatchObject({
      details: [{ field: "token", code: "dead_link" }],
    });
  });

  it("invalidates older links as well", async () => {
    const account = await newAccount("free");
    const [first, second] = [await askReset(account), await askReset(account)];
    await resetPassword({ token: second, password: next });
    expect(await findMailLink("password_reset", first)).toBeNull();
  });

  it("invalidates an older link when a newer one is sent", async () => {
    const account = await newAccount("free");
    const first = await askReset(account);
    const second = await askReset(account);
    expect(await findMailLink("password_reset", first)).toBeNull();
    expect(await findMailLink("password_reset", second)).toMatchObject({ email: account.email });
  });

  it("rejects the link after an hour", async () => {
    const account = await newAccount("free");
    const token = await askReset(account);
    const age = (interval: string) =>
      sql.query("UPDATE mail_token SET expires_at = expires_at - $2::interval WHERE email = $1", [
        account.email,
        interval,
      ]);
    await age("59 minutes");
    expect(await findMailLink("password_reset", token)).not.toBeNull();
    await age("1 minute");
    await expect(resetPassword({ token, password: next })).rejects.toMatchObject({
      details: [{ code: "dead_link" }],
    });
  });

  it("keeps the link valid after a refused password", async () => {
    const account = await newAccount("free");
    const token = await askReset(account);
    await expect(resetPassword({ token, password: "password1" })).rejects.toMatchObject({
      details: [{ field: "password", code: "common_password" }],
    });
    await resetPassword({ token, password: next });
  });

  it("A10: runs the same statements for an unknown address, but sends no email", async () => {
    const account = await newAccount("free");
    const unknown = newEmail();
    const ask = (email: string) => recordStatements(() => requestPasswordReset({ email }, newClient()));
    const [one, other] = [await ask(account.email), await ask(unknown)];
    expect(one.map(({ text }) => text)).toEqual(other.map(({ text }) => text));
    expect(findKeptMail(unknown)).toBeUndefined();
    expect(findKeptMail(account.email)?.subject).toBe("Choose a new password");
  });

  it("A10: sends the email to the stored address, not to the spelling that was typed", async () => {
    const { email } = await newAccount("free");
    const typed = email.replace("s", "\u017F").toUpperCase();
    await requestPasswordReset({ email: typed }, newClient());
    expect(findKeptMail(email)?.subject).toBe("Choose a new password");
    expect(findKeptMail(typed)).toBeUndefined();
  });

  it("stores no user for an unknown address and rejects an unknown token", async () => {
    const unknown = newEmail();
    await requestPasswordReset({ email: unknown }, newClient());
    const { rows } = await sql.query("SELECT user_id FROM mail_token WHERE email = $1", [unknown]);
    expect(rows).toEqual([{ user_id: null }]);
    await expect(resetPassword({ token: "A".repeat(43), password: next })).rejects.toMatchObject({
      details: [{ field: "token" }],
    });
  });
});

describe("changing the password", () => {
  it("A9: requires the current password and ends every session and emailed link", async () => {
    const account = await newAccount("free");
    const session = await openSession(account);
    const link = await askReset(account);
    await requestEmailChange(account.userId, { email: newEmail(), password: account.password });
    await changePassword(account.userId, { current: account.password, next });
    expect(await findSessionUser(session)).toBeNull();
    expect(await findMailLink("password_reset", link)).toBeNull();
    const { rows } = await sql.query("SELECT 1 FROM mail_token WHERE user_id = $1", [account.userId]);
    expect(rows).toEqual([]);
    expect(findKeptMail(account.email)?.subject).toBe("Your password was changed");
  });

  it.each([
    [{ current: "wrong", next }, "current", "wrong_password"],
    [{ current: "quiet modules, loud colours", next: "short" }, "next", "too_short"],
    [{ current: "quiet modules, loud colours", next: "password1" }, "next", "common_password"],
    [{ current: "quiet modules, loud colours", next: "quiet modules, loud colours" }, "next", "unchanged"],
  ])("refuses %j", async (change, field, code) => {
    const account = await newAccount("free");
    await expect(changePassword(account.userId, change)).rejects.toMatchObject({
      details: [{ field, code }],
    });
    expect(await versionOf(account)).toBe(0);
  });

  it("A9: invalidates a concurrent sign-in with the old password", async () => {
    // Each delay lets the sign-in meet a different stage of the change.
    for (let delayMs = 0; delayMs < 200; delayMs += 10) {
      const account = await newAccount("free");
      const [ticket] = await Promise.all([
        sleep(delayMs).then(() => signInWithPassword(account, { client: newClient() })),
        changePassword(account.userId, { current: account.password, next }),
      ]);
      expect(ticket && (await findSessionUser(ticket)), `${delayMs} ms`).toBeNull();
    }
  });

  it("A10: is blocked after ten wrong passwords, so that a stolen session cannot guess", async () => {
    const account = await newAccount("free");
    const guess = (current: string) => changePassword(account.userId, { current, next }).catch((e) => e.code);
    const all = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(`wrong ${i}`)));
    expect(all.filter((code) => code === "validation_failed")).toHaveLength(10);
    expect(all.filter((code) => code === "rate_limited")).toHaveLength(20);
    expect(await guess(account.password)).toBe("rate_limited");
    expect(await versionOf(account)).toBe(0);
  });
});

describe("signing out everywhere", () => {
  it("A9: ends every session of the account at once, and no others", async () => {
    const [account, other] = [await newAccount("free"), await newAccount("free")];
    const sessions = [await openSession(account), await openSession(account)];
    const foreign = await openSession(other);
    expect(await findSessionUser(sessions[0] as never)).toMatchObject({ email: account.email, plan: "free" });
    await endSessions(account.userId);
    for (const session of sessions) expect(await findSessionUser(session)).toBeNull();
    expect(await findSessionUser(foreign)).not.toBeNull();
    expect(await findSessionUser(await openSession(account))).not.toBeNull();
  });
});
