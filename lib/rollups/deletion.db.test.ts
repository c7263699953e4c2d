import { beforeEach, describe, expect, it } from "vitest";
import { explainScans, planModes } from "@/e2e/support/explain";
import { storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { recordStatements, type Statement } from "@/e2e/support/statements";
import { openConnection, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Counts } from "./counts";
import {
  countScans,
  markCodesForPurge,
  markStaleDays,
  purgeSoon,
  readCounts,
  rebuildDays,
  rollUpScans,
} from "./index";
import { purgeScans } from "./retention";

const dayMs = 86_400_000;
const days = 20;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
let owner: { accountId: string; isSandbox: boolean };
let kept: string;
let gone: string;

/** Each day three visitors of a code that stays, one of whom and two others scan one that is deleted. */
beforeEach(async () => {
  owner = { accountId: newId(), isSandbox: false };
  [kept, gone] = [newId(), newId()];
  const rows = Array.from({ length: days }, (_, day) =>
    [1, 2, 3, 3, 4, 5].map((visitor, nth) => ({
      codeId: nth < 3 ? kept : gone,
      at: new Date(midnight - (day + 1) * dayMs + nth),
      visitor,
      device: nth < 3 ? "Mobile" : "Desktop",
    })),
  ).flat();
  await storeRawScans(owner, rows);
  await storeScanCounter(owner, rows.length, new Date(midnight - 1));
  await rollUpScans({ accountId: owner.accountId, isForced: true });
});

const remove = () =>
  transaction((tx) => markCodesForPurge(tx, { ...owner, environment: "production" }, [gone]));

async function read(codeId?: string): Promise<Counts> {
  const whole = { from: new Date(midnight - days * dayMs), to: new Date(midnight) };
  const { counts } = await readCounts({ ...owner, ...(codeId && { codeId }) }, () => [whole]);
  return counts[0] as Counts;
}

const figures = ({ days, isRecounting }: Counts) => ({
  days: days.length,
  scans: new Set(days.map(({ scans }) => scans)),
  visitors: new Set(days.map(({ visitors }) => visitors)),
  devices: new Set(days.flatMap(({ totals }) => Object.keys(totals.device))),
  isRecounting,
});
const right = {
  days,
  scans: new Set([3]),
  visitors: new Set([3]),
  devices: new Set(["Mobile"]),
  isRecounting: false,
};

describe("figures after deleting a code", () => {
  it("O8: are exact and exclude the code once it is purged", async () => {
    await remove();
    // However slow the machine is: what happens without time is the next test.
    await purgeSoon(owner.accountId, 60_000);
    expect(figures(await read())).toEqual(right);
    const { rows } = await sql.query(
      `SELECT (SELECT count(*)::int FROM scan WHERE qr_code_id = $1) AS raw,
         (SELECT count(*)::int FROM scan_day WHERE qr_code_id = $1) AS documents,
         (SELECT count(*)::int FROM scan_purge WHERE id = $1) AS notes`,
      [gone],
    );
    expect(rows).toEqual([{ raw: 0, documents: 0, notes: 0 }]);
  });

  it("O8: exclude the code before it is purged, from documents alone, without overcounting visitors", async () => {
    await remove();
    await purgeSoon(owner.accountId, 0);
    let counts: Counts | undefined;
    const statements = await recordStatements(async () => {
      counts = await read();
    });
    expect(figures(counts as Counts)).toEqual({ ...right, isRecounting: true });
    // The look for days without a document reads no row here, as all have one.
    const counting = statements.filter(({ text }) => !text.startsWith("SELECT d.day FROM unnest"));
    expect(counting.filter(({ text }) => /FROM scan (?:r|s)\b/.test(text))).toEqual([]);
    expect(counts?.codes).toEqual([{ codeId: kept, scans: 3 * days }]);
    expect(figures(await read(kept))).toEqual(right);
    expect(await countScans(owner)).toBe(3 * days);
    // More of the visitors than scans are left cannot have come; of others nobody knows until the day is counted.
    await transaction((tx) => markCodesForPurge(tx, { ...owner, environment: "production" }, [kept]));
    expect((await read()).days).toEqual([]);
    await rebuildDays({ accountId: owner.accountId });
    expect((await read()).isRecounting).toBe(false);
  });
});

describe("deleting a hundred codes", () => {
  it("looks up each code by an index, even if nearly all scans belong to another code", async () => {
    const client = openConnection("explains a deletion");
    await client.connect();
    try {
      // Seen by this connection alone, statistics included.
      await client.query("BEGIN");
      await client.query(
        `INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country,
           city, user_agent)
         SELECT gen_random_uuid(), $1, false, $2, now() - i * interval '1 second', i, 'Mobile', 'iOS', 'Safari', 'NO',
           'Oslo', 'test'
         FROM generate_series(1, 50000) AS i`,
        [owner.accountId, kept],
      );
      await client.query(
        `INSERT INTO over_limit_scan (account_id, is_sandbox, minute, qr_code_id, count)
         SELECT $1, false, date_trunc('minute', now()) - i * interval '1 minute', $2, 1
         FROM generate_series(1, 50000) AS i`,
        [owner.accountId, kept],
      );
      await client.query("ANALYZE scan, over_limit_scan");
      const ids = Array.from({ length: 100 }, newId);
      const statements = await recordStatements(() =>
        transaction((tx) => markCodesForPurge(tx, { ...owner, environment: "production" }, ids)),
      );
      const marking = statements.find(({ text }) => text.includes("INTO scan_purge"));
      expect(marking).toBeDefined();
      for (const mode of planModes) {
        const scans = await explainScans(client, marking as Statement, mode);
        expect(scans.filter(({ kind }) => kind === "Seq Scan").map(({ relation }) => relation)).not.toContain(
          "scan",
        );
        expect(scans.map(({ index }) => index)).toContain("scan_qr_code_id_scanned_at_id_idx");
        expect(scans.map(({ index }) => index)).toContain("over_limit_scan_qr_code_id_idx");
      }
    } finally {
      await client.query("ROLLBACK");
      await client.end();
    }
  });
});

describe("sandbox scans", () => {
  it("are kept when production scans of the same days are purged, and still count", async () => {
    const sandbox = { accountId: owner.accountId, isSandbox: true };
    const at = new Date(midnight - 15 * dayMs);
    await storeRawScans(sandbox, [{ codeId: kept, at }]);
    await storeScanCounter(sandbox, 1, at);
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await purgeScans({ accountId: owner.accountId, keptDays: 5 });
    const { rows } = await sql.query(
      "SELECT is_sandbox AS sandbox, count(*)::int AS n FROM scan WHERE account_id = $1 GROUP BY 1 ORDER BY 1",
      [owner.accountId],
    );
    expect(rows).toEqual([
      { sandbox: false, n: 5 * 6 },
      { sandbox: true, n: 1 },
    ]);
    await storeRawScans(sandbox, [{ codeId: gone, at }]);
    await transaction((tx) => markStaleDays(tx, sandbox, [at.toISOString().slice(0, 10)]));
    await rebuildDays({ accountId: owner.accountId });
    const whole = { from: new Date(midnight - days * dayMs), to: new Date(midnight) };
    const { counts } = await readCounts(sandbox, () => [whole]);
    expect(counts[0]?.days.map(({ scans }) => scans)).toEqual([2]);
  });
});
