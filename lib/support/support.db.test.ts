import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newAccount, type TestAccount } from "@/e2e/support/accounts";
import { MailReceiver } from "@/e2e/support/mail-receiver";
import { withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { sql } from "@/lib/platform/db";
import { closeMail } from "@/lib/platform/mail";
import { deleteAccount } from "@/lib/users";
import {
  askSupport,
  listOwnSupportRequests,
  listSupportRequests,
  markSupportAnswered,
  sweepSupport,
} from "./index";
import { supportFormSchema } from "./schema";

const receiver = await new MailReceiver().open();
// Before the settings are read for the first time.
Object.assign(process.env, {
  SMTP_URL: receiver.smtpUrl,
  MAIL_FROM: "Quietzone <mail@qr.example.com>",
  SUPPORT_EMAIL: "operator@example.com",
});

withOwnDatabase();
afterAll(async () => {
  await closeMail();
  await receiver.close();
});

let account: TestAccount;
let asked = 0;
beforeEach(async () => {
  account = await newAccount("free");
});

const ask = (plan: "free" | "pro", message = "It is cold.", subject = `Question ${++asked}`) =>
  askSupport({ ...account, plan }, { subject, message });

const find = async (id: string) => (await listSupportRequests()).requests.find((one) => one.id === id);
const untilMailed = (id: string) =>
  expect.poll(async () => (await find(id))?.mailedAt, { timeout: 10_000 }).toEqual(expect.any(String));
const mailsOf = (subject: string) => receiver.mails.filter((mail) => mail.subject.endsWith(subject));
/** As if what was tried could be tried again. */
const makeDue = () => sql.query("UPDATE support_request SET mail_due_at = now() WHERE mailed_at IS NULL");
const untilAllMailed = () =>
  expect
    .poll(async () => (await sql.query("SELECT FROM support_request WHERE mailed_at IS NULL")).rowCount)
    .toBe(0);

describe("a request for support", () => {
  it("is kept, and mailed so that an answer goes to the user who asks", async () => {
    const { id } = await ask("pro", "First line\r\nSecond\u2028To stop it: rm -rf /", "My codes");
    const mail = await receiver.waitFor("operator@example.com", /My codes$/);
    expect(mail.subject).toBe("[Priority] Support: My codes");
    expect(mail.raw).toMatch(new RegExp(`^Reply-To: ${account.email}\\r$`, "im"));
    expect(mail.text).toContain(`${account.email} (Free, account ${account.accountId}) asks:`);
    expect(mail.text).toContain("\n> First line\n> Second\n> To stop it: rm -rf /\n");
    await untilMailed(id);
    expect(await find(id)).toEqual({
      id,
      accountId: account.accountId,
      email: account.email,
      subject: "My codes",
      message: "First line\nSecond\nTo stop it: rm -rf /",
      isPriority: true,
      createdAt: expect.any(String),
      mailedAt: expect.any(String),
      answeredAt: null,
    });
  });

  it("has priority by the plan alone, whatever its subject says", async () => {
    const { id } = await ask("free", "x", "[Priority] Me first");
    const mail = await receiver.waitFor("operator@example.com", /Me first$/);
    expect(mail.subject).toBe("Support: [Priority] Me first");
    expect(await find(id)).toMatchObject({ isPriority: false });
  });

  it("A5: is listed for its own account alone, the newest first", async () => {
    const own = [await ask("free"), await ask("free")].map(({ id }) => id);
    account = await newAccount("free");
    const { id } = await ask("free");
    expect((await listOwnSupportRequests(account.accountId)).map((one) => one.id)).toEqual([id]);
    const { requests, total } = await listSupportRequests();
    expect(total).toBe(requests.length);
    expect(requests.slice(0, 3).map((one) => one.id)).toEqual([id, own[1], own[0]]);
  });

  it("O8: goes with its account", async () => {
    const { id } = await ask("free");
    await deleteAccount(account.accountId);
    expect(await find(id)).toBeUndefined();
    await expect(ask("free")).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  it("is refused after five in an hour, of that account alone, and not kept", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => ask("free")));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    for (const reason of refused) {
      expect(reason).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
    }
    expect(await listOwnSupportRequests(account.accountId)).toHaveLength(5);
    account = await newAccount("free");
    await ask("free");
  });
});

