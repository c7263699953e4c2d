import { expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { storeCapped } from "@/e2e/support/raw-scans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { changePlan, describeUsage } from "./index";

const thisMonth = "date_trunc('month', now(), 'UTC')";

/** An account's counter with so many detailed scans in this month. */
async function storeMonth(accountId: string, isSandbox: boolean, detailed: number): Promise<void> {
  await sql.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, $2, now(), ${thisMonth} AT TIME ZONE 'UTC', $3, 0)`,
    [accountId, isSandbox, detailed],
  );
}

it("Q3: describeUsage counts this month's production scans in UTC, in detail and beyond the limit", async () => {
  const { accountId } = await newAccount("free");
  const caller = callerOf({ accountId }, "free");
  const readScans = async () => (await describeUsage(caller)).scans;
  expect(await readScans()).toEqual({ used: 0, limit: 1_000, capped: 0 });
  const { rows } = await sql.query<{ month: Date }>(`SELECT ${thisMonth} AS month`);
  const { month } = rows[0]!;
  const before = new Date(month.getTime() - 60_000);
  const codeId = newId();
  for (const isSandbox of [false, true]) {
    await storeMonth(accountId, isSandbox, isSandbox ? 7 : 1_000);
    for (const minute of [month, before])
      await storeCapped({ accountId, isSandbox }, { codeId, minute, count: 40 });
  }
  await storeCapped({ accountId, isSandbox: false }, { codeId: newId(), minute: month, count: 9 });
  expect(await readScans()).toEqual({ used: 1_000, limit: 1_000, capped: 49 });
  await sql.query("UPDATE scan_counter SET month = month - interval '1 month' WHERE account_id = $1", [
    accountId,
  ]);
  expect(await readScans()).toEqual({ used: 0, limit: 1_000, capped: 49 });
  await changePlan(accountId, "starter");
  expect((await readScans()).limit).toBeNull();
});
