import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { addListener, readEvents } from "@/e2e/support/events";
import { sql, transaction } from "@/lib/platform/db";
import { markReachedQuotas } from "./queries";
import { reportQuotas } from "./quota-notices";
import { type Caller, quotaDataSchema } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const setCodes = (count: number) =>
  sql.query("UPDATE account SET code_count = $2 WHERE id = $1", [caller.accountId, count]);

async function quotas() {
  await reportQuotas();
  return (await readEvents(caller, "quota.reached")).map(({ body }) => [body.data.quota, body.data.limit]);
}

describe("quota.reached", () => {
  it("is sent at 100 %, once per calendar month for each quota", async () => {
    await addListener(caller, { events: ["quota.reached"] });
    await setCodes(499);
    expect(await quotas()).toEqual([]);
    await setCodes(500);
    await Promise.all([reportQuotas(), reportQuotas()]);
    expect(await quotas()).toEqual([["codes", 500]]);
    const [event] = await readEvents(caller, "quota.reached");
    expect(event?.body.sandbox).toBe(false);
    expect(quotaDataSchema.parse(event?.body.data)).toEqual(event?.body.data);
    await setCodes(400);
    await setCodes(500);
    expect(await quotas()).toHaveLength(1);
    await sql.query("UPDATE quota_notice SET month = month - interval '1 month' WHERE account_id = $1", [
      caller.accountId,
    ]);
    expect(await quotas()).toEqual([
      ["codes", 500],
      ["codes", 500],
    ]);
  });

  it("is also due for dynamic codes and monthly scans on a plan that limits them", async () => {
    await addListener(caller, { events: ["quota.reached"] });
    await sql.query("UPDATE account SET dynamic_code_count = 7 WHERE id = $1", [caller.accountId]);
    const count = (month: string, isSandbox: boolean, scans: number) =>
      sql.query(
        `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
         VALUES ($1, $2, now(), date_trunc('month', now() AT TIME ZONE 'UTC') - $3::interval, $4, 0)
         ON CONFLICT (account_id, is_sandbox) DO UPDATE SET month = excluded.month, detailed = excluded.detailed`,
        [caller.accountId, isSandbox, month, scans],
      );
    const due = async (dynamicCodes: number, scans: number) => {
      const limits = JSON.stringify({ pro: { codes: 500, dynamicCodes, scans } });
      const rows = await transaction((tx) => markReachedQuotas(tx, limits));
      return rows.filter(({ accountId }) => accountId === caller.accountId).map(({ quota }) => quota);
    };
    await count("1 month", false, 90);
    await count("0 months", true, 90);
    expect(await due(8, 90)).toEqual([]);
    await count("0 months", false, 90);
    expect(await due(7, 91)).toEqual(["dynamicCodes"]);
    expect(await due(7, 90)).toEqual(["scans"]);
  });

  it("is sent only to active, subscribed production webhooks", async () => {
    await addListener({ ...caller, environment: "sandbox" });
    await addListener(caller, { events: ["qr.created"] });
    await addListener(caller, { isActive: false });
    await setCodes(500);
    expect(await quotas()).toEqual([]);
    // Nothing was used up of the month: a webhook that subscribes later is told.
    const webhook = await addListener(caller, { events: ["quota.reached"] });
    expect(await quotas()).toEqual([["codes", 500]]);
    expect((await readEvents(caller, "quota.reached"))[0]?.webhookIds).toEqual([webhook]);
  });
});
