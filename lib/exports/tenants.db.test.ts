import { beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { insertCodes } from "@/e2e/support/tenants";
import { recordAudit } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { pageAudit, readImports, readSupport } from "./account-files";
import type { Exporter } from "./exporter";
import { pageScans } from "./scan-files";

const { signal } = new AbortController();
const tenants: { exporter: Exporter; codeId: string; keyId: string; importId: string }[] = [];

/** An account with one row of everything that is read here. */
async function fill(): Promise<void> {
  const { accountId, userId } = await newAccount("pro");
  const exporter = { ...callerOf({ accountId }, "pro"), userId, sessionId: newId() };
  const [codeId = ""] = await insertCodes(sql, [{ accountId, environment: "production" }]);
  const keyId = newId();
  await recordAudit(null, { accountId, userId, keyId, action: "key.created", subjectId: keyId });
  await sql.query(
    `INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country, city,
       user_agent)
     VALUES ($1, $2, false, $3, now(), 1, 'Mobile', 'iOS', 'Safari', 'PT', 'Lisbon', 'Agent')`,
    [newId(), accountId, codeId],
  );
  await sql.query(
    `INSERT INTO support_request (id, account_id, email, subject, message, is_priority)
     VALUES ($1, $2, $3, 'Help', 'Please', false)`,
    [newId(), accountId, accountId],
  );
  const importId = newId();
  await sql.query(
    "INSERT INTO code_import (id, account_id, user_id, name, rows, total) VALUES ($1, $2, $3, 'tables.csv', '[]', 1)",
    [importId, accountId, userId],
  );
  tenants.push({ exporter, codeId, keyId, importId });
}

async function collect<T>(pieces: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const piece of pieces) rows.push(...piece);
  return rows;
}

beforeAll(async () => {
  await fill();
  await fill();
});

it("A5: an export holds the audit of its own account", async () => {
  for (const { exporter, keyId } of tenants) {
    const rows = await collect(pageAudit(exporter, signal));
    expect(rows.map(({ keyId }) => keyId).filter((id) => id !== null)).toEqual([keyId]);
  }
});

it("A5: an export holds the scans of its own account", async () => {
  const until = new Date(Date.now() + 60_000);
  for (const { exporter, codeId } of tenants) {
    const rows = await collect(pageScans(exporter, until, signal));
    expect(rows).toEqual([expect.arrayContaining([codeId])]);
  }
});

it("A5: an export holds the support requests and imports of its own account", async () => {
  for (const { exporter, importId } of tenants) {
    expect(await readSupport(exporter)).toMatchObject([{ email: exporter.accountId }]);
    expect(await readImports(exporter)).toMatchObject([{ id: importId }]);
  }
});
