import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { recordStatements } from "@/e2e/support/statements";
import { newScannedCode, newVisits, openRecorders } from "@/e2e/support/visits";
import { withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, updateCode } from "@/lib/codes";
import { sql, transaction } from "@/lib/platform/db";
import { deleteAccount } from "@/lib/users";
import { fanOut } from "./delivery";
import { deleteWebhook } from "./index";
import { markWebhookForPurge, purgeDeleted } from "./purge";

withOwnDatabase();

const { newRecorder } = openRecorders();

let caller: Caller;
let webhookId: string;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  webhookId = await addListener(caller);
});

async function count(table: string, owner: string, id: string): Promise<number> {
  const { rows } = await sql.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${owner} = $1`, [id]);
  return rows[0].n;
}

const deliveriesOf = (id = webhookId) => count("delivery", "webhook_id", id);
const erasures = async () => (await sql.query("SELECT FROM webhook_purge")).rowCount;

/** Events of the caller's, handed over to its webhooks. */
async function happen(events: number): Promise<void> {
  for (let made = 0; made < events; made += 1) await createCode(caller, plainCode);
  await fanOut({ eventIds: (await readEvents(caller)).map(({ id }) => id) });
}

describe("a deleted webhook", () => {
  it("W9: is deleted with its deliveries, and no others", async () => {
    const other = await addListener(caller);
    await happen(3);
    await deleteWebhook(caller, webhookId);
    expect([await deliveriesOf(), await deliveriesOf(other)]).toEqual([0, 3]);
    expect(await readEvents(caller)).toHaveLength(3);
    expect(await erasures()).toBe(0);
  });

  it("leaves locked deliveries to the sweep without waiting for them", async () => {
    await happen(2);
    const gone = transaction(async (tx) => {
      await tx.query("SELECT FROM delivery WHERE webhook_id = $1 LIMIT 1 FOR UPDATE", [webhookId]);
      await deleteWebhook(caller, webhookId);
      expect([await deliveriesOf(), await erasures()]).toEqual([1, 1]);
    });
    await gone;
    expect(await purgeDeleted()).toBe(1);
    expect([await deliveriesOf(), await erasures()]).toEqual([0, 0]);
  });

  it("is purged in turn with others, so that small ones need not wait for a large one", async () => {
    const [small] = [await addListener(caller)];
    await sql.query(
      `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts)
       SELECT gen_random_uuid(), w.id, gen_random_uuid(), 'qr.created', 'delivered', 4
       FROM unnest($1::uuid[], $2::int[]) AS w(id, deliveries), generate_series(1, w.deliveries)`,
      [
        [webhookId, small],
        [9_000, 10],
      ],
    );
    for (const id of [webhookId, small]) {
      await transaction(async (tx) => {
        await tx.query("DELETE FROM webhook WHERE id = $1", [id]);
        await markWebhookForPurge(tx, id);
      });
    }
    const statements = await recordStatements(() => purgeDeleted());
    const erased = statements.filter(({ text }) => text.startsWith("DELETE FROM delivery "));
    const turns = erased.map(({ values }) => values[0]);
    expect(turns.slice(0, 3)).toEqual([webhookId, small, webhookId]);
    expect([await deliveriesOf(), await deliveriesOf(small), await erasures()]).toEqual([0, 0, 0]);
  });

  it("is purged completely by the sweep if the request purged nothing", async () => {
    await sql.query(
      `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, due_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'qr.created', 'pending', 4, now() FROM generate_series(1, 5000)`,
      [webhookId],
    );
    await transaction(async (tx) => {
      await tx.query("DELETE FROM webhook WHERE id = $1", [webhookId]);
      await markWebhookForPurge(tx, webhookId);
    });
    expect(await purgeDeleted()).toBe(5_000);
    expect([await deliveriesOf(), await erasures()]).toEqual([0, 0]);
  });
});

describe("a deleted account", () => {
  it("O8: is deleted with its webhooks, events and deliveries, and no others", async () => {
    const other = callerOf(await newAccount("pro"), "pro");
    await addListener(other);
    await createCode(other, plainCode);
    await happen(3);
    await deleteAccount(caller.accountId);
    for (const table of ["webhook", "event"])
      expect(await count(table, "account_id", caller.accountId)).toBe(0);
    expect([await deliveriesOf(), await count("webhook_queue", "webhook_id", webhookId)]).toEqual([0, 0]);
    expect(await erasures()).toBe(0);
    expect(await readEvents(other)).toHaveLength(1);
  });

  it("O8: leaves no event or delivery behind during concurrent writes, scans and fan-out", async () => {
    const recorder = newRecorder();
    for (let round = 0; round < 4; round += 1) {
      const owner = callerOf(await newAccount("pro"), "pro");
      const listener = await addListener(owner);
      const code = await newScannedCode(owner);
      let isGone = false;
      let done = 0;
      const untilGone = async (work: () => Promise<unknown>) => {
        while (!isGone) {
          await work().catch(() => {});
          done += 1;
        }
      };
      const busy = [
        untilGone(() => createCode(owner, plainCode)),
        untilGone(() => updateCode(owner, code.codeId, { name: `Name ${done}` })),
        untilGone(() => Promise.all(newVisits(code, 20).map((visit) => recorder.record(visit)))),
        untilGone(() => fanOut()),
      ];
      await expect.poll(() => deliveriesOf(listener), { timeout: 20_000 }).toBeGreaterThan(40);
      await deleteAccount(owner.accountId);
      isGone = true;
      await Promise.all(busy);
      await fanOut();
      await purgeDeleted();
      expect(await count("event", "account_id", owner.accountId)).toBe(0);
      expect([await deliveriesOf(listener), await erasures()]).toEqual([0, 0]);
    }
  });
});
