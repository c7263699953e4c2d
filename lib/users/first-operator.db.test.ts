import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import { newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { createFirstOperator, issueFirstOperatorLink } from "./index";

const password = "six quiet modules";

/** Without any account: links for the first operator are only made there. */
let database: SpareDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const issue = async () => tokenIn((await issueFirstOperatorLink())?.link ?? "");
const create = (token: string) => createFirstOperator({ token, email: newEmail(), password });

async function readUsers() {
  const { rows } = await sql.query(
    "SELECT is_operator, plan FROM app_user JOIN account a ON a.id = account_id",
  );
  return rows;
}

describe("A10: the first operator's link", () => {
  it("is stored as a hash that expires in 24 hours", async () => {
    const token = await issue();
    const { rows } = await sql.query(
      `SELECT strpos(m::text, $1) AS shown, extract(epoch FROM expires_at - created_at)::int AS seconds FROM mail_token m`,
      [token],
    );
    expect(rows).toEqual([{ shown: 0, seconds: 86_400 }]);
  });

  it("creates nobody once it is expired, nor does a guessed one", async () => {
    const token = await issue();
    await sql.query("UPDATE mail_token SET expires_at = now()");
    for (const tried of [token, Buffer.alloc(32, 7).toString("base64url")]) {
      await expect(create(tried)).rejects.toMatchObject({ code: "validation_failed" });
    }
    expect(await readUsers()).toEqual([]);
  });

  it("creates one operator when two are used at once, and both are invalid afterwards", async () => {
    const tokens = [await issue(), await issue()];
    const made = await Promise.allSettled(tokens.map(create));
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readUsers()).toEqual([{ is_operator: true, plan: "pro" }]);
    for (const token of tokens)
      await expect(create(token)).rejects.toMatchObject({ code: "validation_failed" });
  });

  it("is not issued once anybody has an account", async () => {
    await newAccount("free");
    expect(await issueFirstOperatorLink()).toBeNull();
  });
});
