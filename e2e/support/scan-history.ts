import fc from "fast-check";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { markCodesForPurge, markStaleDays, purgeMarked, rebuildDays, rollUpScans } from "@/lib/rollups";
import type { Counts } from "@/lib/rollups/counts";
import { purgeScans } from "@/lib/rollups/retention";
import { storeCapped, storeExcluded, storeRawScans, storeScanCounter } from "./raw-scans";

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Where every history begins. */
export const start = Date.UTC(2026, 1, 26);

interface Stored {
  kind: "scan" | "bot" | "capped";
  code: number;
  at: number;
  visitor: number;
  device: string;
  country: string;
  city: string;
  route?: string;
  variant?: string;
}

/** What a naive count over the rows of a history comes to; it shares nothing with what is tested. */
export function countNaively(rows: readonly Stored[], from: number, to: number) {
  const days = new Map<string, Stored[]>();
  for (const row of rows) {
    const at = row.kind === "capped" ? Math.floor(row.at / minuteMs) * minuteMs : row.at;
    if (at < from || at >= to) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  const tally = (some: Stored[], label: (row: Stored) => string) => {
    const counts = new Map<string, number>();
    for (const row of some) counts.set(label(row), (counts.get(label(row)) ?? 0) + 1);
    return Object.fromEntries(counts);
  };
  return [...days.entries()].sort().map(([day, all]) => {
    const scans = all.filter(({ kind }) => kind === "scan");
    return {
      day,
      scans: scans.length,
      visitors: new Set(scans.map(({ visitor }) => visitor)).size,
      bots: all.filter(({ kind }) => kind === "bot").length,
      capped: all.filter(({ kind }) => kind === "capped").length,
      quarters: tally(scans, ({ at }) => {
        const time = new Date(at);
        return String(time.getUTCHours() * 4 + Math.floor(time.getUTCMinutes() / 15));
      }),
      device: tally(scans, ({ device }) => device),
      country: tally(scans, ({ country }) => country),
      city: tally(scans, ({ country, city }) => `${country}/${city}`),
      route: tally(scans.filter(hasRoute), ({ route }) => `${route}`),
      variant: tally(scans.filter(hasVariant), ({ route, variant }) => `${route}/${variant}`),
    };
  });
}

/** Counts as a naive count has them. */
export function simplify({ days }: Counts) {
  return days.map(({ quarters, totals, ...day }) => ({
    ...day,
    quarters: Object.fromEntries(
      quarters.map((count, at) => [String(at), count]).filter(([, count]) => count),
    ),
    device: totals.device,
    country: totals.country,
    city: totals.city,
    route: totals.route,
    variant: totals.variant,
  }));
}

export const hasRoute = ({ route }: Stored) => route !== undefined;
export const hasVariant = ({ variant }: Stored) => variant !== undefined;

const moment = fc.integer({ min: 0, max: 26 * hourMs });
const scanned = fc.record({
  kind: fc.constantFrom("scan", "scan", "scan", "scan", "bot", "capped") as fc.Arbitrary<Stored["kind"]>,
  code: fc.integer({ min: 0, max: 3 }),
  at: moment,
  visitor: fc.integer({ min: 0, max: 5 }),
  device: fc.constantFrom("Mobile", "Desktop"),
  country: fc.constantFrom("DE", "FR"),
  city: fc.constantFrom("Berlin", "Paris", 'a"b\\,{}', "__proto__", "constructor"),
});
/** What led a scan: mostly no rule. */
const leading = fc.constantFrom<{ route?: string; variant?: string }>(
  {},
  {},
  { route: "weekend" },
  { route: "weekend", variant: "0" },
  { route: "__proto__", variant: 'a"b/\\,{}' },
);
const row = fc.tuple(scanned, leading).map(([scan, led]): Stored => ({ ...scan, ...led }));
const code = fc.integer({ min: 0, max: 3 });

/** What may happen to an account's scans. */
export const steps = {
  come: fc.record({ do: fc.constant("come" as const), rows: fc.array(row, { minLength: 1, maxLength: 12 }) }),
  past: fc.record({ do: fc.constant("past" as const), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
  roll: fc.record({ do: fc.constant("roll" as const), back: moment }),
  rebuild: fc.record({ do: fc.constant("rebuild" as const) }),
  delete: fc.record({ do: fc.constant("delete" as const), code }),
  erase: fc.record({ do: fc.constant("erase" as const) }),
  /** How many days before the latest scan's everything goes. */
  purge: fc.record({ do: fc.constant("purge" as const), days: fc.integer({ min: 0, max: 2 }) }),
};
type Step = {
  [Name in keyof typeof steps]: (typeof steps)[Name] extends fc.Arbitrary<infer T> ? T : never;
}[keyof typeof steps];

/** An account as it goes through a history, with the rows that a naive count is made of. */
export class Account {
  readonly owner = { accountId: newId(), isSandbox: false };
  readonly codes = [newId(), newId(), newId(), newId()];
  rows: Stored[] = [];
  /** The latest stamp. */
  now = start;
  /** Before it raw rows are gone. */
  rawFrom = start;
  readonly #gone = new Set<number>();

  async take(step: Step): Promise<void> {
    const { accountId } = this.owner;
    if (step.do === "come") await this.#store(step.rows, this.now + 1, 1);
    else if (step.do === "past") await this.#storePast(step.rows);
    else if (step.do === "roll") {
      await rollUpScans({ accountId, isForced: true, until: new Date(this.now - step.back) });
    } else if (step.do === "rebuild") await rebuildDays({ accountId });
    else if (step.do === "erase") await purgeMarked({ accountId });
    else if (step.do === "delete") await this.#delete(step.code);
    else await this.#purge(step.days);
  }

  async #delete(code: number): Promise<void> {
    if (this.#gone.has(code)) return;
    this.#gone.add(code);
    this.rows = this.rows.filter((row) => row.code !== code);
    const codeIds = [this.codes[code] as string];
    await transaction((tx) => markCodesForPurge(tx, { ...this.owner, environment: "production" }, codeIds));
  }

  async #purge(days: number): Promise<void> {
    const horizon = Math.floor(this.now / dayMs) - days;
    if (horizon * dayMs <= start) return;
    const keptDays = Math.floor(Date.now() / dayMs) - horizon;
    await purgeScans({ accountId: this.owner.accountId, keptDays });
    const { rows } = await sql.query<{ rawFrom: Date | null }>(
      'SELECT raw_from AS "rawFrom" FROM scan_counter WHERE account_id = $1',
      [this.owner.accountId],
    );
    this.rawFrom = rows[0]?.rawFrom?.getTime() ?? start;
  }

  async #storePast(rows: readonly Stored[]): Promise<void> {
    const stored = await this.#store(rows, this.now, -1);
    const scansAndBots = stored.filter(({ kind }) => kind !== "capped");
    const days = scansAndBots.map(({ at }) => new Date(at).toISOString().slice(0, 10));
    await transaction((tx) => markStaleDays(tx, this.owner, days));
  }

  async #store(rows: readonly Stored[], from: number, sign: 1 | -1): Promise<Stored[]> {
    const stored = rows
      .filter(({ code }) => !this.#gone.has(code))
      .map((row) => ({ ...row, at: Math.max(start, this.rawFrom, from + sign * row.at) }));
    const named = stored.map((row) => ({
      ...row,
      at: new Date(row.at),
      codeId: this.codes[row.code] as string,
    }));
    const scans = named.filter(({ kind }) => kind === "scan");
    await storeRawScans(this.owner, scans);
    await storeExcluded(
      this.owner,
      named.filter(({ kind }) => kind === "bot").map((bot) => ({ ...bot, reason: "bot" })),
    );
    for (const { codeId, at } of named.filter(({ kind }) => kind === "capped")) {
      const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
      await storeCapped(this.owner, { codeId, minute, count: 1 });
    }
    if (sign === 1) {
      this.now = Math.max(this.now, ...stored.map(({ at }) => at));
      await storeScanCounter(this.owner, scans.length, new Date(this.now));
    }
    this.rows.push(...stored);
    return stored;
  }
}
