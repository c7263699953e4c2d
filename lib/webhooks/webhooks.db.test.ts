import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, newKey } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { authenticateKey } from "@/lib/api-keys";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  sendTest,
} from "./index";
import { maxWebhooks, newWebhookSchema } from "./schema";
import { decryptSecret } from "./secret";

/** Public addresses in digits: no name is resolved, and nothing is sent. */
const url = "https://1.1.1.1/hooks";
const wish = (more: object = {}) =>
  newWebhookSchema.parse({ name: "Orders", url, events: ["scan.created"], ...more });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

let owner: Caller;
beforeEach(async () => {
  owner = callerOf(await newAccount("pro"), "pro");
});

async function rowOf(id: string) {
  const { rows } = await sql.query(
    "SELECT w.*, queue.concurrency, queue.consecutive_failures, queue.failing_since, queue.notified_failures FROM webhook w JOIN webhook_queue queue ON queue.webhook_id = w.id WHERE w.id = $1",
    [id],
  );
  return rows[0];
}

async function listAudit(caller: Caller): Promise<string[]> {
  const { rows } = await sql.query<{ action: string }>(
    "SELECT action FROM audit_entry WHERE account_id = $1 AND action LIKE 'webhook.%' ORDER BY created_at, id",
    [caller.accountId],
  );
  return rows.map(({ action }) => action);
}

/** Puts a queue in the state of an endpoint that went down. */
async function fail(id: string): Promise<void> {
  await sql.query(
    "UPDATE webhook_queue SET concurrency = 4, consecutive_failures = 7, failing_since = now(), notified_failures = 5 WHERE webhook_id = $1",
    [id],
  );
}

describe("createWebhook", () => {
  it("W15: returns the secret once and stores it encrypted for its row", async () => {
    const { secret, signingSecret, ...webhook } = await createWebhook(owner, wish());
    expect(signingSecret).toBe(`whsec_${Buffer.from(secret).toString("base64")}`);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const row = await rowOf(webhook.id);
    expect(decryptSecret(webhook.id, row.secret)).toBe(secret);
    expect(() => decryptSecret(newId(), row.secret)).toThrow();
    expect(row.secret.includes(Buffer.from(secret))).toBe(false);
    expect(webhook).toEqual({
      id: row.id,
      name: "Orders",
      url,
      events: ["scan.created"],
      filter: null,
      headers: {},
      environment: "production",
      isActive: true,
      disabledReason: null,
      lastTriggeredAt: null,
      eventCount: 0,
      failureCount: 0,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.created_at.toISOString(),
    });
    expect(await listWebhooks(owner)).toEqual([webhook]);
    expect(await getWebhook(owner, webhook.id)).toEqual({ ...webhook, recentEvents: [] });
    expect(await listAudit(owner)).toEqual(["webhook.created"]);
  });

  it("creates at most ten across both environments, also under concurrent calls", async () => {
    const sandbox = { ...owner, environment: "sandbox" } as const;
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => codeOf(createWebhook(index % 2 ? owner : sandbox, wish()))),
    );
    const count = (code: string) => made.filter((one) => one === code).length;
    expect([count("done"), count("quota_exceeded")]).toEqual([maxWebhooks, 50 - maxWebhooks]);
    const all = [...(await listWebhooks(owner)), ...(await listWebhooks(sandbox))];
    expect(all).toHaveLength(maxWebhooks);
    const [one] = all;
    await deleteWebhook({ ...owner, environment: one!.environment }, one!.id);
    expect(await codeOf(createWebhook(owner, wish()))).toBe("done");
  });

  it("S2: refuses a non-public address and stores nothing", async () => {
    for (const address of [
      "https://10.0.0.1/hooks",
      "https://[::ffff:a00:1]/hooks",
      "https://192.168.1.1/",
    ]) {
      const refused = codeOf(createWebhook(owner, { ...wish(), url: address }));
      expect(await refused, address).toBe("webhook_url_not_public");
    }
    expect(await listWebhooks(owner)).toEqual([]);
  });

  it("refuses plans without webhooks and deleted accounts", async () => {
    expect(await codeOf(createWebhook({ ...owner, plan: "starter" }, wish()))).toBe("plan_required");
    expect(await codeOf(createWebhook({ ...owner, accountId: newId() }, wish()))).toBe("invalid_api_key");
  });

  it("is rolled back if the answer cannot be stored", async () => {
    const failing = createWebhook(owner, wish(), async () => {
      throw new Error("not kept");
    });
    await expect(failing).rejects.toThrow("not kept");
    expect(await listWebhooks(owner)).toEqual([]);
    expect(await listAudit(owner)).toEqual([]);
  });

  it("records the API key and only the id of the webhook in the audit log", async () => {
    const { id: keyId, apiKey } = await newKey(owner);
    const caller = await authenticateKey(`Bearer ${apiKey}`);
    const { id } = await createWebhook(caller, wish());
    const { rows } = await sql.query("SELECT * FROM audit_entry WHERE subject_id = $1", [id]);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        account_id: owner.accountId,
        user_id: null,
        key_id: keyId,
        action: "webhook.created",
        subject_id: id,
        created_at: expect.any(Date),
      },
    ]);
  });
});

