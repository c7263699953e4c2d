import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createCode, getCode, updateCode } from "./";
import { resumeCode, showCode, suspendCode } from "./operator";
import type { DrawnCode } from "./schema";

let account: TestAccount;
let caller: Caller;
let made: DrawnCode;
let shortCode: string;
beforeEach(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
  made = await createCode(caller, { ...plainCode, isDynamic: true });
  shortCode = made.shortUrl!.slice(-8);
});

async function readAudit() {
  const { rows } = await sql.query(
    "SELECT action FROM audit_entry WHERE subject_id = $1 AND user_id IS NULL AND key_id IS NULL ORDER BY id",
    [made.id],
  );
  return rows.map(({ action }) => action);
}

describe("P3: suspension", () => {
  it("is shown to the owner until it is lifted, and recorded in the audit log", async () => {
    const { accountId } = account;
    const suspended = { since: expect.any(String), reason: "Reported as phishing" };
    const answer = await suspendCode(shortCode, { reason: "Reported as phishing" });
    expect(answer).toEqual({ id: made.id, accountId, suspended });
    expect(await getCode(caller, made.id)).toMatchObject({ suspended: answer.suspended });
    expect(await resumeCode(made.id)).toEqual({ id: made.id, accountId, suspended: null });
    expect(await getCode(caller, made.id)).not.toHaveProperty("suspended");
    expect(await readAudit()).toEqual(["code.suspended", "code.resumed"]);
  });

  it("accepts any slug of the code, in any case", async () => {
    const [before, after] = [`Menu-${shortCode}`, `Menu_${shortCode}`];
    await updateCode(caller, made.id, { slug: before });
    await updateCode(caller, made.id, { slug: after });
    expect(await suspendCode(before.toLowerCase(), { reason: "x" })).toMatchObject({ id: made.id });
    expect(await resumeCode(after)).toMatchObject({ id: made.id, suspended: null });
    await expect(suspendCode(`${after}x`, { reason: "x" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps its start with a new reason and leaves updatedAt; the owner can still change the code", async () => {
    const first = await suspendCode(made.id, { reason: "One" });
    // Timestamps have milliseconds: the second must differ from the first.
    await sleep(2);
    const second = await suspendCode(made.id, { reason: "Two" });
    expect(second.suspended).toEqual({ since: first.suspended?.since, reason: "Two" });
    expect((await getCode(caller, made.id)).updatedAt).toBe(made.updatedAt);
    const changed = await updateCode(caller, made.id, { content: "https://example.com/better" });
    expect(changed.content).toBe("https://example.com/better");
    expect((await getCode(caller, made.id)).suspended).toEqual(second.suspended);
  });

  it("is unchanged by resumeCode, without an audit entry, if the code is not suspended", async () => {
    expect((await resumeCode(shortCode)).suspended).toBeNull();
    expect(await readAudit()).toEqual([]);
  });

  it("is refused for static and unknown codes and without a valid reason", async () => {
    const { id } = await createCode(caller, plainCode);
    await expect(suspendCode(id, { reason: "x" })).rejects.toMatchObject({ code: "validation_failed" });
    for (const code of [newId(), "aaaaaaaa", "", "' OR true --"]) {
      await expect(suspendCode(code, { reason: "x" })).rejects.toMatchObject({ code: "not_found" });
    }
    for (const reason of ["", "x".repeat(201), "a\nb"]) {
      await expect(suspendCode(made.id, { reason })).rejects.toMatchObject({ code: "validation_failed" });
    }
  });
});

describe("code:show", () => {
  it("shows the target, account and abuse reports of a code", async () => {
    await updateCode(caller, made.id, { content: "https://EXAMPLE.com/new" });
    await sql.query(
      `INSERT INTO abuse_report (id, short_code, reason, note, created_at)
       SELECT gen_random_uuid(), $1, 'phishing', 'No. ' || n, now() - n * interval '1 minute'
       FROM generate_series(1, 25) AS n`,
      [shortCode],
    );
    const shown = await showCode(shortCode);
    expect(shown).toMatchObject({
      id: made.id,
      content: "https://EXAMPLE.com/new",
      target: "https://example.com/new",
      environment: "production",
      account: { accountId: account.accountId, plan: "pro", emails: [account.email] },
      scanCount: 0,
      earlierTargets: 1,
      reports: { count: 25 },
    });
    expect(shown.reports.latest).toHaveLength(20);
    expect(shown.reports.latest[0]).toEqual({
      reason: "phishing",
      note: "No. 1",
      createdAt: expect.any(String),
    });
    expect((await showCode(made.id)).id).toBe(made.id);
    const { id } = await createCode(caller, plainCode);
    expect(await showCode(id)).toMatchObject({ target: null, reports: { count: 0, latest: [] } });
  });
});
