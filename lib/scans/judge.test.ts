import { expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { judgeVisits } from "./judge";
import type { LockedCode, ScanCounter } from "./queries.store";
import type { Exclusion, Visit } from "./visit";

const now = Date.parse("2026-11-30T23:59:59.998Z");
const accountId = newId();
const code: LockedCode = {
  id: newId(),
  accountId,
  isSandbox: false,
  plan: "free",
  scanCount: 0,
  maxScans: null,
  isLasting: true,
  subscribed: null,
  lockedAt: now,
};
const counter: ScanCounter = {
  accountId,
  isSandbox: false,
  month: "2026-11-01",
  detailed: 999,
  lastStamp: now - 5,
  rolledTo: null,
};
const visitor = {
  visitor: "1",
  device: "Mobile",
  os: "iOS",
  browser: "Safari",
  country: "DE",
  city: "Unknown",
  userAgent: "",
} as const;
const visit = (excluded: Exclusion | null = null, codeId = code.id): Visit => ({
  id: newId(),
  codeId,
  accountId,
  isSandbox: false,
  visitor,
  excluded,
});

const judge = (visits: Visit[], circumstances: Partial<Parameters<typeof judgeVisits>[1]> = {}) => {
  const judged = judgeVisits(visits, { codes: [code], counters: [counter], at: null, ...circumstances });
  const outcomes = judged.recorded.map(({ outcome, isUsedUp }) => (isUsedUp ? "used up" : outcome));
  return { ...judged, outcomes, stamps: judged.scans.map(({ at }) => at) };
};

it("judgeVisits stores scans in detail up to the monthly limit and only counts the rest", () => {
  const { outcomes, overLimit, counterChanges, codeCounts } = judge([
    visit(),
    visit(),
    visit("bot"),
    visit(),
  ]);
  expect(outcomes).toEqual(["counted", "capped", "excluded", "capped"]);
  expect(overLimit).toMatchObject([
    { codeId: code.id, count: 2, minute: Date.parse("2026-11-30T23:59:00Z") },
  ]);
  expect(counterChanges).toMatchObject([{ lastStamp: now, month: "2026-11-01", detailed: 1 }]);
  expect(codeCounts.get(code.id)).toEqual([3, now, null]);
});

it("judgeVisits gives timestamps up to now, after the last timestamp and the roll-up boundary", () => {
  const ready = { ...counter, detailed: 0 };
  expect(judge([visit(), visit()], { counters: [ready] }).stamps).toEqual([now - 1, now]);
  const rolled = { ...ready, rolledTo: now + 1 };
  expect(judge([visit()], { counters: [rolled] }).stamps).toEqual([now + 1]);
});

it("judgeVisits starts a new month's count with the first timestamp in that month", () => {
  const last = { ...counter, lastStamp: Date.parse("2026-11-30T23:59:59.999Z") };
  const { stamps, counterChanges } = judge([visit()], { counters: [last] });
  expect(stamps).toEqual([Date.parse("2026-12-01T00:00:00Z")]);
  expect(counterChanges).toMatchObject([{ month: "2026-12-01", detailed: 1 }]);
});

it("judgeVisits marks a code as ended at its last allowed scan, unless expired, and counts none beyond", () => {
  const limited = { ...code, scanCount: 1, maxScans: 2 };
  const counters = [{ ...counter, detailed: 0 }];
  const visits = [visit("bot"), visit(), visit(), visit("bot")];
  const { outcomes, codeCounts } = judge(visits, { codes: [limited], counters });
  expect(outcomes).toEqual(["excluded", "counted", "beyond", "used up"]);
  expect(codeCounts.get(code.id)).toEqual([1, now, now]);
  const expired = judge(visits, { codes: [{ ...limited, isLasting: false }], counters });
  expect(expired.codeCounts.get(code.id)).toEqual([1, now, null]);
});

it("judgeVisits ignores visits of deleted codes and changes no counter for past scans", () => {
  expect(judge([visit(null, newId())])).toMatchObject({
    outcomes: ["gone"],
    scans: [],
    codeCounts: new Map(),
  });
  const at = Date.parse("2026-03-01T00:00:00Z");
  const past = judge([visit(), visit(), visit("bot")], { at, counters: [] });
  expect(past.stamps).toEqual([at, at + 1]);
  expect(past.excluded[0]?.at).toBe(at);
  expect(past.counterChanges).toEqual([]);
});
