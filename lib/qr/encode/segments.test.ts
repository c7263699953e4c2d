import fc from "fast-check";
import QRCode from "qrcode";
import { expect, test } from "vitest";
import {
  bodyBits,
  countSegmentBits,
  groupEnds,
  headerBits,
  type Mode,
  modes,
  type Segment,
  segmentPayload,
  type VersionGroup,
  versionGroup,
} from "./segments";

const utf8 = new TextEncoder();
const groups: VersionGroup[] = [0, 1, 2];

/** Payloads full of decisions: runs of digits, capitals and small letters around the lengths at which a switch pays. */
const runs = fc.array(
  fc.oneof(
    fc.stringMatching(/^[0-9]{1,18}$/),
    fc.stringMatching(/^[A-Z $%*+./:-]{1,16}$/),
    fc.stringMatching(/^[a-z?&=é漢😀]{1,8}$/u),
    fc.stringMatching(/^[0-9A-Z]{1,12}$/),
  ),
  { minLength: 1, maxLength: 7 },
);
const payloads = runs.map((parts) => parts.join(""));

const patterns: Record<Mode, RegExp> = {
  numeric: /^[0-9]*$/,
  alphanumeric: /^[0-9A-Z $%*+\-./:]*$/,
  byte: /^[\s\S]*$/,
};

function canWrite(mode: Mode, bytes: Uint8Array, start: number, end: number): boolean {
  return patterns[mode].test(String.fromCharCode(...bytes.subarray(start, end)));
}

/** Fewest bits over every division into segments whatsoever, by the standard's length formulas. */
function findFewestBits(bytes: Uint8Array, group: VersionGroup): number {
  const fewest = [0];
  for (let end = 1; end <= bytes.length; end++) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (const mode of modes) {
      for (let start = end - 1; start >= 0 && canWrite(mode, bytes, start, end); start--) {
        const bits = fewest[start]! + headerBits(mode, group) + bodyBits(mode, end - start);
        fewest[end] = Math.min(fewest[end]!, bits);
      }
    }
  }
  return fewest.at(-1)!;
}

function expectWhole(segments: Segment[], bytes: Uint8Array): void {
  let at = 0;
  for (const { mode, start, end } of segments) {
    expect(start).toBe(at);
    expect(end).toBeGreaterThan(start);
    expect(canWrite(mode, bytes, start, end)).toBe(true);
    at = end;
  }
  expect(at).toBe(bytes.length);
}

test.each(groups)("group %i: finds the shortest division into segments", (group) => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const bytes = utf8.encode(payload);
      const segments = segmentPayload(bytes, group);
      expectWhole(segments, bytes);
      expect(countSegmentBits(segments, group)).toBe(findFewestBits(bytes, group));
    }),
    { numRuns: 250 },
  );
});

test("divides every short payload of one character per mode optimally", () => {
  const kinds = ["1", "A", "a"];
  for (let length = 1; length <= 7; length++) {
    for (let number = 0; number < 3 ** length; number++) {
      const payload = Array.from({ length }, (_, at) => kinds[Math.floor(number / 3 ** at) % 3]).join("");
      const bytes = utf8.encode(payload);
      expect(countSegmentBits(segmentPayload(bytes, 0), 0), payload).toBe(findFewestBits(bytes, 0));
    }
  }
});

test("is never longer than one segment, a greedy division or the qrcode package's", () => {
  fc.assert(
    fc.property(payloads, fc.constantFrom(...groups), (payload, group) => {
      const bytes = utf8.encode(payload);
      const bits = countSegmentBits(segmentPayload(bytes, group), group);
      for (const mode of modes) {
        if (!canWrite(mode, bytes, 0, bytes.length)) continue;
        expect(bits).toBeLessThanOrEqual(headerBits(mode, group) + bodyBits(mode, bytes.length));
      }
      expect(bits).toBeLessThanOrEqual(countGreedyBits(payload, group));
      const { segments } = QRCode.create(payload, { version: groupEnds[group], errorCorrectionLevel: "L" });
      const theirs = segments.map(({ mode, data }) => {
        const name = (mode.id ?? "").toLowerCase() as Mode;
        return headerBits(name, group) + bodyBits(name, data.length);
      });
      expect(bits).toBeLessThanOrEqual(theirs.reduce((sum, length) => sum + length, 0));
    }),
    { numRuns: 150 },
  );
});

/** The densest mode for each longest run of characters that share it. */
function countGreedyBits(payload: string, group: VersionGroup): number {
  let bits = 0;
  for (const [run] of payload.matchAll(/[0-9]+|[A-Z $%*+\-./:]+|[^0-9A-Z $%*+\-./:]+/gu)) {
    const mode = modes.find((candidate) => patterns[candidate].test(run))!;
    bits += headerBits(mode, group) + bodyBits(mode, utf8.encode(run).length);
  }
  return bits;
}

test("divides known payloads as expected", () => {
  const divide = (payload: string, group: VersionGroup = 0) =>
    segmentPayload(utf8.encode(payload), group).map(({ mode, start, end }) => [mode, start, end]);
  expect(divide("")).toEqual([]);
  expect(divide("0123456789")).toEqual([["numeric", 0, 10]]);
  expect(divide("HTTPS://EXAMPLE.COM/A1")).toEqual([["alphanumeric", 0, 22]]);
  expect(divide("https://example.com/a?b=12")).toEqual([["byte", 0, 26]]);
  expect(divide("naïve 漢字")).toEqual([["byte", 0, 13]]);
  expect(divide("tel:0123456789")).toEqual([
    ["byte", 0, 4],
    ["numeric", 4, 14],
  ]);
  // Four digits before small letters pay in versions 1–9; the longer header of version 27 costs what they save.
  expect(divide("1234abc", 0)).toEqual([
    ["numeric", 0, 4],
    ["byte", 4, 7],
  ]);
  expect(divide("1234abc", 2)).toEqual([["byte", 0, 7]]);
});

test("divides payloads far beyond any symbol completely", () => {
  const bytes = utf8.encode("Aa1234567".repeat(2_000));
  expectWhole(segmentPayload(bytes, 2), bytes);
  const letters = new Uint8Array(1_000_000).fill(0x78);
  expect(segmentPayload(letters, 2)).toEqual([{ mode: "byte", start: 0, end: 1_000_000 }]);
});

test("versions 1–9, 10–26 and 27–40 are a group each", () => {
  const versions = Array.from({ length: 40 }, (_, index) => index + 1);
  const sizes = groups.map((group) => versions.filter((version) => versionGroup(version) === group).length);
  expect(sizes).toEqual([9, 17, 14]);
  expect([1, 9, 10, 26, 27, 40].map(versionGroup)).toEqual([0, 0, 1, 1, 2, 2]);
});
