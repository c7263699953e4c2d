import { describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { findKeptMail, newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { recordStatements } from "@/e2e/support/statements";
import { sql } from "@/lib/platform/db";
import { findUserByEmail, requestPasswordReset, resetPassword } from "./index";
import { findSessionUser, signInWithPassword, signInWithProvider } from "./sign-in";

let clients = 0;
const newClient = () => `sign-in client ${clients++}`;

async function auditOf(accountId: string): Promise<string[]> {
  const { rows } = await sql.query<{ action: string }>(
    "SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id",
    [accountId],
  );
  return rows.map(({ action }) => action);
}

describe("signInWithPassword", () => {
  it("returns a ticket for the right password and records the sign-in", async () => {
    const account = await newAccount("developer");
    const ticket = await signInWithPassword(account, { client: newClient() });
    const { userId } = account;
    expect(ticket).toEqual({
      userId,
      sessionVersion: 0,
      sessionId: expect.any(String),
      deviceVersion: 0,
    });
    expect(ticket && (await findSessionUser(ticket))).toEqual({
      userId,
      sessionId: ticket?.sessionId,
      accountId: account.accountId,
      email: account.email,
      name: null,
      plan: "developer",
      hasPassword: true,
      isOperator: false,
      providers: [],
    });
    expect(await auditOf(account.accountId)).toEqual(["account.created", "user.signed_in"]);
    expect((await findUserByEmail(account.email))?.lastSignInAt).toBeInstanceOf(Date);
  });

  it("A10: accepts a password in any Unicode composition", async () => {
    const account = await newAccount("free");
    await requestPasswordReset({ email: account.email }, newClient());
    const token = tokenIn(findKeptMail(account.email)?.text ?? "");
    await resetPassword({ token, password: "Zo\u00eb's caf\u00e9" });
    const composed = "Zoe\u0308's cafe\u0301";
    expect(
      await signInWithPassword({ email: account.email, password: composed }, { client: newClient() }),
    ).not.toBeNull();
  });

  it("A10: takes the same statements and similar time for any kind of address", async () => {
    const { email } = await newAccount("free");
    const linked = newEmail();
    await signInWithProvider({
      provider: "google",
      providerUserId: linked,
      email: linked,
      isEmailVerified: true,
      name: null,
    });
    const seen = [];
    const costs = [];
    for (const typed of [email, email, newEmail(), linked, "no address"]) {
      const rounds = [];
      for (let i = 0; i < 4; i++) {
        const before = process.cpuUsage();
        const statements = await recordStatements(() =>
          signInWithPassword({ email: typed, password: "wrong" }, { client: newClient() }),
        );
        const { user, system } = process.cpuUsage(before);
        rounds.push(user + system);
        seen.push(statements.map(({ text }) => text));
      }
      // Whatever else runs in the process only adds to a round.
      costs.push(Math.min(...rounds));
    }
    for (const cost of costs) expect(cost).toBeGreaterThan(Math.max(...costs) / 3);
    expect(seen[0]).toHaveLength(1);
    for (const statements of seen) expect(statements).toEqual(seen[0]);
  });

  it("I2, I8: rejects values that are not text or cannot be stored", async () => {
    for (const email of [null, { not: "" }, ["a@example.com"], "a\u0000@example.com", "\ud800@example.com"]) {
      expect(await signInWithPassword({ email, password: "x" } as never, { client: newClient() })).toBeNull();
    }
    const { email } = await newAccount("free");
    for (const password of [null, { not: "" }, "", "\u0000", "x".repeat(100_000)]) {
      expect(await signInWithPassword({ email, password } as never, { client: newClient() })).toBeNull();
    }
  });

  it("A9: returns a ticket that is invalid with any other version, user or session id", async () => {
    const ticket = await signInWithPassword(await newAccount("free"), { client: newClient() });
    if (ticket === null) throw new Error("nobody was let in");
    for (const sessionVersion of [-1, 1, 0.5, Number.NaN, 2 ** 60]) {
      expect(await findSessionUser({ ...ticket, sessionVersion })).toBeNull();
    }
    const { userId } = await newAccount("free");
    for (const forged of [
      { userId },
      { userId: "' OR 1=1" },
      { sessionId: userId },
      { sessionId: "' OR 1=1" },
    ]) {
      expect(await findSessionUser({ ...ticket, ...forged })).toBeNull();
    }
    expect(await findSessionUser(ticket)).not.toBeNull();
  });
});

describe("signInWithProvider", () => {
  const profileOf = (email: string, more = {}) => ({
    provider: "github" as const,
    providerUserId: `id of ${email}`,
    email,
    isEmailVerified: true,
    name: "Ada",
    ...more,
  });

  it("creates an account on the first sign-in and finds it by the provider's id later", async () => {
    const email = newEmail();
    const ticket = await signInWithProvider(profileOf(email));
    const user = await findUserByEmail(email);
    expect(user).toMatchObject({ userId: ticket?.userId, name: "Ada", hasPassword: false });
    // The address changed at GitHub; the person is known by their id there.
    expect(await signInWithProvider(profileOf(email, { email: newEmail() }))).toEqual({
      ...ticket,
      sessionId: expect.any(String),
    });
    expect(ticket && (await findSessionUser(ticket))).toMatchObject({
      providers: ["github"],
      hasPassword: false,
    });
    expect(await auditOf(user?.accountId ?? "")).toEqual([
      "account.created",
      "identity.linked",
      "user.signed_in",
      "user.signed_in",
    ]);
  });

  it("signs in to the account that has the verified address", async () => {
    const account = await newAccount("pro");
    expect(await signInWithProvider(profileOf(account.email.toUpperCase()))).toMatchObject({
      userId: account.userId,
    });
    expect(await signInWithPassword(account, { client: newClient() })).not.toBeNull();
  });

  it("rejects an unverified address and links it to no account", async () => {
    const account = await newAccount("pro");
    for (const email of [account.email, newEmail()]) {
      expect(await signInWithProvider(profileOf(email, { isEmailVerified: false }))).toBeNull();
    }
    expect(await signInWithProvider(profileOf("x", { email: null }))).toBeNull();
    expect(await signInWithProvider(profileOf("no address"))).toBeNull();
    expect((await sql.query("SELECT 1 FROM identity WHERE user_id = $1", [account.userId])).rows).toEqual([]);
  });

  it("creates one account for ten concurrent sign-ins", async () => {
    const email = newEmail();
    const all = await Promise.all(Array.from({ length: 10 }, () => signInWithProvider(profileOf(email))));
    expect(new Set(all.map((ticket) => ticket?.userId)).size).toBe(1);
    const { rows } = await sql.query(
      "SELECT 1 FROM account WHERE name = 'Ada' AND id NOT IN (SELECT account_id FROM app_user)",
    );
    expect(rows).toEqual([]);
  });

  it("cleans and shortens the name from the provider", async () => {
    const email = newEmail();
    await signInWithProvider(profileOf(email, { name: `A\u0000\ud800${"😀".repeat(300)}` }));
    expect((await findUserByEmail(email))?.name).toBe(`A${"😀".repeat(49)}`);
  });
});
