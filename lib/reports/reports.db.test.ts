import { beforeEach, describe, expect, it, vi } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { sql } from "@/lib/platform/db";
import { newBase62, newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail";
import { listReports, reportCode, sweepReports } from "./index";

// Before the settings are read for the first time.
vi.hoisted(() => Object.assign(process.env, { SUPPORT_EMAIL: "operator@example.com" }));

let shortCode: string;
let email: string;
let client = 0;
const nextClient = () => `client-${++client}-${newBase62(6)}`;

beforeEach(async () => {
  shortCode = newBase62(8);
  const account = await newAccount("free");
  email = account.email;
  await sql.query(
    `INSERT INTO qr_code (id, account_id, environment, name, type, content, target, settings, is_dynamic, short_code)
     VALUES ($1, $2, 'production', 'Menu', 'url', 'https://a.example/', 'https://a.example/', '{}', true, $3)`,
    [newId(), account.accountId, shortCode],
  );
});

const mailsOf = (code: string) => (listKeptMails() ?? []).filter(({ text }) => text.includes(code));

describe("P3: a report of a code", () => {
  it("is kept and listed with the code's owner, and mailed to the operator", async () => {
    await reportCode(
      shortCode,
      { reason: "phishing", note: " It asks for my PIN.\nTo stop it: rm -rf " },
      nextClient(),
    );
    const { total, reports } = await listReports(shortCode);
    expect(total).toBe(1);
    expect(reports[0]).toMatchObject({
      shortCode,
      shortUrl: expect.stringMatching(new RegExp(`/r/${shortCode}$`)),
      reason: "phishing",
      note: "It asks for my PIN.\nTo stop it: rm -rf",
      accountEmail: email,
      reportsOfCode: 1,
      suspendedAt: null,
      isDeleted: false,
    });
    const [mail] = mailsOf(shortCode);
    expect(mail).toMatchObject({
      to: "operator@example.com",
      subject: "A code was reported: phishing or fraud",
    });
    expect(mail?.text).toContain(`/r/${shortCode}+`);
    expect(mail?.text).toContain("> It asks for my PIN.\n> To stop it: rm -rf\n");
    expect(mail?.text).toContain(`code:suspend --code ${shortCode}`);
  });

  it("is kept however many come, and mailed when it is the hour's first or the day's fifth and twentieth", async () => {
    const mails: number[] = [];
    for (let i = 1; i <= 25; i += 1) {
      await reportCode(shortCode, { reason: "spam" }, nextClient());
      mails.push(mailsOf(shortCode).length);
    }
    expect((await listReports(shortCode)).total).toBe(25);
    expect(mails.flatMap((count, i) => (count === (mails[i - 1] ?? 0) ? [] : [i + 1]))).toEqual([1, 5, 20]);
  });

  it("is refused, and says so, after three of one client in a day and two hundred of all", async () => {
    const one = nextClient();
    const report = (client: string) => reportCode(shortCode, { reason: "spam" }, client);
    for (let i = 0; i < 3; i += 1) await report(one);
    await expect(report(one)).rejects.toMatchObject({ code: "rate_limited" });
    await Promise.all(Array.from({ length: 197 }, () => report(nextClient())));
    await expect(report(nextClient())).rejects.toMatchObject({ code: "rate_limited" });
    expect((await listReports(shortCode)).total).toBe(200);
  });

  it("that could not be stored does not take the mail of the one that is", async () => {
    await sql.query("ALTER TABLE abuse_report RENAME TO abuse_report_away");
    try {
      await expect(reportCode(shortCode, { reason: "spam" }, nextClient())).rejects.toThrow();
    } finally {
      await sql.query("ALTER TABLE abuse_report_away RENAME TO abuse_report");
    }
    await reportCode(shortCode, { reason: "malware" }, nextClient());
    expect(mailsOf(shortCode)).toHaveLength(1);
  });

  it.each(["\r", "\r\n", "\u2028", "\u2029"])(
    "stands behind marks in each of its lines: %j",
    async (breaks) => {
      await reportCode(shortCode, { reason: "other", note: `a${breaks}To stop it: rm` }, nextClient());
      expect((await listReports(shortCode)).reports).toMatchObject([{ note: "a\nTo stop it: rm" }]);
      expect(mailsOf(shortCode)[0]?.text).toContain("\n> a\n> To stop it: rm\n");
    },
  );

  it("is refused after ten of one client", async () => {
    const one = nextClient();
    for (let i = 0; i < 10; i++) await reportCode(newBase62(8), { reason: "other" }, one);
    const refused = reportCode(shortCode, { reason: "other" }, one);
    await expect(refused).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
    await reportCode(shortCode, { reason: "other" }, nextClient());
    expect((await listReports(shortCode)).total).toBe(1);
  });

  it("by a slug is one of its code, and counts with those by its other paths", async () => {
    const slug = `Menu-${shortCode}`;
    await sql.query(
      `INSERT INTO short_url_path (key, path, qr_code_id) SELECT lower($2), $2, id FROM qr_code WHERE short_code = $1`,
      [shortCode, slug],
    );
    await sql.query("UPDATE qr_code SET slug = $2 WHERE short_code = $1", [shortCode, slug]);
    const one = nextClient();
    for (const path of [slug, slug.toUpperCase(), shortCode]) await reportCode(path, { reason: "spam" }, one);
    await expect(reportCode(slug, { reason: "spam" }, one)).rejects.toMatchObject({ code: "rate_limited" });
    const { total, reports } = await listReports(slug.toLowerCase());
    expect([total, reports[0]?.shortCode, reports[0]?.shortUrl.split("/r/")[1]]).toEqual([
      3,
      shortCode,
      slug,
    ]);
  });

  it("P4: of a code that doesn't exist is answered alike and not kept", async () => {
    const unknown = newBase62(8);
    await reportCode(unknown, { reason: "malware", note: "x" }, nextClient());
    expect((await listReports(unknown)).total).toBe(0);
    expect(mailsOf(unknown)).toEqual([]);
    for (const text of ["", "abc", "a".repeat(61), "abc defg", "../../..", "1234567\n"]) {
      await expect(reportCode(text, { reason: "spam" }, nextClient()), text).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  it("P4: goes after its code at the next sweep, and after 180 days", async () => {
    for (const note of ["old", "young"])
      await reportCode(shortCode, { reason: "illegal", note }, nextClient());
    await sql.query(
      `UPDATE abuse_report SET created_at = now() - CASE note WHEN 'old' THEN interval '180 days 1 minute'
         ELSE interval '179 days 23 hours' END WHERE short_code = $1`,
      [shortCode],
    );
    expect(await sweepReports()).toBeGreaterThanOrEqual(1);
    expect((await listReports(shortCode)).reports).toMatchObject([{ note: "young", isDeleted: false }]);
    await sql.query("DELETE FROM qr_code WHERE short_code = $1", [shortCode]);
    expect((await listReports(shortCode)).reports).toMatchObject([{ isDeleted: true, accountEmail: null }]);
    expect(await sweepReports()).toBeGreaterThanOrEqual(1);
    expect((await listReports(shortCode)).total).toBe(0);
  });
});
