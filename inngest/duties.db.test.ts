import { afterAll, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { importOf, newImporter, rowsOf } from "@/e2e/support/imports";
import { MailReceiver } from "@/e2e/support/mail-receiver";
import { createImport, getImport } from "@/lib/imports";
import { sql } from "@/lib/platform/db";
import { closeMail } from "@/lib/platform/mail";
import { askSupport } from "@/lib/support";
import { withInngest } from "../e2e/support/inngest/bench";

const mails = await new MailReceiver().open();
// Before the settings are read for the first time.
Object.assign(process.env, {
  SMTP_URL: mails.smtpUrl,
  MAIL_FROM: "Quietzone <mail@qr.example.com>",
  SUPPORT_EMAIL: "operator@example.com",
});

const bench = withInngest();
afterAll(async () => {
  await closeMail();
  await mails.close();
});

/** Runs the sweep as Inngest's clock does; no server of Quietzone runs beside it. */
async function sweep(): Promise<unknown> {
  const [run] = bench.inngest.runCrons();
  await bench.inngest.settled();
  expect(run?.status).toBe("completed");
  return run?.output;
}

it("the Inngest sweep continues an import that has stalled", async () => {
  const caller = await newImporter();
  const { id } = await createImport(caller, importOf(rowsOf(5)));
  await sql.query("UPDATE code_import SET updated_at = updated_at - interval '1 minute' WHERE id = $1", [id]);
  // Imports of other files may be there, too.
  expect(((await sweep()) as { imported: number }).imported).toBeGreaterThanOrEqual(5);
  expect(await getImport(caller, id)).toMatchObject({ done: 5 });
  const { rowCount } = await sql.query("SELECT FROM qr_code WHERE account_id = $1", [caller.accountId]);
  expect(rowCount).toBe(5);
});

it("the Inngest sweep mails a support request that is not marked as mailed", async () => {
  const account = await newAccount("free");
  await askSupport({ ...account, plan: "free" }, { subject: "No mail yet", message: "It is cold." });
  await mails.waitFor("operator@example.com", /No mail yet$/);
  // As if the process had died before it was mailed.
  await expect
    .poll(
      async () =>
        (
          await sql.query("SELECT FROM support_request WHERE mailed_at IS NULL AND account_id = $1", [
            account.accountId,
          ])
        ).rowCount,
    )
    .toBe(0);
  await sql.query(
    "UPDATE support_request SET mailed_at = NULL, mail_due_at = now() - interval '1 second' WHERE account_id = $1",
    [account.accountId],
  );
  expect(((await sweep()) as { mailed: number }).mailed).toBeGreaterThanOrEqual(1);
  await expect
    .poll(() => mails.mails.filter(({ subject }) => subject.endsWith("No mail yet")).length)
    .toBe(2);
});
