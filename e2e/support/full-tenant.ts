import { randomBytes } from "node:crypto";
import { expect, vi } from "vitest";
import { requestPlan } from "@/lib/accounts";
import { createCode, updateCode } from "@/lib/codes";
import { softDeleteCodes } from "@/lib/codes/soft-delete";
import { addDomain } from "@/lib/domains";
import { recordGoal } from "@/lib/goals";
import { advanceImport, createImport } from "@/lib/imports";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { upsertWritePoint } from "@/lib/platform/queries";
import { createPreset } from "@/lib/presets";
import { markStaleDays, rollUpScans } from "@/lib/rollups";
import { createView } from "@/lib/saved-views";
import { askSupport } from "@/lib/support";
import { callerOf, callV1, newAccount, newKey, type TestAccount, type TestKey } from "./accounts";
import { enter } from "./enter";
import { makeWebhook } from "./own-webhooks";
import { storeCapped, storeExcluded, storeGoalScans, storeScanCounter } from "./raw-scans";

export interface FullTenant extends TestAccount {
  key: TestKey;
  session: Awaited<ReturnType<typeof enter>>;
  /** A word that stands in everything that the account has stored. */
  mark: string;
  codeIds: string[];
  webhookIds: string[];
}

/** An account with a row in every table that can belong to one. */
export async function newFullTenant(): Promise<FullTenant> {
  const account = await newAccount("pro");
  const mark = `mark${randomBytes(8).toString("hex")}`;
  const key = await newKey(account);
  const session = await enter(account);
  const sandbox = await newKey(account, { environment: "sandbox" });
  const code = { name: mark, type: "url", content: `https://example.com/${mark}`, isDynamic: true };
  const codeIds: string[] = [];
  const webhookIds: string[] = [];
  for (const { apiKey } of [key, sandbox]) {
    webhookIds.push((await makeWebhook({ id: "", apiKey }, { name: mark })).id);
    const headers = { "idempotency-key": mark };
    const { status, json, text } = await callV1(apiKey, "POST", "/qr-codes", { body: code, headers });
    expect(status, text).toBe(201);
    codeIds.push(String(json.id));
  }
  const person = { ...callerOf(account, "pro"), userId: account.userId };
  const slug = `tenant-${randomBytes(8).toString("hex")}`;
  await updateCode(person, codeIds[0]!, { content: `https://example.com/${mark}/new`, slug });
  await callV1(key.apiKey, "PATCH", `/api-keys/${sandbox.id}`, { body: { name: mark, description: mark } });
  await callV1(key.apiKey, "POST", `/api-keys/${sandbox.id}/rotate`, { body: { graceSeconds: 3_600 } });
  await requestPlan(callerOf(account, "pro"), { plan: "developer", note: mark });
  await sql.query("INSERT INTO identity (provider, provider_user_id, user_id) VALUES ('github', $1, $2)", [
    mark,
    account.userId,
  ]);
  for (const [purpose, userId] of [
    ["password_reset", account.userId],
    ["sign_up", null],
  ]) {
    await sql.query(
      `INSERT INTO mail_token (token_hash, purpose, email, user_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
      [randomBytes(32), purpose, account.email, userId],
    );
  }
  await sql.query("INSERT INTO recovery_code (user_id, code_hash) VALUES ($1, $2)", [
    account.userId,
    randomBytes(32),
  ]);
  // As with a replica.
  await upsertWritePoint(account.accountId);
  await storeOfDashboard(account, mark);
  for (const [at, codeId] of codeIds.entries()) await storeScans(account, at === 1, codeId, mark);
  await untilFannedOut(account);
  await untilCounted(account);
  return { ...account, key, session, mark, codeIds, webhookIds };
}

/** A domain, and what only the dashboard makes: a preset, a saved view, an import, a question to the operator, a soft-deleted code. */
async function storeOfDashboard(account: TestAccount, mark: string): Promise<void> {
  const caller = callerOf(account, "pro");
  await createPreset(caller, { name: mark, settings: {} });
  await sql.query("INSERT INTO utm_preset (id, account_id, name, utm) VALUES ($1, $2, $3, '{}')", [
    newId(),
    account.accountId,
    mark,
  ]);
  await sql.query("INSERT INTO quota_notice (account_id, quota, month) VALUES ($1, 'codes', now())", [
    account.accountId,
  ]);
  const person = { ...caller, userId: account.userId };
  await addDomain(caller, { host: `${mark}.example.com` });
  await createView(person, { page: "codes", name: mark, query: `q=${mark}` });
  const refused = { row: 2, name: mark, type: "url", content: mark, isDynamic: true };
  const made = await createImport(person, { name: mark, presetId: null, rows: [refused], leftOut: [] });
  await advanceImport(person, made.id);
  await askSupport({ ...account, plan: "pro" }, { subject: mark, message: mark });
  const { id } = await createCode(caller, { name: mark, type: "text", content: mark });
  await softDeleteCodes(caller, [id]);
  // The running service would delete it while it is looked at.
  await sql.query("UPDATE qr_code SET purge_after = now() + interval '1 hour' WHERE id = $1", [id]);
}

/** Until the service has written what it counted for both of the account's keys. */
async function untilCounted({ accountId }: TestAccount): Promise<void> {
  const isDone = async () => {
    const { rows } = await sql.query(
      "SELECT count(DISTINCT key_id)::int AS keys FROM api_use WHERE account_id = $1",
      [accountId],
    );
    expect(rows).toEqual([{ keys: 2 }]);
  };
  await vi.waitFor(isDone, { timeout: 30_000 });
}

/** Until every event of an account has become its deliveries. */
async function untilFannedOut({ accountId }: TestAccount): Promise<void> {
  const isDone = async () => {
    const { rows } = await sql.query(
      "SELECT count(*)::int AS waiting FROM event WHERE account_id = $1 AND fanned_out_at IS NULL",
      [accountId],
    );
    expect(rows).toEqual([{ waiting: 0 }]);
  };
  await vi.waitFor(isDone, { timeout: 30_000 });
}

/** A row in every table about scans, which no foreign key ties to the account. */
async function storeScans({ accountId }: TestAccount, isSandbox: boolean, codeId: string, mark: string) {
  const owner = { accountId, isSandbox };
  const environment = isSandbox ? "sandbox" : "production";
  const yesterday = new Date(Date.now() - 86_400_000);
  const [scanId = ""] = await storeGoalScans(owner, [{ codeId, at: yesterday, city: mark }]);
  await recordGoal({ scanId, name: mark }, { ...callerOf(owner, "pro"), environment });
  await storeExcluded(owner, [{ codeId, at: yesterday, reason: "bot" }]);
  await storeCapped(owner, { codeId, minute: yesterday, count: 1 });
  await storeScanCounter(owner, 1, yesterday);
  await rollUpScans({ accountId, isForced: true });
  await transaction((tx) => markStaleDays(tx, owner, [yesterday.toISOString().slice(0, 10)]));
  // Of a code that was deleted a moment ago.
  await sql.query(
    "INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $2, $3, false)",
    [newId(), accountId, isSandbox],
  );
}