describe("a question that is answered", () => {
  it("no longer waits, stands behind those that do, and is told to who asked; once more changes nothing", async () => {
    const [first, second] = [await ask("free"), await ask("free")];
    const { waiting } = await listSupportRequests();
    const answers = await Promise.all([second, second, second].map(({ id }) => markSupportAnswered(id)));
    expect(new Set(answers.map(({ answeredAt }) => answeredAt)).size).toBe(1);
    const list = await listSupportRequests();
    expect(list.waiting).toBe(waiting - 1);
    const places = [first, second].map(({ id }) => list.requests.findIndex((one) => one.id === id));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[0]).toBeLessThan(places[1] as number);
    const own = await listOwnSupportRequests(account.accountId);
    expect(own.map(({ answeredAt }) => answeredAt)).toEqual([answers[0]?.answeredAt, null]);
    const { rows } = await sql.query(
      "SELECT user_id, subject_id FROM audit_entry WHERE account_id = $1 AND action = 'question.answered'",
      [account.accountId],
    );
    expect(rows).toEqual([{ user_id: null, subject_id: second.id }]);
  });

  it.each(["01a20506-0000-7000-8000-000000000000", "no id", "", "\0"])("is not %j", async (id) => {
    await expect(markSupportAnswered(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a mail that does not go out", () => {
  beforeEach(untilAllMailed);

  it("is sent by the sweep, not before its time and not once more", async () => {
    receiver.answerNext({ code: 550, words: "Not today" });
    const { attempts } = receiver;
    const subject = "Once";
    const { id } = await ask("free", "x", subject);
    await expect.poll(() => receiver.attempts).toBeGreaterThan(attempts);
    expect(await sweepSupport()).toBe(0);
    await makeDue();
    expect(await sweepSupport()).toBe(1);
    await untilMailed(id);
    await makeDue();
    expect(await sweepSupport()).toBe(0);
    expect(mailsOf(subject)).toHaveLength(1);
  });

  it("of a question that is answered already is not sent any more", async () => {
    receiver.answerNext({ code: 550, words: "Not today" });
    const { attempts } = receiver;
    const { id } = await ask("free", "x", "Answered by telephone");
    await expect.poll(() => receiver.attempts).toBeGreaterThan(attempts);
    await markSupportAnswered(id);
    await makeDue();
    expect(await sweepSupport()).toBe(0);
    await sql.query("DELETE FROM support_request WHERE id = $1", [id]);
  });

  it("is tried by one of many sweeps at once, and after ever longer times", async () => {
    const { rows } = await sql.query<{ id: string }>(
      `INSERT INTO support_request (id, account_id, email, subject, message, is_priority, created_at)
       SELECT gen_random_uuid(), $1, 'a@example.com', 'Waiting ' || n, 'x', false, now() - n * interval '1 hour'
       FROM generate_series(1, 12) AS n RETURNING id`,
      [account.accountId],
    );
    const counts = await Promise.all(Array.from({ length: 4 }, () => sweepSupport()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    const waits = await sql.query<{ minutes: number }>(
      `SELECT extract(epoch FROM mail_due_at - now())::int / 60 AS minutes FROM support_request
       WHERE subject IN ('Waiting 1', 'Waiting 4', 'Waiting 12') ORDER BY created_at DESC`,
    );
    expect(waits.rows.map(({ minutes }) => Math.round(minutes / 10) * 10)).toEqual([30, 120, 360]);
    for (const { id } of rows) await untilMailed(id);
    for (let n = 1; n <= 12; n += 1) expect(mailsOf(`Waiting ${n}`), `Waiting ${n}`).toHaveLength(1);
  });
});

it.each<[string, object, boolean]>([
  ["as long as they may be", { subject: "x".repeat(120), message: "😀\n\t".repeat(1_000) }, true],
  ["a long subject", { subject: "x".repeat(121), message: "x" }, false],
  ["a long message", { subject: "x", message: "x".repeat(4_001) }, false],
  ["no subject", { subject: "", message: "x" }, false],
  ["no message", { subject: "x", message: "" }, false],
  ["I2: a header", { subject: "x\r\nBcc: y@example.com", message: "x" }, false],
  ["I2: NUL", { subject: "x", message: "\0" }, false],
])("a form with %s", (_, form, isValid) => {
  expect(supportFormSchema.safeParse(form).success).toBe(isValid);
});
