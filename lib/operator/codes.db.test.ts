import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newBase62, newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail";
import { reportCode, resolveReports } from "@/lib/reports";
import {
  countWaiting,
  findCodeByText,
  getAccount,
  listReportedCodes,
  listSuspendedCodes,
  restoreCode,
  stopCode,
} from "./index";
import type { ReportedCode } from "./schema";

const operatorId = newId();
const name = "<b>Menu</b>, 'table'";
let owner: TestAccount;
let shortCode: string;

beforeEach(async () => {
  owner = await newAccount("pro");
  const { shortUrl } = await createCode(callerOf(owner, "pro"), {
    name,
    type: "url",
    content: "https://example.com/menu",
    isDynamic: true,
  });
  shortCode = shortUrl?.split("/").at(-1) ?? "";
});

const report = (reason: "phishing" | "spam", note?: string) =>
  reportCode(shortCode, { reason, ...(note === undefined ? {} : { note }) }, `client ${newBase62(8)}`);

/** Other tests' reports stand in the same list. */
async function findReported(isSettled: boolean): Promise<ReportedCode | undefined> {
  for (let page = 1; ; page += 1) {
    const { codes, pages } = await listReportedCodes({ isSettled, page });
    const found = codes.find((code) => code.shortCode === shortCode);
    if (found !== undefined || page >= pages) return found;
  }
}

async function actionsOf() {
  const { rows } = await sql.query(
    `SELECT action, user_id AS "userId" FROM audit_entry WHERE account_id = $1 ORDER BY created_at, id`,
    [owner.accountId],
  );
  return rows;
}

const mailsToOwner = () => (listKeptMails() ?? []).filter(({ to }) => to === owner.email);

describe("P3: abuse reports", () => {
  it("are grouped by code, with reasons, notes, target and owner", async () => {
    await report("phishing", "It asks for my PIN.");
    await report("phishing");
    await report("spam", "<script>");
    expect(await findReported(false)).toMatchObject({
      count: 3,
      reasons: [
        { reason: "phishing", count: 2 },
        { reason: "spam", count: 1 },
      ],
      notes: [{ note: "<script>" }, { note: "It asks for my PIN." }],
      code: { name, target: "https://example.com/menu", email: owner.email, plan: "pro", suspendedAt: null },
    });
    expect((await countWaiting()).reported).toBeGreaterThan(0);
  });

  it("are dismissed as a group, and later reports appear again", async () => {
    await report("spam");
    expect(await resolveReports(shortCode, operatorId)).toBe(1);
    expect(await findReported(false)).toBeUndefined();
    expect(await findReported(true)).toMatchObject({ count: 1 });
    expect((await actionsOf()).at(-1)).toEqual({ action: "reports.settled", userId: operatorId });
    await report("phishing");
    expect(await findReported(false)).toMatchObject({
      count: 1,
      reasons: [{ reason: "phishing", count: 1 }],
    });
    const { reports } = await getAccount(owner.accountId);
    expect(reports.map(({ isSettled }) => isSettled)).toEqual([false, true]);
    expect(await resolveReports("00000000", operatorId)).toBe(0);
  });

  it("are dismissed only up to the time the operator's page was loaded", async () => {
    await report("spam");
    const seen = new Date(String((await findReported(false))?.latestAt));
    // Timestamps have milliseconds: the second must differ from the first.
    await setTimeout(2);
    await report("phishing");
    expect(await resolveReports(shortCode, operatorId, seen)).toBe(1);
    expect(await findReported(false)).toMatchObject({
      count: 1,
      reasons: [{ reason: "phishing", count: 1 }],
    });
    await expect(resolveReports(shortCode, operatorId, new Date(""))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("P3: harmful codes", () => {
  it("can be suspended with an audit entry, resolved reports and an email to the owner", async () => {
    await report("phishing");
    await stopCode(shortCode, { reason: "Phishing for a bank" }, operatorId);
    expect(await findReported(false)).toBeUndefined();
    const actions = await actionsOf();
    expect(actions.slice(-2)).toEqual([
      { action: "code.suspended", userId: operatorId },
      { action: "reports.settled", userId: operatorId },
    ]);
    expect((await listSuspendedCodes()).find((code) => code.shortCode === shortCode)).toMatchObject({
      reason: "Phishing for a bank",
      email: owner.email,
    });
    const [mail] = mailsToOwner();
    expect(mail?.text).toContain("> Phishing for a bank");
    await restoreCode(shortCode, operatorId);
    expect((await findCodeByText(shortCode))?.suspended).toBeNull();
    expect((await actionsOf()).at(-1)).toEqual({ action: "code.resumed", userId: operatorId });
    expect(mailsToOwner()[0]?.subject).toBe("One of your codes works again");
    await restoreCode(shortCode, operatorId);
    expect(mailsToOwner()).toHaveLength(2);
  });

  it("are shown with every URL they may lead to, and checked against all of them", async () => {
    const elsewhere = "https://elsewhere.example/";
    const { id } = await createCode(callerOf(owner, "pro"), {
      name: "Split",
      type: "url",
      content: "https://example.com/menu",
      isDynamic: true,
      settings: {
        fallbackUrl: "https://example.com/closed",
        routes: [
          { when: { countries: ["PT"] }, to: "https://example.com/pt" },
          {
            split: [
              { to: "https://example.com/menu", weight: 1 },
              { to: elsewhere, weight: 100 },
            ],
          },
        ],
      },
    });
    const otherTargets = ["https://example.com/pt", elsewhere, "https://example.com/closed"];
    const code = await findCodeByText(id);
    expect(code).toMatchObject({ target: "https://example.com/menu", otherTargets, isBlocked: false });
    shortCode = code?.shortCode ?? "";
    await report("phishing");
    expect((await findReported(false))?.code).toMatchObject({ otherTargets });
  });

  it("are found by any of their names, without their content", async () => {
    const { id } = await createCode(callerOf(owner, "pro"), {
      name: "Note",
      type: "text",
      content: "only for those who scan",
      isDynamic: true,
    });
    const note = await findCodeByText(id);
    expect(note).toMatchObject({ name: "Note", type: "text", target: null });
    expect(JSON.stringify(note)).not.toContain("only for those who scan");
    for (const text of [shortCode, `https://any.example/r/${shortCode}+`, `r/${shortCode}?x=1`]) {
      expect(await findCodeByText(text), text).toMatchObject({ name, email: owner.email, isBlocked: false });
    }
    for (const text of ["", "nothing", "00000000", newId(), "' OR 1=1"]) {
      expect(await findCodeByText(text), text).toBeNull();
    }
  });
});
