import { beforeEach, describe, expect, it } from "vitest";
import { newAccount, type TestAccount } from "@/e2e/support/accounts";
import { enter } from "@/e2e/support/enter";
import { findKeptMail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { recordStatements } from "@/e2e/support/statements";
import { codeAt, stepMs, type TwoFactor, turnOn, wrongCode } from "@/e2e/support/two-factor";
import { sql } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { changePassword, requestPasswordReset, resetPassword } from "./index";
import type { HalfSignedIn } from "./sessions";
import {
  endSessions,
  findSessionUser,
  signInWithCode,
  signInWithPassword,
  signInWithProvider,
} from "./sign-in";
import { describeTwoFactor, turnOffTwoFactorOf } from "./two-factor";

let clients = 0;
const newClient = () => `code client ${clients++}`;
let account: TestAccount;
let factor: TwoFactor;

beforeEach(async () => {
  account = await newAccount("pro");
  factor = await turnOn(account);
});

async function enterHalf(password = account.password): Promise<HalfSignedIn> {
  const entered = await signInWithPassword({ email: account.email, password }, { client: newClient() });
  if (entered === null || entered.sessionId !== null) throw new Error("not let in by half");
  return entered;
}

const show = (half: HalfSignedIn, code: string, client = newClient(), nowMs = Date.now()) =>
  signInWithCode(half, { code }, { client, nowMs });

async function countSessions(): Promise<number> {
  const { rows } = await sql.query("SELECT FROM user_session WHERE user_id = $1", [account.userId]);
  return rows.length;
}

const fault = (code: string) => ({ code: "validation_failed", details: [{ field: "code", code }] });

describe("sign-in with two factors", () => {
  it("A9: creates no session before the code is verified, then a new one", async () => {
    const half = await enterHalf();
    expect(half).toEqual({ userId: account.userId, sessionVersion: 0, sessionId: null });
    expect(await findSessionUser(half)).toBeNull();
    expect(await countSessions()).toBe(0);
    const noted = "SELECT last_sign_in_at AS at FROM app_user WHERE id = $1";
    expect((await sql.query(noted, [account.userId])).rows).toEqual([{ at: null }]);
    const { signedIn, recoveryCodesLeft } = await show(half, codeAt(factor.secret));
    expect(recoveryCodesLeft).toBeNull();
    expect(await findSessionUser(signedIn)).toMatchObject({ userId: account.userId });
    expect((await sql.query(noted, [account.userId])).rows).toEqual([{ at: expect.any(Date) }]);
  });

  it("A10: runs the same statements after a wrong password with and without two factors", async () => {
    const plain = await newAccount("pro");
    const [one, other] = [await ask(account.email), await ask(plain.email)];
    expect(one).toEqual(other);
    async function ask(email: string) {
      const statements = await recordStatements(async () => {
        expect(await signInWithPassword({ email, password: "wrong" }, { client: newClient() })).toBeNull();
      });
      return statements.map(({ text }) => text);
    }
  });

  it("A9: accepts a code once, also concurrently", async () => {
    const halves = await Promise.all([enterHalf(), enterHalf(), enterHalf()]);
    const code = codeAt(factor.secret);
    const all = await Promise.allSettled(halves.map((half) => show(half, code)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countSessions()).toBe(1);
    await expect(show(halves[0]!, code)).rejects.toMatchObject(fault("used_code"));
    const now = Date.now();
    await show(halves[1]!, codeAt(factor.secret, now + stepMs), newClient(), now);
    // The one before it is older than what was used last.
    await expect(show(halves[2]!, codeAt(factor.secret, now), newClient(), now)).rejects.toMatchObject(
      fault("used_code"),
    );
  });

  it("accepts a recovery code once in ten concurrent tries and notifies the owner", async () => {
    const [code = ""] = factor.recoveryCodes;
    const halves = await Promise.all(Array.from({ length: 10 }, () => enterHalf()));
    const all = await Promise.allSettled(halves.map((half) => show(half, code)));
    const done = all.filter((one) => one.status === "fulfilled");
    expect(done.map(({ value }) => value.recoveryCodesLeft)).toEqual([9]);
    expect((await describeTwoFactor(account.userId))?.recoveryCodesLeft).toBe(9);
    const mail = findKeptMail(account.email);
    expect(mail?.subject).toBe("A recovery code was used");
    expect(mail?.text).toContain("9 are left");
    expect(mail?.text).not.toContain(code);
  });

  it("rejects codes and recovery codes of another user", async () => {
    const other = await turnOn(await newAccount("free"));
    const half = await enterHalf();
    if (codeAt(other.secret) !== codeAt(factor.secret)) {
      await expect(show(half, codeAt(other.secret))).rejects.toMatchObject(fault("wrong_code"));
    }
    await expect(show(half, other.recoveryCodes[0]!)).rejects.toMatchObject(fault("wrong_code"));
    expect(await countSessions()).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "the password changes",
      () =>
        changePassword(account.userId, {
          current: account.password,
          next: "three other words",
          code: factor.recoveryCodes[0],
        }),
    ],
    ["the password is reset", () => reset()],
    ["every session ends", () => endSessions(account.userId)],
    ["two-factor sign-in is turned off", () => turnOffTwoFactorOf(account)],
    ["the user is deleted", () => sql.query("DELETE FROM app_user WHERE id = $1", [account.userId])],
  ])("A9: rejects a half-finished sign-in once %s", async (_, end) => {
    const half = await enterHalf();
    await end();
    await expect(show(half, codeAt(factor.secret))).rejects.toMatchObject({ code: "not_signed_in" });
    expect(await countSessions()).toBe(0);
  });

  async function reset(): Promise<void> {
    await requestPasswordReset({ email: account.email }, newClient());
    await resetPassword({
      token: tokenIn(findKeptMail(account.email)?.text ?? ""),
      password: "three new words",
    });
  }

  it("requires a code after a password reset too", async () => {
    await reset();
    const half = await enterHalf("three new words");
    await show(half, codeAt(factor.secret));
    expect(await countSessions()).toBe(1);
  });
});

describe("A10: guessing codes", () => {
  it("blocks the user from everywhere after ten wrong codes, until a password reset", async () => {
    const half = await enterHalf();
    const wrong = wrongCode(factor.secret);
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => show(half, wrong)));
    const codes = all.map((one) => (one.status === "rejected" ? one.reason.code : "let in"));
    expect(codes.filter((code) => code === "validation_failed")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(20);
    const told = listKeptMails()?.filter(
      ({ to, subject }) => to === account.email && /wrong codes/.test(subject),
    );
    expect(told).toHaveLength(1);
    await expect(show(half, codeAt(factor.secret))).rejects.toMatchObject({ code: "rate_limited" });
    await requestPasswordReset({ email: account.email }, newClient());
    const token = tokenIn(findKeptMail(account.email)?.text ?? "");
    await resetPassword({ token, password: "three new words" });
    await show(await enterHalf("three new words"), codeAt(factor.secret));
  });

  it("blocks a client after ten wrong codes, for any account", async () => {
    const client = newClient();
    const other = await newAccount("free");
    const theirs = await turnOn(other);
    const entered = await signInWithPassword(other, { client: newClient() });
    const half = await enterHalf();
    for (let i = 0; i < 10; i++) await show(half, wrongCode(factor.secret), client).catch(() => {});
    const shown = signInWithCode(entered as HalfSignedIn, { code: codeAt(theirs.secret) }, { client });
    await expect(shown).rejects.toMatchObject({ code: "rate_limited" });
    await show(entered as HalfSignedIn, codeAt(theirs.secret));
  });

  it("does not count wrong passwords as wrong codes", async () => {
    const half = await enterHalf();
    for (let i = 0; i < 10; i++) {
      await signInWithPassword({ email: account.email, password: "wrong" }, { client: newClient() });
    }
    await show(half, codeAt(factor.secret));
  });
});

