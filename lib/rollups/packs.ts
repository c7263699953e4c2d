import {
  type Counts,
  codesOf,
  type Dimension,
  dimensions,
  ownDimensions,
  type Scope,
  type Totals,
} from "./counts";
import type { ScanFilter } from "./queries.count";
import { dayMs, noLabels, noTotals } from "./sums";

/*
 * A pack is what a day's raw rows say of its scans, without what identifies one: four numbers of two bytes for each scan,
 * and a dictionary of what they mean. Which labels go together is known from it, so that filters need no raw rows.
 *
 * Bytes: the header's length (four, little-endian), the header as JSON, then numbers of two bytes: for each dimension the
 * label of each combination, then the minute, the combination, the code and the visitor of each scan.
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

interface Header {
  /** The labels of each dimension, in the order of `dimensions`. */
  labels: string[][];
  combinations: number;
  codes: string[];
}

/** In place of a label's number where a combination has no route or no variant. */
const noLabel = 65_535;

/** Larger days get no pack: two-byte numbers can't count further. */
export const mostPacked = 65_535;

/** Numbers keys in order of first appearance. */
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

export function packDay(scans: readonly PackedScan[]): Buffer {
  const [combinations, codes, visitors] = [new Numbers(), new Numbers(), new Numbers()];
  const labels = dimensions.map(() => new Numbers());
  const rows = new Uint16Array(scans.length * 4);
  for (const [place, scan] of scans.entries()) {
    const { minute, device, os, browser, country, city, codeId, visitor, route, variant } = scan;
    const ofRoute = route === null ? [] : variant === null ? [route] : [route, `${route}/${variant}`];
    const ofScan = [device, os, browser, country, `${country}/${city}`, ...ofRoute];
    const numbers = labels.map((known, index) => {
      const label = ofScan[index];
      return label === undefined ? noLabel : known.take(label);
    });
    rows[place] = minute;
    rows[scans.length + place] = combinations.take(numbers.join());
    rows[scans.length * 2 + place] = codes.take(codeId);
    rows[scans.length * 3 + place] = visitors.take(visitor);
  }
  const combined = combinations.list().map((numbers) => numbers.split(",").map(Number));
  const header: Header = {
    labels: labels.map((known) => known.list()),
    combinations: combined.length,
    codes: codes.list(),
  };
  const ofCombinations = labels.flatMap((_, index) => combined.map((numbers) => numbers[index] as number));
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([
    length,
    text,
    Buffer.from(Uint16Array.from(ofCombinations).buffer),
    Buffer.from(rows.buffer),
  ]);
}

interface Unpacked extends Pick<Header, "codes"> {
  labels: { dimension: Dimension; labels: string[]; ofCombination: Uint16Array }[];
  combinations: number;
  rows: Uint16Array;
}

/** Null where an earlier version has written it, in another form. */
function unpack(pack: Buffer): Unpacked | null {
  const start = 4 + pack.readUInt32LE();
  const { labels, combinations, codes } = JSON.parse(pack.toString("utf8", 4, start)) as Partial<Header>;
  if (labels === undefined || typeof combinations !== "number" || codes === undefined) return null;
  // A view of two-byte numbers begins at an even byte.
  const numbers = new Uint16Array(new Uint8Array(pack.subarray(start)).buffer);
  return {
    labels: labels.map((known, index) => ({
      dimension: dimensions[index] as Dimension,
      labels: known,
      ofCombination: numbers.subarray(index * combinations, (index + 1) * combinations),
    })),
    combinations,
    codes,
    rows: numbers.subarray(labels.length * combinations),
  };
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

/** Adds the scans of a packed day, `YYYY-MM-DD`; false, and nothing is added, where the pack can't be read. */
export function addPack(counts: PackCounts, pack: Buffer, day: string, question: PackQuestion): boolean {
  const unpacked = unpack(pack);
  if (unpacked === null) return false;
  const { combinations, codes, rows } = unpacked;
  const missed = judgeCombinations(unpacked, question.filter);
  const isWanted = codes.map((code) => isOfScope(code, question));
  const length = rows.length / 4;
  const perCombination = new Uint32Array(combinations);
  const perCode = new Uint32Array(codes.length);
  const perMinute = new Uint32Array(dayMs / 60_000);
  const seen = new Uint8Array(mostPacked);
  let visitors = 0;
  for (let place = 0; place < length; place += 1) {
    const code = rows[length * 2 + place] as number;
    if (!isWanted[code]) continue;
    const combination = rows[length + place] as number;
    perCombination[combination] = (perCombination[combination] as number) + 1;
    if (missed[combination] !== missesNone) continue;
    const [minute, visitor] = [rows[place] as number, rows[length * 3 + place] as number];
    perCode[code] = (perCode[code] as number) + 1;
    perMinute[minute] = (perMinute[minute] as number) + 1;
    if (seen[visitor] === 0) visitors += 1;
    seen[visitor] = 1;
  }
  if (visitors > 0) counts.visitors.push({ day, visitors });
  addSteps(counts, perMinute, Date.parse(day), question.stepMs);
  addCombinations(counts.totals, unpacked, missed, perCombination);
  for (const [place, code] of codes.entries()) {
    const scans = perCode[place] as number;
    if (scans > 0) counts.codes[code] = (counts.codes[code] ?? 0) + scans;
  }
  return true;
}

function isOfScope(code: string, { scope, deletedCodes }: PackQuestion): boolean {
  const wanted = codesOf(scope);
  return !deletedCodes.includes(code) && (wanted === null || wanted.includes(code));
}

const missesNone = -1;
const missesSeveral = -2;

/** Of each combination the place of the one dimension whose label it misses, or one of the two numbers above. */
function judgeCombinations({ labels, combinations }: Unpacked, filter: ScanFilter): Int8Array {
  const missed = new Int8Array(combinations).fill(missesNone);
  for (const [place, dimension] of ownDimensions.entries()) {
    const wanted = filter[dimension];
    const known = labels[place];
    if (wanted === undefined || known === undefined) continue;
    const number = known.labels.indexOf(wanted);
    for (let combination = 0; combination < combinations; combination += 1) {
      if (known.ofCombination[combination] === number) continue;
      missed[combination] = missed[combination] === missesNone ? place : missesSeveral;
    }
  }
  return missed;
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
  { labels, combinations }: Unpacked,
  missed: Int8Array,
  perCombination: Uint32Array,
): void {
  for (const [place, { dimension, labels: known, ofCombination }] of labels.entries()) {
    const perLabel = new Uint32Array(known.length);
    for (let combination = 0; combination < combinations; combination += 1) {
      const label = ofCombination[combination] as number;
      if (label === noLabel || (missed[combination] !== missesNone && missed[combination] !== place))
        continue;
      perLabel[label] = (perLabel[label] as number) + (perCombination[combination] as number);
    }
    for (const [number, label] of known.entries()) {
      const scans = perLabel[number] as number;
      if (scans > 0) totals[dimension][label] = (totals[dimension][label] ?? 0) + scans;
    }
  }
}

export const listCodes = ({ codes }: PackCounts): Counts["codes"] =>
  Object.entries(codes).map(([codeId, scans]) => ({ codeId, scans }));
