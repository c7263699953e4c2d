import { describe, expect, it } from "vitest";
import { untilBlocked } from "@/e2e/support/blocked";
import { newEmail } from "@/e2e/support/kept-mails";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { consumeToken, findToken, issueToken } from "./mail-links";

const dead = { details: [{ field: "token", code: "dead_link" }] };

function issue(email: string): Promise<string> {
  return issueToken("password_reset", { email, userId: null, name: null, passwordHash: null });
}

function take(token: string, meanwhile: (tx: Transaction) => Promise<void> = async () => {}) {
  return transaction(async (tx) => {
    const link = await consumeToken(tx, "password_reset", token);
    await meanwhile(tx);
    return link;
  });
}

describe("an emailed link", () => {
  it("works once", async () => {
    const email = newEmail();
    const token = await issue(email);
    expect(await take(token)).toMatchObject({ email });
    await expect(take(token)).rejects.toMatchObject(dead);
    expect(await findToken("password_reset", token)).toBeNull();
  });

  it("works for one of two transactions that use it at once", async () => {
    const token = await issue(newEmail());
    let second: Promise<unknown> | undefined;
    await take(token, async (tx) => {
      second = take(token).catch((error: unknown) => error);
      await untilBlocked(tx);
    });
    expect(await second).toMatchObject(dead);
  });

  it("still works after a transaction that used it fails", async () => {
    const token = await issue(newEmail());
    const failing = take(token, () => Promise.reject(new Error("rolled back")));
    await expect(failing).rejects.toThrow("rolled back");
    expect(await take(token)).toMatchObject({ userId: null });
  });

  it("works only for its own purpose and until it expires", async () => {
    const email = newEmail();
    const token = await issue(email);
    const other = transaction((tx) => consumeToken(tx, "email_change", token));
    await expect(other).rejects.toMatchObject(dead);
    expect(await findToken("email_change", token)).toBeNull();
    await sql.query("UPDATE mail_token SET expires_at = now() - interval '1 second' WHERE email = $1", [
      email,
    ]);
    expect(await findToken("password_reset", token)).toBeNull();
    await expect(take(token)).rejects.toMatchObject(dead);
  });
});
