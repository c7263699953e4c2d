import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "quietzone-judge-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "blocked.txt"), "blocked.example\n");
vi.stubEnv("BLOCKLIST_FILE", join(folder, "blocked.txt"));
const { isUsedUp, evaluateFallback, evaluateTarget } = await import("./evaluate");
type Target = Parameters<typeof evaluateTarget>[0];

const now = new Date("2027-03-01T12:00:00.000Z");
const [before, after] = ["2027-03-01T11:59:59.999Z", "2027-03-01T12:00:00.001Z"];
const url = "https://example.com/menu";
const fallbackUrl = "https://example.com/late";
const fallback = { kind: "fallback", url: fallbackUrl };

const target = (more: Partial<Target> = {}): Target => ({
  shortCode: "aaaaaaaa",
  codeId: "00000000-0000-7000-8000-000000000000",
  accountId: "00000000-0000-7000-8000-000000000001",
  isSandbox: false,
  type: "url",
  content: url,
  url,
  rules: null,
  isSuspended: false,
  scanCount: 0,
  domainId: null,
  exactPath: null,
  ...more,
});

describe("evaluateTarget", () => {
  it.each([
    [{}, { kind: "open", url }],
    [
      { type: "text", content: "quiet", url: null },
      { kind: "open", url: null },
    ],
    [
      { isSuspended: true, rules: { isActive: false } },
      { kind: "closed", why: "suspended" },
    ],
    [{ rules: { isActive: false, fallbackUrl } }, { kind: "closed", why: "off" }],
    [{ rules: { startsAt: after } }, { kind: "not_yet", startsAt: new Date(after) }],
    [{ rules: { startsAt: after, fallbackUrl } }, fallback],
    [{ rules: { startsAt: now.toISOString() } }, { kind: "open", url }],
    [{ rules: { startsAt: before, expiresAt: after, fallbackUrl } }, { kind: "open", url }],
    [{ rules: { expiresAt: now.toISOString() } }, { kind: "closed", why: "expired" }],
    [{ rules: { expiresAt: before, fallbackUrl } }, fallback],
    [{ rules: { maxScans: 1, fallbackUrl } }, { kind: "open", url }],
    [{ type: "wifi", url: null, rules: { expiresAt: before, fallbackUrl } }, fallback],
  ] as [Partial<Target>, object][])("returns the expected result for %j", async (more, verdict) => {
    expect(await evaluateTarget(target(more), now)).toEqual(verdict);
  });

  it("returns the fallback of a used-up code, or null if there is none", () => {
    expect(evaluateFallback(target())).toBeNull();
    expect(evaluateFallback(target({ rules: { maxScans: 1, fallbackUrl } }))).toEqual(fallback);
  });
});

const hostile = [
  "javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "intent://example.com/#Intent;end",
  "\x01javascript:alert(1)",
  "java\nscript:alert(1)",
  "//evil.example/",
  "https:evil.example",
  "https:///evil.example/",
  "https://example.com@evil.example/",
  "https://example.com\\@evil.example/",
  "https://example.com/\r\nSet-Cookie: a=b",
  "https://example.com/\u2028",
  " https://example.com/",
  "HTTPS://example.com/",
  "https://example.com",
  "",
];

it.each(hostile)("P1, P2: never redirects to a target that is not a plain web address: %j", async (bad) => {
  const blocked = { kind: "closed", why: "blocked" };
  expect(await evaluateTarget(target({ url: bad }), now)).toEqual(blocked);
  expect(await evaluateTarget(target({ rules: { expiresAt: before, fallbackUrl: bad } }), now)).toEqual(
    blocked,
  );
});

it("P1: blocks a code of type url without a target", async () => {
  expect(await evaluateTarget(target({ url: null }), now)).toEqual({ kind: "closed", why: "blocked" });
});

it.each([
  ["url", "https://a.blocked.example/"],
  ["text", "Sign in at https://blocked.example/login."],
  ["contact", '{"firstName":"Ada","url":"https://blocked.example"}'],
  ["vcard", "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nNOTE:https://blocked.example\nEND:VCARD"],
] as const)("P3: blocks content that leads to a blocked host: %s %j", async (type, content) => {
  const closed = { kind: "closed", why: "blocked" };
  const url = type === "url" ? content : null;
  expect(await evaluateTarget(target({ type, content, url }), now)).toEqual(closed);
  const allowed = {
    type,
    content: content.replace("blocked.", "other."),
    url: url?.replace("blocked.", "other.") ?? null,
  };
  expect(await evaluateTarget(target(allowed), now)).toEqual({ kind: "open", url: allowed.url });
});

it("isUsedUp returns true once the scans reach maxScans", () => {
  expect(isUsedUp(target({ scanCount: 1_000 }))).toBe(false);
  expect(isUsedUp(target({ rules: { maxScans: 2 }, scanCount: 1 }))).toBe(false);
  expect(isUsedUp(target({ rules: { maxScans: 2 }, scanCount: 2 }))).toBe(true);
});
