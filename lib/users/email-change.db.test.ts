import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { findKeptMail, newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { recordStatements } from "@/e2e/support/statements";
import { findAccount } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import {
  confirmEmailChange,
  createUser,
  deleteAccount,
  deleteAccountOf,
  deleteUser,
  findUserByEmail,
  requestEmailChange,
  requestPasswordReset,
} from "./index";
import { findMailLink } from "./mail-links";
import { findSessionUser, signInWithPassword, signInWithProvider } from "./sign-in";

const linkTo = (email: string) => tokenIn(findKeptMail(email, "Confirm your new address")?.text ?? "");
const dead = { details: [{ field: "token", code: "dead_link" }] };

describe("changing the email address", () => {
  it("requires the password and a link in the new mailbox, and notifies the old one before and after", async () => {
    const account = await newAccount("pro");
    const email = newEmail();
    await requestEmailChange(account.userId, { email: email.toUpperCase(), password: account.password });
    expect(await findUserByEmail(account.email)).not.toBeNull();
    const notice = findKeptMail(account.email);
    expect(notice?.subject).toBe("Your address is about to change");
    expect(notice?.text).toContain(email);
    expect(notice?.text).not.toContain("token=");

    expect(await confirmEmailChange({ token: linkTo(email) }, account.userId)).toEqual({ email });
    expect(await findUserByEmail(account.email)).toBeNull();
    expect(await findUserByEmail(email)).toMatchObject({ userId: account.userId });
    expect(findKeptMail(account.email)?.subject).toBe("Your address was changed");
    expect(
      await signInWithPassword({ email, password: account.password }, { client: "change 1" }),
    ).not.toBeNull();
    expect(await signInWithPassword(account, { client: "change 1" })).toBeNull();
  });

  it("invalidates links sent to the old mailbox", async () => {
    const account = await newAccount("free");
    await requestPasswordReset({ email: account.email }, "change 2");
    const reset = tokenIn(findKeptMail(account.email)?.text ?? "");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    await confirmEmailChange({ token: linkTo(email) }, account.userId);
    expect(await findMailLink("password_reset", reset)).toBeNull();
  });

  it("accepts a link once, within an hour and until a newer one is sent", async () => {
    const account = await newAccount("free");
    const [first, second] = [newEmail(), newEmail()];
    await requestEmailChange(account.userId, { email: first, password: account.password });
    await requestEmailChange(account.userId, { email: second, password: account.password });
    await expect(confirmEmailChange({ token: linkTo(first) }, account.userId)).rejects.toMatchObject(dead);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => confirmEmailChange({ token: linkTo(second) }, account.userId)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

    const third = newEmail();
    await requestEmailChange(account.userId, { email: third, password: account.password });
    await sql.query("UPDATE mail_token SET expires_at = expires_at - interval '1 hour' WHERE email = $1", [
      third,
    ]);
    await expect(confirmEmailChange({ token: linkTo(third) }, account.userId)).rejects.toMatchObject(dead);
  });

  it("A11: requires the user's session or password besides the link", async () => {
    const [account, stranger] = [await newAccount("free"), await newAccount("free")];
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    const mail = findKeptMail(email, "Confirm your new address")?.text;
    expect(mail).toContain("Someone asked to move their Quietzone account to this address. If it was you");
    const token = linkTo(email);
    for (const session of [null, stranger.userId]) {
      await expect(confirmEmailChange({ token }, session)).rejects.toMatchObject({
        details: [{ field: "password", code: "required" }],
      });
      await expect(confirmEmailChange({ token, password: "a guess" }, session)).rejects.toMatchObject({
        details: [{ field: "password", code: "wrong_password" }],
      });
    }
    expect(await findUserByEmail(email)).toBeNull();
    const { password } = account;
    expect(await confirmEmailChange({ token, password }, stranger.userId)).toEqual({ email });
    expect(await findUserByEmail(email)).toMatchObject({ userId: account.userId });
  });

  it("A10: blocks a link after ten wrong passwords, but not the user's session or sign-in", async () => {
    const account = await newAccount("free");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    const token = linkTo(email);
    for (let i = 0; i < 10; i++) {
      await expect(confirmEmailChange({ token, password: `guess ${i}` }, null)).rejects.toMatchObject({
        code: "validation_failed",
      });
    }
    const { password } = account;
    await expect(confirmEmailChange({ token, password }, null)).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await signInWithPassword(account, { client: "change 3" })).not.toBeNull();
    expect(await confirmEmailChange({ token }, account.userId)).toEqual({ email });
  });

  it("lets a user without a password confirm only with a session", async () => {
    const account = await newAccount("free");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    await sql.query("UPDATE app_user SET password_hash = NULL WHERE id = $1", [account.userId]);
    const token = linkTo(email);
    await expect(confirmEmailChange({ token, password: account.password }, null)).rejects.toMatchObject({
      details: [{ field: "password", code: "wrong_password" }],
    });
    expect(await confirmEmailChange({ token }, account.userId)).toEqual({ email });
  });

  it("A10: behaves the same for a taken address, whose owner is notified", async () => {
    const [account, owner] = [await newAccount("free"), await newAccount("free")];
    const free = newEmail();
    const ask = (email: string) =>
      recordStatements(() => requestEmailChange(account.userId, { email, password: account.password }));
    const [one, other] = [await ask(owner.email), await ask(free)];
    expect(one.map(({ text }) => text)).toEqual(other.map(({ text }) => text));
    expect(findKeptMail(owner.email)?.subject).toBe("You already have an account");
    expect(findKeptMail(owner.email)?.text).not.toContain("token=");
  });

  it("refuses an address that got an account in the meantime", async () => {
    const account = await newAccount("free");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    await createUser({ email, password: "another password", plan: "free" });
    await expect(confirmEmailChange({ token: linkTo(email) }, account.userId)).rejects.toMatchObject({
      details: [{ field: "token", code: "address_taken" }],
    });
    expect(await findUserByEmail(account.email)).toMatchObject({ userId: account.userId });
  });

  it("is refused with a wrong password or an unchanged address, without any email", async () => {
    const account = await newAccount("free");
    const email = newEmail();
    await expect(requestEmailChange(account.userId, { email, password: "wrong" })).rejects.toMatchObject({
      details: [{ field: "password", code: "wrong_password" }],
    });
    await expect(
      requestEmailChange(account.userId, { email: account.email, password: account.password }),
    ).rejects.toMatchObject({ details: [{ field: "email", code: "unchanged" }] });
    expect(findKeptMail(email)).toBeUndefined();
    expect(findKeptMail(account.email)).toBeUndefined();
  });
});

