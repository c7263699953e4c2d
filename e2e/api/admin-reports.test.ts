import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { reportCode } from "@/lib/reports";
import { newAccount, newKey } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { newShortUrl } from "../support/short-urls";

const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-reports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("P3: report:list shows the operator a code's reports and its owner's email", async () => {
  const account = await newAccount("pro");
  const { shortCode } = await newShortUrl((await newKey(account)).apiKey);
  await reportCode(shortCode, { reason: "malware" }, `first of ${shortCode}`);
  await reportCode(shortCode, { reason: "other", note: "\u001b[31mIt\nasks" }, `second of ${shortCode}`);
  const { status, stdout, stderr } = await runAdmin(["report:list", "--code", shortCode], {
    DATABASE_URL: inject("databaseUrl"),
    DATA_DIR: folder,
  });
  expect(status, stderr).toBe(0);
  expect(stdout).not.toContain("\u001b");
  expect(JSON.parse(stdout)).toMatchObject({
    total: 2,
    reports: [
      { shortCode, reason: "other", reportsOfCode: 2, accountEmail: account.email, suspendedAt: null },
      { shortCode, reason: "malware", note: null, isDeleted: false },
    ],
  });
});