describe("changeWebhook", () => {
  it("changes the given fields, and does nothing if the values are the same", async () => {
    const { secret: _, signingSecret: __, ...before } = await createWebhook(owner, wish());
    const change = { name: "New", url: "https://1.0.0.1/hooks", events: ["qr.deleted" as const] };
    const after = await changeWebhook(owner, before.id, change);
    expect(after).toEqual({ ...before, ...change, updatedAt: expect.any(String) });
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect(await changeWebhook(owner, before.id, { ...change, isActive: true })).toEqual(after);
    expect(await changeWebhook(owner, before.id, {})).toEqual(after);
    expect(await listAudit(owner)).toEqual(["webhook.created", "webhook.changed"]);
  });

  it("resets concurrency to one for a new address, but not for a new name", async () => {
    const { id } = await createWebhook(owner, wish());
    await fail(id);
    await changeWebhook(owner, id, { name: "New" });
    expect(await rowOf(id)).toMatchObject({ concurrency: 4, consecutive_failures: 7 });
    await changeWebhook(owner, id, { url: "https://1.0.0.1/hooks" });
    expect(await rowOf(id)).toMatchObject({ concurrency: 1, consecutive_failures: 7 });
  });

  it("W9: a pause cancels open deliveries, leased ones too, and starts a new generation", async () => {
    const { id } = await createWebhook(owner, wish());
    const [one, two] = [await sendTest(owner, id, {}), await sendTest(owner, id, {})];
    const done = await sendTest(owner, id, {});
    await sql.query("UPDATE delivery SET status = 'delivered', due_at = NULL WHERE id = $1", [done.id]);
    await sql.query(
      "UPDATE delivery SET status = 'retrying', lease_token = $2, due_at = now() + interval '30 s' WHERE id = $1",
      [two.id, newId()],
    );
    const paused = await changeWebhook(owner, id, { isActive: false });
    expect(paused).toMatchObject({ isActive: false, disabledReason: null, eventCount: 3 });
    expect(await rowOf(id)).toMatchObject({ generation: 1 });
    const { recentEvents } = await getWebhook(owner, id);
    const statuses = recentEvents.map((delivery) => [delivery.id, delivery.status, delivery.nextAttemptAt]);
    expect(statuses).toEqual([
      [done.id, "delivered", null],
      [two.id, "cancelled", null],
      [one.id, "cancelled", null],
    ]);
    const { rows } = await sql.query("SELECT FROM delivery WHERE webhook_id = $1 AND due_at IS NOT NULL", [
      id,
    ]);
    expect(rows).toEqual([]);
    expect(await changeWebhook(owner, id, { isActive: false })).toEqual(paused);
    expect(await rowOf(id)).toMatchObject({ generation: 1 });
    expect(await listAudit(owner)).toEqual(["webhook.created", "webhook.paused"]);
  });

  it("a resume clears the failure streak and the reason", async () => {
    const { id } = await createWebhook(owner, wish());
    await fail(id);
    await changeWebhook(owner, id, { isActive: false, name: "Paused" });
    await sql.query("UPDATE webhook SET disabled_reason = 'consecutive_failures' WHERE id = $1", [id]);
    expect((await getWebhook(owner, id)).disabledReason).toBe("consecutive_failures");
    expect(await changeWebhook(owner, id, { isActive: true })).toMatchObject({
      isActive: true,
      disabledReason: null,
    });
    expect(await rowOf(id)).toMatchObject({
      concurrency: 1,
      consecutive_failures: 0,
      failing_since: null,
      notified_failures: 0,
      generation: 1,
    });
    expect(await listAudit(owner)).toEqual([
      "webhook.created",
      "webhook.changed",
      "webhook.paused",
      "webhook.changed",
    ]);
  });

  it("does not validate an unchanged address again", async () => {
    const { id } = await createWebhook(owner, wish());
    for (const kept of ["https://gone.invalid/", "https://10.0.0.1/", "https://old.example:22/"]) {
      await sql.query("UPDATE webhook SET url = $2 WHERE id = $1", [id, kept]);
      expect(await changeWebhook(owner, id, { url: kept, name: kept })).toMatchObject({
        url: kept,
        name: kept,
      });
    }
    expect(await codeOf(changeWebhook(owner, id, { url: "https://10.0.0.2/" }))).toBe(
      "webhook_url_not_public",
    );
  });
});