/** A sign-up with an address leaves a link that names no user. */
async function issueStrayLink(email: string): Promise<void> {
  await sql.query(
    `INSERT INTO mail_token (token_hash, purpose, email, expires_at) VALUES ($1, 'sign_up', $2, now() + interval '1 day')`,
    [randomBytes(32), email],
  );
}

async function countLinksTo(email: string): Promise<number> {
  const { rowCount } = await sql.query("SELECT FROM mail_token WHERE email = $1", [email]);
  return rowCount ?? 0;
}

describe("deleting an account", () => {
  it("removes the account and its links and notifies the user when the operator does it", async () => {
    const [account, other] = [await newAccount("pro"), await newAccount("pro")];
    for (const { email } of [account, other]) await issueStrayLink(email);
    await requestEmailChange(account.userId, { email: newEmail(), password: account.password });
    await deleteAccountOf(account);
    expect(await findAccount(account.accountId)).toBeNull();
    expect(await countLinksTo(account.email)).toBe(0);
    expect((await sql.query("SELECT FROM mail_token WHERE user_id = $1", [account.userId])).rowCount).toBe(0);
    expect(findKeptMail(account.email)?.subject).toBe("Your account was deleted");
    expect(await countLinksTo(other.email)).toBe(1);
    expect(await findAccount(other.accountId)).not.toBeNull();
  });

  it("changes nothing and sends no email if the account is already deleted", async () => {
    const account = await newAccount("pro");
    await deleteAccount(account.accountId);
    await issueStrayLink(account.email);
    await expect(deleteAccountOf(account)).rejects.toMatchObject({ code: "not_found" });
    expect(await countLinksTo(account.email)).toBe(1);
    expect(findKeptMail(account.email)).toBeUndefined();
  });

  it("A9: requires the password and ends sessions, links and the account at once", async () => {
    const account = await newAccount("pro");
    const session = await signInWithPassword(account, { client: "deletion" });
    await requestPasswordReset({ email: account.email }, "deletion");
    const reset = tokenIn(findKeptMail(account.email)?.text ?? "");
    await expect(deleteUser(account.userId, {})).rejects.toMatchObject({ details: [{ field: "password" }] });
    await expect(deleteUser(account.userId, { password: "wrong" })).rejects.toMatchObject({
      details: [{ field: "password", code: "wrong_password" }],
    });
    await issueStrayLink(account.email);
    await deleteUser(account.userId, { password: account.password });
    expect(await countLinksTo(account.email)).toBe(0);
    expect(await findAccount(account.accountId)).toBeNull();
    expect(session && (await findSessionUser(session))).toBeNull();
    expect(await findMailLink("password_reset", reset)).toBeNull();
    expect(await signInWithPassword(account, { client: "deletion" })).toBeNull();
    expect(findKeptMail(account.email)?.subject).toBe("Your account was deleted");
    await expect(deleteUser(account.userId, { password: account.password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("requires a user without a password to enter the account's address", async () => {
    const email = newEmail();
    const profile = {
      provider: "github",
      providerUserId: email,
      email,
      isEmailVerified: true,
      name: null,
    } as const;
    const ticket = await signInWithProvider(profile);
    const userId = ticket?.userId ?? "";
    await expect(deleteUser(userId, { email: newEmail() })).rejects.toMatchObject({
      details: [{ field: "email" }],
    });
    await deleteUser(userId, { email: email.toUpperCase() });
    expect(await findUserByEmail(email)).toBeNull();
  });
});
