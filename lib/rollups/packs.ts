import {
  type Counts,
  codesOf,
  dimensions,
  type OwnDimension,
  ownDimensions,
  type Scope,
  type Totals,
} from "./counts";
import type { ScanFilter } from "./queries.count";
import { dayMs, noLabels, noTotals } from "./sums";

/*
 * A pack is what a day's raw rows say of its scans, without what identifies one: four numbers of two bytes for each scan,
 * and a dictionary of what they mean. Which labels go together is known from it, so that filters need no raw rows.
 */

/** A scan as it is packed; its labels are those of `dimensions`, a city without its country and a variant without its route. */
export interface PackedScan {
  /** Of its UTC day. */
  minute: number;
  device: string;
  os: string;
  browser: string;
  country: string;
  city: string;
  codeId: string;
  visitor: string;
  route: string | null;
  variant: string | null;
}

interface Dictionary {
  /** Each as `dimensions` names them: the five that every scan has, then its route, then its variant. */
  combinations: string[][];
  codes: string[];
}

/** Days of more scans have none: numbers of two bytes name no more. */
export const mostPacked = 65_535;

/** Numbers of something by the order in which they come. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  take(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  list(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** No text of the database has it. */
const separator = "\u0000";

export function packDay(scans: readonly PackedScan[]): Buffer {
  const [combinations, codes, visitors] = [new Numbers(), new Numbers(), new Numbers()];
  const rows = new Uint16Array(scans.length * 4);
  for (const [place, scan] of scans.entries()) {
    const { minute, device, os, browser, country, city, codeId, visitor, route, variant } = scan;
    const labels = [device, os, browser, country, `${country}/${city}`];
    if (route !== null) labels.push(route);
    if (route !== null && variant !== null) labels.push(`${route}/${variant}`);
    rows[place] = minute;
    rows[scans.length + place] = combinations.take(labels.join(separator));
    rows[scans.length * 2 + place] = codes.take(codeId);
    rows[scans.length * 3 + place] = visitors.take(visitor);
  }
  const dictionary: Dictionary = {
    combinations: combinations.list().map((labels) => labels.split(separator)),
    codes: codes.list(),
  };
  const header = Buffer.from(JSON.stringify(dictionary));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, Buffer.from(rows.buffer)]);
}

function unpack(pack: Buffer): Dictionary & { rows: Uint16Array } {
  const start = 4 + pack.readUInt32LE();
  const dictionary = JSON.parse(pack.toString("utf8", 4, start)) as Dictionary;
  // A view of two-byte numbers begins at an even byte.
  const bytes = new Uint8Array(pack.subarray(start));
  return { ...dictionary, rows: new Uint16Array(bytes.buffer) };
}

/** What is counted of packed days, as from raw rows. */
export interface PackCounts {
  steps: Map<number, number>;
  visitors: { day: string; visitors: number }[];
  totals: Totals;
  codes: Record<string, number>;
}

export const noPackCounts = (): PackCounts => ({
  steps: new Map(),
  visitors: [],
  totals: noTotals(),
  codes: noLabels(),
});

interface PackQuestion {
  scope: Scope;
  filter: ScanFilter;
  /** Codes whose scans count no more. */
  deletedCodes: readonly string[];
  stepMs: number;
}

/** Adds the scans of a packed day, `YYYY-MM-DD`. */
export function addPack(counts: PackCounts, pack: Buffer, day: string, question: PackQuestion): void {
  const { combinations, codes, rows } = unpack(pack);
  const judged = combinations.map((labels) => judge(labels, question.filter));
  const isWanted = codes.map((code) => isOfScope(code, question));
  const length = rows.length / 4;
  const perCombination = new Uint32Array(combinations.length);
  const perCode = new Uint32Array(codes.length);
  const perMinute = new Uint32Array(dayMs / 60_000);
  const seen = new Uint8Array(mostPacked);
  let visitors = 0;
  for (let place = 0; place < length; place += 1) {
    const code = rows[length * 2 + place] as number;
    if (!isWanted[code]) continue;
    const combination = rows[length + place] as number;
    perCombination[combination] = (perCombination[combination] as number) + 1;
    if (judged[combination] !== null) continue;
    const [minute, visitor] = [rows[place] as number, rows[length * 3 + place] as number];
    perCode[code] = (perCode[code] as number) + 1;
    perMinute[minute] = (perMinute[minute] as number) + 1;
    if (seen[visitor] === 0) visitors += 1;
    seen[visitor] = 1;
  }
  if (visitors > 0) counts.visitors.push({ day, visitors });
  addSteps(counts, perMinute, Date.parse(day), question.stepMs);
  addCombinations(counts.totals, combinations, judged, perCombination);
  for (const [place, code] of codes.entries()) {
    const scans = perCode[place] as number;
    if (scans > 0) counts.codes[code] = (counts.codes[code] ?? 0) + scans;
  }
}

function isOfScope(code: string, { scope, deletedCodes }: PackQuestion): boolean {
  const wanted = codesOf(scope);
  return !deletedCodes.includes(code) && (wanted === null || wanted.includes(code));
}

/** Null where it has all the labels asked for; the one dimension whose label it misses; or that it misses several. */
function judge(labels: readonly string[], filter: ScanFilter): OwnDimension | "several" | null {
  const missed = ownDimensions.filter(
    (dimension, place) => filter[dimension] !== undefined && filter[dimension] !== labels[place],
  );
  return missed.length > 1 ? "several" : (missed[0] ?? null);
}

function addSteps({ steps }: PackCounts, perMinute: Uint32Array, midnight: number, stepMs: number): void {
  for (const [minute, scans] of perMinute.entries()) {
    if (scans === 0) continue;
    const at = Math.floor((midnight + minute * 60_000) / stepMs) * stepMs;
    steps.set(at, (steps.get(at) ?? 0) + scans);
  }
}

/** Each dimension is filtered by the others' labels, not by its own. */
function addCombinations(
  totals: Totals,
  combinations: readonly string[][],
  judged: readonly (OwnDimension | "several" | null)[],
  perCombination: Uint32Array,
): void {
  for (const [number, labels] of combinations.entries()) {
    const [missed, scans] = [judged[number], perCombination[number] as number];
    if (scans === 0 || missed === "several") continue;
    for (const [place, dimension] of dimensions.entries()) {
      const label = labels[place];
      if (label === undefined || (missed !== null && missed !== dimension)) continue;
      totals[dimension][label] = (totals[dimension][label] ?? 0) + scans;
    }
  }
}

export const listCodes = ({ codes }: PackCounts): Counts["codes"] =>
  Object.entries(codes).map(([codeId, scans]) => ({ codeId, scans }));
