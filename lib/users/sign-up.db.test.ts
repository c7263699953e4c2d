import { describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { findKeptMail, newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { recordStatements } from "@/e2e/support/statements";
import { findAccount } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { confirmSignUp, createUser, findUserByEmail, signUp } from "./index";
import { findMailLink, sweepMailTokens } from "./mail-links";
import { signInWithPassword } from "./sign-in";

const password = "tree house lamp";
let clients = 0;
const newClient = () => `client ${clients++}`;

/** Signs up and gives the token of the mailed link. */
async function startSignUp(email: string, chosen = password): Promise<string> {
  await signUp({ email, password: chosen, name: "Ada" }, newClient());
  return tokenIn(findKeptMail(email.toLowerCase(), "Confirm your address")?.text ?? "");
}

async function countUsers(email: string): Promise<number> {
  const { rows } = await sql.query("SELECT 1 FROM app_user WHERE email = $1", [email]);
  return rows.length;
}

async function faultOf(work: Promise<unknown>): Promise<{ field: string; code: string } | undefined> {
  const error = await work.then(
    () => ({ details: [] }),
    (thrown: { details?: { field: string; code: string }[] }) => thrown,
  );
  const [detail] = error.details ?? [];
  return detail && { field: detail.field, code: detail.code };
}

describe("signing up", () => {
  it("creates nothing until the link is confirmed, then an account on Free that can sign in", async () => {
    const email = newEmail();
    const token = await startSignUp(email.toUpperCase());
    expect(await countUsers(email)).toBe(0);
    expect(await findMailLink("sign_up", token)).toMatchObject({ email });
    expect(await confirmSignUp({ token, password })).toEqual({ email });
    const user = await findUserByEmail(email);
    expect(user).toMatchObject({ name: "Ada", hasPassword: true, lastSignInAt: null });
    expect(await findAccount(user?.accountId ?? "")).toMatchObject({ name: "Ada", plan: "free" });
    expect(await signInWithPassword({ email, password }, { client: newClient() })).toMatchObject({
      userId: user?.userId,
    });
  });

  it("sends a link with 256 random bits and stores only its digest", async () => {
    const email = newEmail();
    const token = await startSignUp(email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await sql.query("SELECT * FROM mail_token WHERE email = $1", [email]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash).toHaveLength(32);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
  });

  it("does not let the owner of an address confirm an attacker's sign-up", async () => {
    const email = newEmail();
    const planted = await startSignUp(email, "the attacker's own");
    const own = await startSignUp(email);
    // The owner opens the link of the wrong mail: their password is not the one chosen there, and nothing is made.
    expect(await faultOf(confirmSignUp({ token: planted, password }))).toEqual({
      field: "password",
      code: "wrong_password",
    });
    expect(await countUsers(email)).toBe(0);
    await confirmSignUp({ token: own, password });
    expect(await findMailLink("sign_up", planted)).toBeNull();
    expect(
      await signInWithPassword({ email, password: "the attacker's own" }, { client: newClient() }),
    ).toBeNull();
  });

  it("keeps the link valid after a wrong password, and blocks it after ten", async () => {
    const token = await startSignUp(newEmail());
    for (let i = 0; i < 9; i++) await faultOf(confirmSignUp({ token, password: `wrong ${i}` }));
    expect(await findMailLink("sign_up", token)).not.toBeNull();
    await faultOf(confirmSignUp({ token, password: "wrong once more" }));
    await expect(confirmSignUp({ token, password })).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("creates one account for twenty concurrent confirmations", async () => {
    const email = newEmail();
    const token = await startSignUp(email);
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirmSignUp({ token, password })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countUsers(email)).toBe(1);
    const { rows } = await sql.query(
      "SELECT count(*)::int AS n FROM account WHERE name = 'Ada' AND id NOT IN (SELECT account_id FROM app_user)",
    );
    expect(rows[0].n).toBe(0);
  });

  it("creates one account when two links of an address are confirmed at once", async () => {
    const email = newEmail();
    const tokens = [await startSignUp(email), await startSignUp(email)];
    const all = await Promise.allSettled(tokens.map((token) => confirmSignUp({ token, password })));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countUsers(email)).toBe(1);
  });

  it("rejects the link after 24 hours and sweeps it", async () => {
    const email = newEmail();
    const token = await startSignUp(email);
    const age = (hours: string) =>
      sql.query("UPDATE mail_token SET expires_at = expires_at - $2::interval WHERE email = $1", [
        email,
        hours,
      ]);
    await age("23 hours 59 minutes");
    expect(await findMailLink("sign_up", token)).toMatchObject({ email });
    await age("1 minute");
    expect(await findMailLink("sign_up", token)).toBeNull();
    expect(await faultOf(confirmSignUp({ token, password }))).toEqual({ field: "token", code: "dead_link" });
    expect(await sweepMailTokens()).toBeGreaterThan(0);
    expect((await sql.query("SELECT 1 FROM mail_token WHERE email = $1", [email])).rows).toEqual([]);
  });

  it("sends a link that is invalid for any other purpose", async () => {
    const token = await startSignUp(newEmail());
    expect(await findMailLink("password_reset", token)).toBeNull();
    expect(await findMailLink("email_change", token)).toBeNull();
  });

  it.each([
    [{ email: "no address", password: "short" }, ["email", "password"]],
    [{ email: "ada@example.com", password: "password1" }, ["password"]],
    [{ email: "ada.l@example.com", password: "Ada.L@Example.com" }, ["password"]],
    [{}, ["email", "password"]],
    [{ email: { not: "" }, password: ["x"] }, ["email", "password"]],
  ])("I8: names the faulty fields of %j", async (input, fields) => {
    const error = await signUp(input as never, newClient()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "validation_failed" });
    const { details } = error as { details: { field: string }[] };
    expect(details.map(({ field }) => field)).toEqual(fields);
  });
});

describe("A10: signing up with a known address", () => {
  it("runs the same statements as for an unknown one and notifies the owner", async () => {
    const known = await newAccount("free");
    const unknown = newEmail();
    const ask = (email: string) => recordStatements(() => signUp({ email, password }, newClient()));
    const [one, other] = [await ask(known.email), await ask(unknown)];
    expect(one.map(({ text }) => text)).toEqual(other.map(({ text }) => text));
    expect(one.length).toBeGreaterThan(1);
    const mail = findKeptMail(known.email);
    expect(mail?.subject).toBe("You already have an account");
    expect(mail?.text).not.toContain("token=");
    expect(mail?.text).toContain("/forgot-password");
  });

  it("refuses a confirmation once the address has an account", async () => {
    const email = newEmail();
    const token = await startSignUp(email);
    await createUser({ email, password: "another password", plan: "pro" });
    expect(await faultOf(confirmSignUp({ token, password }))).toEqual({
      field: "token",
      code: "address_taken",
    });
    expect(await countUsers(email)).toBe(1);
  });

  it("is refused from the sixth email per hour on, whether the address is known or not", async () => {
    const { email: known } = await newAccount("free");
    for (const email of [known, newEmail()]) {
      for (let i = 0; i < 5; i++) await signUp({ email, password }, newClient());
      await expect(signUp({ email, password }, newClient())).rejects.toMatchObject({ code: "rate_limited" });
    }
  });
});

describe("createUser", () => {
  it("needs no emailed link and refuses a taken address", async () => {
    const email = newEmail();
    const made = await createUser({
      email: ` ${email.toUpperCase()} `,
      password: "password1",
      plan: "developer",
    });
    expect(made).toMatchObject({ email, plan: "developer" });
    expect(
      await signInWithPassword({ email, password: "password1" }, { client: newClient() }),
    ).not.toBeNull();
    expect(await faultOf(createUser({ email, password, plan: "free" }))).toEqual({
      field: "email",
      code: "address_taken",
    });
    expect(await findUserByEmail("nobody")).toBeNull();
  });

  it.each([
    [{ email: newEmail(), password, plan: "gold" }, "plan"],
    [{ email: newEmail(), password: "short", plan: "pro" }, "password"],
  ])("refuses %j", async (input, field) =>
    expect(await faultOf(createUser(input as never))).toMatchObject({ field }),
  );
});