describe("rotateSecret", () => {
  it("keeps the previous secret during the overlap and drops any earlier one", async () => {
    const { id, secret: first } = await createWebhook(owner, wish());
    const second = await rotateSecret(owner, id, { overlapSeconds: 3_600 });
    const until = Date.parse(second.previousSecretExpiresAt!);
    expect(until - Date.parse(second.updatedAt)).toBe(3_600_000);
    const row = await rowOf(id);
    expect(decryptSecret(id, row.secret)).toBe(second.secret);
    expect(decryptSecret(id, row.previous_secret)).toBe(first);
    expect((await getWebhook(owner, id)).previousSecretExpiresAt).toBe(second.previousSecretExpiresAt);

    const third = await rotateSecret(owner, id, { overlapSeconds: 60 });
    expect(decryptSecret(id, (await rowOf(id)).previous_secret)).toBe(second.secret);
    await sql.query("UPDATE webhook SET previous_secret_until = now() - interval '1 ms' WHERE id = $1", [id]);
    expect(await getWebhook(owner, id)).not.toHaveProperty("previousSecretExpiresAt");

    const fourth = await rotateSecret(owner, id, { overlapSeconds: 0 });
    expect(fourth).not.toHaveProperty("previousSecretExpiresAt");
    expect(await rowOf(id)).toMatchObject({ previous_secret: null, previous_secret_until: null });
    expect(new Set([first, second.secret, third.secret, fourth.secret]).size).toBe(4);
    expect(await listAudit(owner)).toEqual(["webhook.created", ...Array(3).fill("webhook.rotated")]);
  });
});

describe("deleteWebhook", () => {
  it("W9: deletes the webhook with its deliveries and keeps only the audit log", async () => {
    const { id } = await createWebhook(owner, wish());
    await sendTest(owner, id, {});
    await deleteWebhook(owner, id);
    expect(await codeOf(getWebhook(owner, id))).toBe("not_found");
    for (const [table, column] of [
      ["webhook", "id"],
      ["webhook_queue", "webhook_id"],
      ["delivery", "webhook_id"],
      ["webhook_purge", "id"],
    ]) {
      expect((await sql.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount, table).toBe(0);
    }
    expect(await codeOf(deleteWebhook(owner, id))).toBe("not_found");
    expect(await listAudit(owner)).toEqual(["webhook.created", "webhook.deleted"]);
  });
});

describe("A5: webhooks that the caller does not own", () => {
  it.each(["another account", "the sandbox", "a malformed id"])("answers not_found for %s", async (whose) => {
    const { id: own } = await createWebhook(owner, wish());
    const id = whose === "a malformed id" ? `${own}x` : own;
    const caller: Caller =
      whose === "another account"
        ? callerOf(await newAccount("pro"), "pro")
        : { ...owner, environment: whose === "the sandbox" ? "sandbox" : "production" };
    const calls = [
      () => getWebhook(caller, id),
      () => changeWebhook(caller, id, { name: "Theirs", isActive: false }),
      () => rotateSecret(caller, id, { overlapSeconds: 0 }),
      () => sendTest(caller, id, {}),
      () => deleteWebhook(caller, id),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe("not_found");
    expect(await rowOf(own)).toMatchObject({ name: "Orders", is_active: true, previous_secret: null });
  });
});
