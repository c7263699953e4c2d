import { describe, expect, it } from "vitest";
import { newAccount, type TestAccount } from "@/e2e/support/accounts";
import { enter } from "@/e2e/support/enter";
import { findKeptMail } from "@/e2e/support/kept-mails";
import { codeAt, stepMs, turnOn, wrongCode } from "@/e2e/support/two-factor";
import { sql } from "@/lib/platform/db";
import { changePassword, deleteUser, findUserByEmail, requestEmailChange } from "./index";
import { findSessionUser } from "./sign-in";
import {
  beginTwoFactor,
  confirmTwoFactor,
  describeTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
  turnOffTwoFactorOf,
} from "./two-factor";

async function auditOf({ accountId }: TestAccount): Promise<string[]> {
  const { rows } = await sql.query<{ action: string }>(
    "SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id",
    [accountId],
  );
  return rows.map(({ action }) => action);
}

const faultOf = (code: string, field = "code") => ({ code: "validation_failed", details: [{ field, code }] });

describe("turning two-factor sign-in on", () => {
  it("requires a code and the password, returns ten recovery codes and notifies the owner", async () => {
    const account = await newAccount("free");
    const { userId, password } = account;
    expect(await describeTwoFactor(userId)).toBeNull();
    const { secret, uri } = await beginTwoFactor(userId);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(await describeTwoFactor(userId)).toBeNull();
    const { recoveryCodes } = await confirmTwoFactor(userId, { code: codeAt(secret), password });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await describeTwoFactor(userId)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await auditOf(account)).toEqual(["account.created", "user.two_factor_on"]);
    expect(findKeptMail(account.email)?.subject).toBe("Two-factor sign-in is on");
    await expect(beginTwoFactor(userId)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("stores neither the secret nor a recovery code in plain text", async () => {
    const account = await newAccount("free");
    const { secret, recoveryCodes } = await turnOn(account);
    const { rows } = await sql.query<{ bytes: Buffer }>(
      `SELECT totp_secret AS bytes FROM app_user WHERE id = $1
       UNION ALL SELECT code_hash FROM recovery_code WHERE user_id = $1`,
      [account.userId],
    );
    expect(rows).toHaveLength(11);
    const stored = rows.map(({ bytes }) => bytes.toString("latin1")).join();
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))]) {
      expect(stored).not.toContain(word);
    }
  });

  it("fails with a secret copied from another user's row", async () => {
    const [account, other] = [await newAccount("free"), await newAccount("free")];
    const { secret } = await beginTwoFactor(other.userId);
    await sql.query(
      "UPDATE app_user SET totp_secret = (SELECT totp_secret FROM app_user WHERE id = $2) WHERE id = $1",
      [account.userId, other.userId],
    );
    const form = { code: codeAt(secret), password: account.password };
    await expect(confirmTwoFactor(account.userId, form)).rejects.toThrow();
    expect(await describeTwoFactor(account.userId)).toBeNull();
  });

  it("is refused for a wrong code or a wrong or missing password", async () => {
    const { userId, password } = await newAccount("free");
    await expect(confirmTwoFactor(userId, { code: "123456", password })).rejects.toThrow("start again");
    const { secret } = await beginTwoFactor(userId);
    const code = codeAt(secret);
    await expect(confirmTwoFactor(userId, { code: wrongCode(secret), password })).rejects.toMatchObject(
      faultOf("wrong_code"),
    );
    await expect(confirmTwoFactor(userId, { code, password: "not it" })).rejects.toMatchObject(
      faultOf("wrong_password", "password"),
    );
    await expect(confirmTwoFactor(userId, { code })).rejects.toMatchObject(faultOf("required", "password"));
    for (const text of ["", "12345", "abcde-fghi", "1234567"]) {
      await expect(confirmTwoFactor(userId, { code: text, password })).rejects.toMatchObject({
        details: [{ field: "code" }],
      });
    }
    expect(await describeTwoFactor(userId)).toBeNull();
  });

  it("replaces the secret when it is started again", async () => {
    const { userId, password } = await newAccount("free");
    const first = await beginTwoFactor(userId);
    const second = await beginTwoFactor(userId);
    expect(second.secret).not.toBe(first.secret);
    await expect(confirmTwoFactor(userId, { code: codeAt(first.secret), password })).rejects.toMatchObject(
      faultOf("wrong_code"),
    );
  });

  it("succeeds once in concurrent confirmations", async () => {
    const { userId, password } = await newAccount("free");
    const { secret } = await beginTwoFactor(userId);
    const form = { code: codeAt(secret), password };
    const all = await Promise.allSettled([1, 2, 3].map(() => confirmTwoFactor(userId, form)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await describeTwoFactor(userId))?.recoveryCodesLeft).toBe(10);
  });
});

