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
  deleteUser,
  findUserByEmail,
  requestEmailChange,
  requestPasswordReset,
} from "./index";
import { findMailLink } from "./mails";
import { findSessionUser, signInWithPassword, signInWithProvider } from "./sign-in";

const linkTo = (email: string) => tokenIn(findKeptMail(email, "Confirm your new address")?.text ?? "");
const dead = { details: [{ field: "token", code: "dead_link" }] };

describe("changing the address", () => {
  it("takes the password, a link in the new mailbox, and tells the old one before and after", async () => {
    const account = await newAccount("pro");
    const email = newEmail();
    await requestEmailChange(account.userId, { email: email.toUpperCase(), password: account.password });
    expect(await findUserByEmail(account.email)).not.toBeNull();
    const notice = findKeptMail(account.email);
    expect(notice?.subject).toBe("Your address is about to change");
    expect(notice?.text).toContain(email);
    expect(notice?.text).not.toContain("token=");

    expect(await confirmEmailChange({ token: linkTo(email) })).toEqual({ email });
    expect(await findUserByEmail(account.email)).toBeNull();
    expect(await findUserByEmail(email)).toMatchObject({ userId: account.userId });
    expect(findKeptMail(account.email)?.subject).toBe("Your address was changed");
    expect(await signInWithPassword({ email, password: account.password }, "change 1")).not.toBeNull();
    expect(await signInWithPassword(account, "change 1")).toBeNull();
  });

  it("links to the old mailbox are dead afterwards", async () => {
    const account = await newAccount("free");
    await requestPasswordReset({ email: account.email }, "change 2");
    const reset = tokenIn(findKeptMail(account.email)?.text ?? "");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    await confirmEmailChange({ token: linkTo(email) });
    expect(await findMailLink("password_reset", reset)).toBeNull();
  });

  it("the link works once, within an hour, and a newer one ends it", async () => {
    const account = await newAccount("free");
    const [first, second] = [newEmail(), newEmail()];
    await requestEmailChange(account.userId, { email: first, password: account.password });
    await requestEmailChange(account.userId, { email: second, password: account.password });
    await expect(confirmEmailChange({ token: linkTo(first) })).rejects.toMatchObject(dead);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => confirmEmailChange({ token: linkTo(second) })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

    const third = newEmail();
    await requestEmailChange(account.userId, { email: third, password: account.password });
    await sql.query("UPDATE mail_token SET expires_at = expires_at - interval '1 hour' WHERE email = $1", [
      third,
    ]);
    await expect(confirmEmailChange({ token: linkTo(third) })).rejects.toMatchObject(dead);
  });

  it("A10: an address that has an account is asked for alike; its owner is told and nothing can be taken", async () => {
    const [account, owner] = [await newAccount("free"), await newAccount("free")];
    const free = newEmail();
    const ask = (email: string) =>
      recordStatements(() => requestEmailChange(account.userId, { email, password: account.password }));
    const [one, other] = [await ask(owner.email), await ask(free)];
    expect(one.map(({ text }) => text)).toEqual(other.map(({ text }) => text));
    expect(findKeptMail(owner.email)?.subject).toBe("You have an account already");
    expect(findKeptMail(owner.email)?.text).not.toContain("token=");
  });

  it("an address that got an account meanwhile is not taken from it", async () => {
    const account = await newAccount("free");
    const email = newEmail();
    await requestEmailChange(account.userId, { email, password: account.password });
    await createUser({ email, password: "another password", plan: "free" });
    await expect(confirmEmailChange({ token: linkTo(email) })).rejects.toMatchObject({
      details: [{ field: "token", code: "address_taken" }],
    });
    expect(await findUserByEmail(account.email)).toMatchObject({ userId: account.userId });
  });

  it("without the password nothing is asked for", async () => {
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

describe("deleting the account", () => {
  it("A9: takes the password; sessions, links and the account are gone at once", async () => {
    const account = await newAccount("pro");
    const session = await signInWithPassword(account, "deletion");
    await requestPasswordReset({ email: account.email }, "deletion");
    const reset = tokenIn(findKeptMail(account.email)?.text ?? "");
    await expect(deleteUser(account.userId, {})).rejects.toMatchObject({ details: [{ field: "password" }] });
    await expect(deleteUser(account.userId, { password: "wrong" })).rejects.toMatchObject({
      details: [{ field: "password", code: "wrong_password" }],
    });
    await deleteUser(account.userId, { password: account.password });
    expect(await findAccount(account.accountId)).toBeNull();
    expect(session && (await findSessionUser(session))).toBeNull();
    expect(await findMailLink("password_reset", reset)).toBeNull();
    expect(await signInWithPassword(account, "deletion")).toBeNull();
    expect(findKeptMail(account.email)?.subject).toBe("Your account was deleted");
    await expect(deleteUser(account.userId, { password: account.password })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("who has no password writes the account's own address", async () => {
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
