import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { deleteAccount, deleteAccountOf, deleteUser } from "@/lib/users";
import { findSessionUser } from "@/lib/users/sign-in";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { type FullTenant, newFullTenant } from "../support/full-tenant";
import type { Answer } from "../support/public-api";
import { type ForeignKey, findInRows, readForeignKeys } from "../support/stored-rows";

/** deliveries and queues of webhooks, which name no account. */
async function countSent({ webhookIds }: FullTenant): Promise<Record<string, number>> {
  const counts = await Promise.all(webhookIds.map((id) => countByColumn(["webhook_id"], id)));
  // Added up now and then: how many rows there are means nothing.
  const places = Object.keys(counts[0] ?? {}).filter((place) => place !== "delivery_count.webhook_id");
  return Object.fromEntries(
    places.map((place) => [place, counts.reduce((sum, one) => sum + (one[place] ?? 0), 0)]),
  );
}

/** Tables that the running service empties by itself; what is in them is asked right after it was written. */
const sweptPlaces = ["scan_purge.account_id", "stale_scan_day.account_id"];

function omitSwept(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([place]) => !sweptPlaces.includes(place)));
}

/** Rows that name a value in a column of one of these names, by table and column. */
async function countByColumn(names: string[], value: string): Promise<Record<string, number>> {
  const { rows: columns } = await sql.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = ANY($1)
       -- The rows of partitions are those of their table.
       AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1, 2`,
    [names],
  );
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql.query(`SELECT count(*)::int AS n FROM "${table}" WHERE "${column}" = $1`, [
      value,
    ]);
    counts[`${table}.${column}`] = rows[0].n;
  }
  return counts;
}

/** Rows that name an account or its user. */
async function countAll({ accountId, userId }: TestAccount): Promise<Record<string, number>> {
  return {
    ...(await countByColumn(["account_id"], accountId)),
    ...(await countByColumn(["user_id"], userId)),
  };
}

async function countOrphans({ table, column, parent, parentColumn }: ForeignKey): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int AS n FROM ${table} t WHERE t."${column}" IS NOT NULL
       AND NOT EXISTS (SELECT FROM ${parent} p WHERE p."${parentColumn}" = t."${column}")`,
  );
  return rows[0].n;
}

