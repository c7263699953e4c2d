import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { untilBlocked } from "@/e2e/support/blocked";
import { storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Owner } from "./counts";
import { markCodesForPurge, purgeMarked, readCounts, rebuildDays, rollUpScans } from "./index";
import { purgeScans } from "./retention";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const noon = (daysAgo: number) => midnight - daysAgo * dayMs + 12 * hourMs;

/** Makes writers of a data set's documents wait for `work`, when everything has been counted already. */
async function whileWriting<T>(
  { accountId }: Owner,
  writing: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await sql.connect();
  let done: Promise<unknown> = Promise.resolve();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM scan_day WHERE account_id = $1 FOR UPDATE", [accountId]);
    done = writing();
    await untilBlocked(holder);
    return await work();
  } finally {
    await holder.query("COMMIT");
    holder.release();
    await done;
  }
}

/** Scans of what documents say of the account and of its codes, and of what is read. */
async function compare(owner: Owner) {
  const { rows } = await sql.query(
    `SELECT coalesce(sum(scans) FILTER (WHERE qr_code_id = '00000000-0000-0000-0000-000000000000'), 0)::int AS account,
       coalesce(sum(scans) FILTER (WHERE qr_code_id <> '00000000-0000-0000-0000-000000000000'), 0)::int AS codes
     FROM scan_day WHERE account_id = $1`,
    [owner.accountId],
  );
  const whole = { from: new Date(midnight - 30 * dayMs), to: new Date(midnight + dayMs) };
  const { counts } = await readCounts(owner, () => [whole]);
  return { ...rows[0], read: counts[0]?.days.reduce((sum, { scans }) => sum + scans, 0) };
}

describe("changes while documents are written", () => {
  it("O8: a code deleted while a day is purged leaves nothing in the account's documents", async () => {
    const owner = { accountId: newId(), isSandbox: false };
    const [kept, gone] = [newId(), newId()];
    const scans = [kept, gone, gone].map((codeId, nth) => ({ codeId, at: new Date(noon(10) + nth) }));
    await storeRawScans(owner, scans);
    await storeScanCounter(owner, scans.length, new Date(noon(10)));
    const { accountId } = owner;
    await rollUpScans({ accountId, isForced: true });
    let purging: Promise<unknown> = Promise.resolve();
    await whileWriting(
      owner,
      () => purgeScans({ accountId, keptDays: 5 }),
      async () => {
        await transaction((tx) => markCodesForPurge(tx, { accountId, environment: "production" }, [gone]));
        const asked = vi.spyOn(pg.Client.prototype, "query");
        purging = purgeMarked({ accountId });
        const left = "SELECT count(*)::int AS n FROM scan WHERE qr_code_id = $1";
        await expect.poll(async () => (await sql.query(left, [gone])).rows[0].n).toBe(0);
        // A second try shows that the first was refused.
        const asksForDocuments = () =>
          asked.mock.calls.filter(([text]) => String(text).includes("pg_try_advisory_xact_lock")).length;
        await expect.poll(asksForDocuments).toBeGreaterThanOrEqual(2);
        asked.mockRestore();
      },
    );
    await purging;
    await rebuildDays({ accountId });
    await purgeScans({ accountId, keptDays: 5 });
    expect(await compare(owner)).toEqual({ account: 1, codes: 1, read: 1 });
    const { rows } = await sql.query("SELECT FROM scan WHERE account_id = $1", [accountId]);
    expect(rows).toEqual([]);
  });

  it("a scan stored during a rollup with an earlier timestamp is in a document afterwards", async () => {
    const owner = { accountId: newId(), isSandbox: false };
    const { accountId } = owner;
    const codeId = newId();
    const store = async (at: number) => {
      await storeRawScans(owner, [{ codeId, at: new Date(at) }]);
      await storeScanCounter(owner, 1, new Date(at));
    };
    await store(noon(2));
    await rollUpScans({ accountId, isForced: true, until: new Date(noon(2) + hourMs) });
    await store(noon(2) + 2 * hourMs);
    const roll = () => rollUpScans({ accountId, isForced: true, until: new Date(noon(2) + 5 * hourMs) });
    await whileWriting(owner, roll, () => store(noon(2) + 3 * hourMs));
    await roll();
    expect(await compare(owner)).toEqual({ account: 3, codes: 3, read: 3 });
  });
});