describe("with two-factor sign-in on", () => {
  it.each(["password", "email", "deletion"] as const)("requires a code for this change: %s", async (kind) => {
    const account = await newAccount("free");
    const { userId, password, email } = account;
    const { secret } = await turnOn(account);
    const change = (code?: string) => {
      const shown = code === undefined ? {} : { code };
      if (kind === "password")
        return changePassword(userId, { current: password, next: "three other words", ...shown });
      if (kind === "deletion") return deleteUser(userId, { password, ...shown });
      return requestEmailChange(userId, { email: `new-${email}`, password, ...shown });
    };
    await expect(change()).rejects.toMatchObject(faultOf("required"));
    await expect(change(wrongCode(secret))).rejects.toMatchObject(faultOf("wrong_code"));
    expect(await findUserByEmail(email)).not.toBeNull();
    await change(codeAt(secret));
    await expect(change(codeAt(secret))).rejects.toBeDefined();
  });

  it("keeps only the browser signed in that changed the password", async () => {
    const account = await newAccount("free");
    const before = await enter(account);
    const { secret } = await turnOn(account);
    const from = { device: "Desktop", os: "Linux", browser: "Firefox", country: "NO" } as const;
    const form = { current: account.password, next: "three other words", code: codeAt(secret) };
    const signedIn = await changePassword(account.userId, form, from);
    expect(await findSessionUser(before)).toBeNull();
    expect(signedIn && (await findSessionUser(signedIn))).toMatchObject({ userId: account.userId });
  });

  it("replaces recovery codes only with a valid code, and invalidates the old ones", async () => {
    const account = await newAccount("free");
    const { secret, recoveryCodes } = await turnOn(account);
    await expect(renewRecoveryCodes(account.userId, { code: wrongCode(secret) })).rejects.toMatchObject(
      faultOf("wrong_code"),
    );
    const { recoveryCodes: fresh } = await renewRecoveryCodes(account.userId, { code: codeAt(secret) });
    expect(fresh.some((code) => recoveryCodes.includes(code))).toBe(false);
    const [old = ""] = recoveryCodes;
    await expect(renewRecoveryCodes(account.userId, { code: old })).rejects.toMatchObject(
      faultOf("wrong_code"),
    );
    expect(await auditOf(account)).toContain("user.recovery_codes_renewed");
    expect(findKeptMail(account.email)?.subject).toBe("New recovery codes were created");
  });

  it("blocks a signed-in user after ten wrong codes", async () => {
    const account = await newAccount("free");
    const { secret } = await turnOn(account);
    const tries = Array.from({ length: 15 }, () =>
      renewRecoveryCodes(account.userId, { code: wrongCode(secret) }),
    );
    const codes = (await Promise.allSettled(tries)).map((one) =>
      one.status === "rejected" ? one.reason.code : "",
    );
    expect(codes.filter((code) => code === "validation_failed")).toHaveLength(10);
    await expect(renewRecoveryCodes(account.userId, { code: codeAt(secret) })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});

describe("turning two-factor sign-in off", () => {
  it("requires the password and a code, and deletes the recovery codes", async () => {
    const account = await newAccount("free");
    const { userId, password } = account;
    const { secret } = await turnOn(account);
    const code = codeAt(secret);
    await expect(turnOffTwoFactor(userId, { code })).rejects.toMatchObject(faultOf("required", "password"));
    await expect(turnOffTwoFactor(userId, { code, password: "no" })).rejects.toMatchObject(
      faultOf("wrong_password", "password"),
    );
    await expect(turnOffTwoFactor(userId, { code: wrongCode(secret), password })).rejects.toMatchObject(
      faultOf("wrong_code"),
    );
    await turnOffTwoFactor(userId, { code, password });
    expect(await describeTwoFactor(userId)).toBeNull();
    const { rows } = await sql.query("SELECT FROM recovery_code WHERE user_id = $1", [userId]);
    expect(rows).toEqual([]);
    expect(findKeptMail(account.email)?.subject).toBe("Two-factor sign-in is off");
    await enter(account);
    await expect(turnOffTwoFactor(userId, { code, password })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("accepts a recovery code in any spelling", async () => {
    const account = await newAccount("free");
    const { recoveryCodes } = await turnOn(account);
    const [code = ""] = recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll("0", "O").replaceAll("1", "l").replace("-", " – ")} `;
    await turnOffTwoFactor(account.userId, { code: typed, password: account.password });
    expect(await describeTwoFactor(account.userId)).toBeNull();
    expect(await auditOf(account)).toEqual([
      "account.created",
      "user.two_factor_on",
      "user.recovery_code_used",
      "user.two_factor_off",
    ]);
  });

  it("requires neither from the operator, notifies the user and names no user in the audit log", async () => {
    const account = await newAccount("free");
    await expect(turnOffTwoFactorOf(account)).rejects.toMatchObject({ code: "invalid_request" });
    await turnOn(account);
    await turnOffTwoFactorOf(account);
    expect(await describeTwoFactor(account.userId)).toBeNull();
    const { rows } = await sql.query(
      "SELECT user_id, subject_id FROM audit_entry WHERE account_id = $1 AND action = 'user.two_factor_off'",
      [account.accountId],
    );
    expect(rows).toEqual([{ user_id: null, subject_id: account.userId }]);
    expect(findKeptMail(account.email)?.subject).toBe("Two-factor sign-in is off");
  });
});

it("a used code is refused again one step later", async () => {
  const account = await newAccount("free");
  const now = Date.now();
  const { secret } = await turnOn(account, now);
  const form = { code: codeAt(secret, now) };
  await renewRecoveryCodes(account.userId, form, now);
  for (const later of [0, stepMs]) {
    await expect(renewRecoveryCodes(account.userId, form, now + later)).rejects.toMatchObject(
      faultOf("used_code"),
    );
  }
  await renewRecoveryCodes(account.userId, { code: codeAt(secret, now + stepMs) }, now + stepMs);
});
