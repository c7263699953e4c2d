import { describe, expect, it } from "vitest";
import { storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Counts } from "./counts";
import {
  countScans,
  markCodesForPurge,
  markStaleDays,
  purgeMarked,
  readCounts,
  rebuildDays,
  rollUpScans,
} from "./index";

const hourMs = 3_600_000;
const days = 4;
const end = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
const begin = end - days * 24 * hourMs;
const devices = ["Mobile", "Desktop", "Tablet"];

interface Tally {
  begun: number;
  committed: number;
}

class Busy {
  readonly owner = { accountId: newId(), isSandbox: false };
  readonly codes = [newId(), newId(), newId()];
  readonly tally: Tally = { begun: 0, committed: 0 };

  async fill(scans: number): Promise<void> {
    const rows = Array.from({ length: scans }, (_, nth) => ({
      codeId: this.codes[nth % 3] as string,
      at: new Date(begin + Math.floor((nth / scans) * (end - begin))),
      visitor: nth % 40,
      device: devices[nth % 3] as string,
    }));
    await storeRawScans(this.owner, rows);
    await storeScanCounter(this.owner, scans, new Date(end));
    this.tally.begun = this.tally.committed = scans;
  }

  /** Scans of the past, a few in each transaction, which stays open for a moment. */
  async writePast(nth: number): Promise<void> {
    const at = new Date(begin + ((nth * 7_919) % (days * 24)) * hourMs + nth);
    const codeId = this.codes[0] as string;
    this.tally.begun += 2;
    await transaction(async (tx) => {
      await tx.query(
        `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, $3, v, 'Mobile', 'iOS', 'Safari', 'DE', 'Berlin', 'test'
         FROM generate_series(1, 2) AS v`,
        [this.owner.accountId, codeId, at],
      );
      await tx.query("SELECT pg_sleep(0.005)");
      await markStaleDays(tx, this.owner, [at.toISOString().slice(0, 10)]);
      await tx.query("SELECT pg_sleep(0.005)");
    });
    this.tally.committed += 2;
  }

  read(codeId?: string): Promise<Counts> {
    const scope = { ...this.owner, ...(codeId !== undefined && { codeId }) };
    return readCounts(scope, () => [{ from: new Date(begin), to: new Date(end + hourMs) }]).then(
      ({ counts }) => counts[0] as Counts,
    );
  }

  /** What any reader sees: every figure of one and the same set of scans, no fewer than were there when it began. */
  async checkReading(): Promise<void> {
    const { committed } = this.tally;
    const counts = await this.read();
    const { begun } = this.tally;
    const sum = (of: (day: Counts["days"][number]) => number) =>
      counts.days.reduce((all, day) => all + of(day), 0);
    const scans = sum((day) => day.scans);
    expect(scans).toBeGreaterThanOrEqual(committed);
    expect(scans).toBeLessThanOrEqual(begun);
    expect(sum(({ quarters }) => quarters.reduce((all, count) => all + count, 0))).toBe(scans);
    expect(sum(({ totals }) => Object.values(totals.device).reduce((all, count) => all + count, 0))).toBe(
      scans,
    );
    expect(counts.codes.reduce((all, code) => all + code.scans, 0)).toBe(scans);
  }
}

/** Runs `work` again and again until the others have ended. */
async function meanwhile(others: Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let runs = 0;
  const over = others.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await work();
    runs += 1;
  }
  await over;
  return runs;
}

describe("concurrent reads, rollups, rebuilds and writes", () => {
  it("never count a scan twice or miss one, and leave every day correct", async () => {
    const busy = new Busy();
    await busy.fill(3_000);
    const { accountId } = busy.owner;
    const writers = Promise.all(
      [0, 1].map(async (writer) => {
        for (let nth = writer; nth < 60; nth += 2) await busy.writePast(nth);
      }),
    );
    let rolledTo = begin;
    const others = [
      meanwhile(writers, () => {
        rolledTo += 2 * hourMs;
        return rollUpScans({ accountId, isForced: true, until: new Date(rolledTo) });
      }),
      meanwhile(writers, () => rebuildDays({ accountId })),
      meanwhile(writers, () => rebuildDays({ accountId })),
    ];
    const readings = await Promise.all([0, 1].map(() => meanwhile(writers, () => busy.checkReading())));
    await Promise.all(others);
    expect(Math.min(...readings)).toBeGreaterThan(3);
    await rollUpScans({ accountId, isForced: true });
    await rebuildDays({ accountId });
    await busy.checkReading();
    expect(await countScans(busy.owner)).toBe(busy.tally.committed);
    const { rows } = await sql.query(
      `SELECT (SELECT sum(scans)::int FROM scan_day WHERE account_id = $1 AND qr_code_id = ANY($2)) AS documented,
         (SELECT count(*)::int FROM scan WHERE account_id = $1) AS raw,
         (SELECT count(*)::int FROM stale_scan_day WHERE account_id = $1) AS stale`,
      [accountId, busy.codes],
    );
    expect(rows).toEqual([{ documented: busy.tally.committed, raw: busy.tally.committed, stale: 0 }]);
  });

  it("O8: a code deleted during rollups is in no count or document afterwards", async () => {
    for (let round = 0; round < 4; round += 1) {
      const busy = new Busy();
      await busy.fill(2_000);
      const { accountId } = busy.owner;
      const [gone = "", ...kept] = busy.codes;
      let rolled = 0;
      const rolls = (async () => {
        for (let to = begin; to <= end; to += 6 * hourMs) {
          await rollUpScans({ accountId, isForced: true, until: new Date(to) });
          rolled += 1;
        }
      })();
      const deletion = (async () => {
        // Each round deletes at a different stage of the 17 rolls.
        await expect.poll(() => rolled, { interval: 1 }).toBeGreaterThanOrEqual(round * 4);
        await transaction((tx) => markCodesForPurge(tx, { accountId, environment: "production" }, [gone]));
        expect((await busy.read()).codes.map(({ codeId }) => codeId).sort()).toEqual([...kept].sort());
        await purgeMarked({ accountId });
      })();
      const rebuilds = meanwhile(deletion, () => rebuildDays({ accountId }));
      await Promise.all([rolls, deletion, rebuilds]);
      await rollUpScans({ accountId, isForced: true });
      const before = await busy.read();
      await rebuildDays({ accountId });
      const after = await busy.read();
      expect(after.isRecounting).toBe(false);
      const omitVisitors = ({ days, codes }: Counts) => ({
        days: days.map(({ visitors, ...others }) => others),
        codes,
      });
      expect(omitVisitors(after)).toEqual(omitVisitors(before));
      if (!before.isRecounting) expect(after).toEqual(before);
      const { rows } = await sql.query(
        `SELECT (SELECT count(*)::int FROM scan WHERE account_id = $1) AS raw,
           (SELECT sum(scans)::int FROM scan_day WHERE account_id = $1 AND qr_code_id = ANY($2)) AS documented,
           (SELECT count(*)::int FROM scan_day WHERE qr_code_id = $3) AS gone,
           (SELECT count(*)::int FROM scan_purge WHERE account_id = $1) AS erasures`,
        [accountId, kept, gone],
      );
      const scans = after.days.reduce((sum, day) => sum + day.scans, 0);
      expect(rows).toEqual([{ raw: scans, documented: scans, gone: 0, erasures: 0 }]);
      expect(scans).toBe(2_000 - Math.ceil(2_000 / 3));
    }
  });
});
