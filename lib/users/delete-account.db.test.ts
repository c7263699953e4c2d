import { expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { readForeignKeys } from "@/e2e/support/stored-rows";
import { countOutcomes, newScannedCode, newVisits, openRecorders } from "@/e2e/support/visits";
import { sql } from "@/lib/platform/db";
import { purgeMarked, rebuildDays, rollUpScans } from "@/lib/rollups";
import type { Recorded } from "@/lib/scans/visit";
import { deleteAccount } from "@/lib/users";

const { newRecorder } = openRecorders();

it("O8: deleting an account during scans and roll-ups leaves no scan data behind", async () => {
  const recorder = newRecorder();
  for (let round = 0; round < 4; round += 1) {
    const caller = callerOf(await newAccount("pro"), "pro");
    const { accountId } = caller;
    const code = await newScannedCode(caller);
    const recorded: Recorded[] = [];
    let isGone = false;
    const scanning = (async () => {
      while (countOutcomes(recorded).gone === undefined) {
        const visits = newVisits(code, 20).map((visit) => recorder.record(visit));
        recorded.push(...(await Promise.all(visits)));
      }
    })();
    const counting = (async () => {
      while (!isGone) {
        await rollUpScans({ accountId, isForced: true });
        await rebuildDays({ accountId });
      }
    })();
    await expect.poll(() => countOutcomes(recorded).counted ?? 0).toBeGreaterThan(100 * round);
    await deleteAccount(accountId);
    isGone = true;
    await Promise.all([scanning, counting]);
    await purgeMarked({ accountId });
    for (const table of ["scan", "scan_day", "scan_counter", "stale_scan_day", "scan_purge"]) {
      const { rows } = await sql.query(`SELECT count(*)::int AS n FROM ${table} WHERE account_id = $1`, [
        accountId,
      ]);
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
  }
});

it("O8: every foreign key deletes its rows with what they belong to, except slugs, which stay reserved", async () => {
  const keys = await readForeignKeys();
  expect(keys.length).toBeGreaterThanOrEqual(7);
  for (const { name, table, column, onDelete } of keys) {
    // A slug outlives its code and its account for 365 days; codes and their domain go together with the account.
    const isOfSlug = table === "short_url_path" && column !== "domain_id";
    const expected = isOfSlug ? "n" : column === "domain_id" && table === "qr_code" ? "a" : "c";
    expect([name, onDelete]).toEqual([name, expected]);
  }
});