describe("sign-in with a provider and two factors", () => {
  const profileOf = (email: string) => ({
    provider: "github" as const,
    providerUserId: `id of ${email}`,
    email,
    isEmailVerified: true,
    name: null,
  });
  const countIdentities = async () =>
    (await sql.query("SELECT FROM identity WHERE user_id = $1", [account.userId])).rows.length;

  it("requires the code before it creates a session and links the provider", async () => {
    const half = await signInWithProvider(profileOf(account.email));
    if (half === null || half.sessionId !== null) throw new Error("not let in by half");
    expect([await countSessions(), await countIdentities()]).toEqual([0, 0]);
    await expect(show(half, wrongCode(factor.secret))).rejects.toMatchObject(fault("wrong_code"));
    expect(await countIdentities()).toBe(0);
    await show(half, codeAt(factor.secret));
    expect([await countSessions(), await countIdentities()]).toEqual([1, 1]);
    expect(await signInWithProvider(profileOf(account.email))).toMatchObject({ sessionId: null });
  });

  it("requires the code from a provider that was linked before", async () => {
    const plain = await newAccount("free");
    await signInWithProvider(profileOf(plain.email));
    await turnOn(plain);
    expect(await signInWithProvider(profileOf(plain.email))).toMatchObject({
      userId: plain.userId,
      sessionId: null,
    });
  });
});

it("sessions from before two-factor sign-in was turned on stay valid", async () => {
  const plain = await newAccount("free");
  const session = await enter(plain);
  await turnOn(plain);
  expect(await findSessionUser(session)).not.toBeNull();
});
