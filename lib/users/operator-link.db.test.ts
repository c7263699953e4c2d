import { expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { sql } from "@/lib/platform/db";
import { type LinkPurpose, makeLink } from "./index";
import { findMailLink } from "./mail-links";

it("records each link that the operator creates in the account's audit log", async () => {
  const { email, accountId, userId } = await newAccount("free");
  await makeLink({ email, purpose: "reset" });
  await makeLink({ email, purpose: "email-change", newEmail: newEmail() });
  const { rows } = await sql.query(
    `SELECT subject_id AS "subjectId" FROM audit_entry WHERE account_id = $1 AND action LIKE 'user.link_made.%'`,
    [accountId],
  );
  expect(rows).toEqual([{ subjectId: userId }, { subjectId: userId }]);
});

it.each<[LinkPurpose, "sign_up" | "password_reset" | "email_change"]>([
  ["sign-up", "sign_up"],
  ["reset", "password_reset"],
  ["email-change", "email_change"],
])("a newer %s link invalidates the previous one", async (purpose, stored) => {
  const email = purpose === "sign-up" ? newEmail() : (await newAccount("free")).email;
  const make = async () => {
    const more = purpose === "email-change" ? { newEmail: newEmail() } : {};
    return tokenIn((await makeLink({ email, purpose, ...more })).link);
  };
  const [first, second] = [await make(), await make()];
  expect(await findMailLink(stored, first)).toBeNull();
  expect(await findMailLink(stored, second)).not.toBeNull();
});