describe.each([
  {
    by: "its user",
    named: 1,
    remove: ({ userId, password }: FullTenant) => deleteUser(userId, { password }),
  },
  { by: "the operator", named: 0, remove: (tenant: FullTenant) => deleteAccountOf(tenant) },
])("O8: an account deleted by $by", ({ remove, named }) => {
  let tenant: FullTenant;
  let neighbour: FullTenant;
  let neighbourBefore: Record<string, number>;
  let before: Record<string, number>;

  beforeAll(async () => {
    [tenant, neighbour] = [await newFullTenant(), await newFullTenant()];
    const { mark } = tenant;
    before = await countAll(tenant);
    // Else the test would pass on empty tables.
    for (const [place, rows] of Object.entries(before)) {
      const mayBeNone = place === "audit_entry.user_id" || sweptPlaces.includes(place);
      if (!mayBeNone) expect(rows, place).toBeGreaterThan(0);
    }
    expect(await findInRows(mark)).toEqual(
      [
        "api_key",
        "code_event",
        "code_import",
        "domain",
        "event",
        "goal",
        "identity",
        "idempotency_key",
        "plan_request",
        "qr_code",
        "saved_view",
        "scan",
        "scan_day",
        "style_preset",
        "support_request",
        "target_change",
        "utm_preset",
        "webhook",
      ].sort(),
    );
    expect(await countSent(tenant)).toEqual({ "delivery.webhook_id": 4, "webhook_queue.webhook_id": 2 });
    neighbourBefore = { ...(await countAll(neighbour)), ...(await countSent(neighbour)) };
    await remove(tenant);
  });

  it("is refused from the next request, by key and by session", async () => {
    expectRefusal(await callV1(tenant.key.apiKey, "GET", "/qr-codes"), 401, "invalid_api_key");
    expect(await findSessionUser(tenant.session)).toBeNull();
  });

  it("leaves no orphaned rows", async () => {
    for (const key of await readForeignKeys()) {
      expect([key.name, await countOrphans(key)]).toEqual([key.name, 0]);
    }
  });

  it("leaves no row in any column that names an account or user, except in the audit", async () => {
    const counts = await countAll(tenant);
    const { "audit_entry.account_id": inAudit, "audit_entry.user_id": ofUser, ...others } = counts;
    expect(Object.keys(others).length).toBeGreaterThanOrEqual(6);
    for (const [place, rows] of Object.entries(others)) expect([place, rows]).toEqual([place, 0]);
    // What was there, and the deletion itself, which names a user where a user asked for it.
    expect(inAudit).toBe(before["audit_entry.account_id"]! + 1);
    expect(ofUser).toBe(before["audit_entry.user_id"]! + named);
  });

  it("leaves no deliveries or queues of its webhooks, which have no foreign key", async () => {
    expect(await countSent(tenant)).toEqual({ "delivery.webhook_id": 0, "webhook_queue.webhook_id": 0 });
  });

  it("leaves its ids only in the audit and its texts nowhere", async () => {
    const { accountId, userId, key, session, codeIds, webhookIds } = tenant;
    for (const id of [accountId, userId, key.id, session.sessionId, ...codeIds, ...webhookIds]) {
      expect([[], ["audit_entry"]]).toContainEqual(await findInRows(id));
    }
    for (const word of [tenant.mark, tenant.email]) expect(await findInRows(word)).toEqual([]);
  });

  it("is recorded in the audit by ids and action names only", async () => {
    const { rows } = await sql.query("SELECT to_jsonb(a) AS row FROM audit_entry a WHERE account_id = $1", [
      tenant.accountId,
    ]);
    const own = rows.map(({ row }) => row);
    expect(own.map(({ action }) => action)).toContain("account.deleted");
    for (const { id, account_id, user_id, key_id, subject_id, action, created_at, ...others } of own) {
      for (const value of [id, account_id, user_id, key_id, subject_id]) {
        if (value !== null) expect(value).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }
      expect(action).toMatch(/^[a-z]+(?:\.[a-z_]+)+$/);
      expect(Number.isNaN(Date.parse(created_at))).toBe(false);
      expect(others).toEqual({});
    }
  });

  it("leaves another account's rows unchanged", async () => {
    const now = { ...(await countAll(neighbour)), ...(await countSent(neighbour)) };
    expect(omitSwept(now)).toEqual(omitSwept(neighbourBefore));
    const { status, json } = await callV1(neighbour.key.apiKey, "GET", `/qr-codes/${neighbour.codeIds[0]}`);
    expect([status, json.name]).toEqual([200, neighbour.mark]);
  });
});

describe("O8: deletion of an account during its requests", () => {
  it("serves or refuses each request without server errors or leftover rows", async () => {
    const body = { name: "x", type: "text", content: "x" };
    let asked = 0;
    const requests: ((apiKey: string) => Promise<Answer>)[] = [
      (apiKey) => callV1(apiKey, "POST", "/qr-codes", { body }),
      (apiKey) =>
        callV1(apiKey, "POST", "/qr-codes", { body, headers: { "idempotency-key": `n${asked++}` } }),
      (apiKey) => callV1(apiKey, "POST", "/qr-codes/bulk", { body: { qrCodes: [body, body] } }),
      (apiKey) => callV1(apiKey, "POST", "/api-keys", { body: { name: "x", permissions: ["qr:read"] } }),
      (apiKey) => callV1(apiKey, "GET", "/qr-codes"),
    ];
    for (let round = 0; round < 8; round += 1) {
      const account = await newAccount("pro");
      const { apiKey } = await newKey(account);
      let isOver = false;
      let served = 0;
      const refused: number[] = [];
      const clients = Array.from({ length: 20 }, async (_, client) => {
        while (!isOver) {
          const answer = await requests[client % requests.length]!(apiKey);
          expect([200, 201, 401, 403, 429], answer.text).toContain(answer.status);
          if (answer.status === 401) refused.push(client);
          else served += 1;
        }
      });
      await expect.poll(() => served).toBeGreaterThan(20);
      await deleteAccount(account.accountId);
      await expect.poll(() => refused.length, { timeout: 30_000 }).toBeGreaterThan(20);
      isOver = true;
      await Promise.all(clients);
      const counts = await countByColumn(["account_id"], account.accountId);
      for (const [place, rows] of Object.entries(counts)) {
        if (!place.startsWith("audit_entry")) expect([place, rows]).toEqual([place, 0]);
      }
    }
  });
});
