import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { isLong } from "@/e2e/support/long";
import type { Caller } from "@/lib/accounts/schema";
import type { CodeSettings } from "@/lib/codes/schema";

const folder = mkdtempSync(join(tmpdir(), "quietzone-routes-"));
writeFileSync(join(folder, "blocked.txt"), "blocked.example\n");
vi.stubEnv("BLOCKLIST_FILE", join(folder, "blocked.txt"));
vi.stubEnv("GEO_COUNTRY_HEADER", "x-country");
vi.stubEnv("DATA_DIR", folder);

const { answerVisit } = await import("./redirect");
const { resolveCode } = await import("./resolve");
const { createCode } = await import("@/lib/codes");
const { createSandboxScans } = await import("@/lib/scans");
const { closeRecorder } = await import("@/lib/scans/recorder");
const { sql } = await import("@/lib/platform/db");

afterAll(async () => {
  vi.useRealTimers();
  await closeRecorder();
  rmSync(folder, { recursive: true });
});

/** The long tests ask as many as the requirement names. */
const contexts = isLong ? 10_000 : 300;

let caller: Caller;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
});
beforeEach(() => void vi.useRealTimers());

const url = "https://example.com/menu";
const agents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
  tablet:
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
  bot: "Googlebot/2.1 (+http://www.google.com/bot.html)",
};

async function make(settings: CodeSettings, by = caller) {
  const code = { name: "Menu", type: "url", content: url, isDynamic: true, settings } as const;
  const { id, shortUrl } = await createCode(by, code);
  return { id, path: new URL(shortUrl ?? "").pathname };
}

const visit = async (path: string, headers: Record<string, string> = {}, query = "", method = "GET") => {
  const sent = { "user-agent": agents.iphone, host: "quietzone.example", ...headers };
  const call = { method, path, query, headers: sent, clientAddress: "203.0.113.7", requestId: "test" };
  const { status, headers: answered, body } = await answerVisit(call);
  return { status, location: answered.Location, body: String(body) };
};

async function scansOf(id: string) {
  const { rows } = await sql.query<{ id: string; route: string | null; variant: string | null }>(
    "SELECT id, route, variant FROM scan WHERE qr_code_id = $1 ORDER BY scanned_at",
    [id],
  );
  return rows;
}

const goalScansOf = async (id: string) =>
  (await sql.query("SELECT scan_id, route, variant, country FROM goal_scan WHERE qr_code_id = $1", [id]))
    .rows;

const split = [
  { name: "green", to: "https://example.com/green", weight: 30 },
  { to: "https://example.com/red", weight: 70 },
];

describe("the route a redirect follows", () => {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
  const routes: CodeSettings["routes"] = [
    { id: "bots", when: { countries: ["BR"], devices: ["desktop"] }, to: "https://example.com/0" },
    {
      id: "night",
      when: {
        hours: { from: "21:30", until: "04:15" },
        days: ["Friday", "Monday", "Wednesday"],
        timezone: "Asia/Kathmandu",
      },
      split,
    },
    { id: "german", when: { languages: ["de", "pt-BR"] }, to: "https://example.com/2" },
    {
      id: "phones",
      when: { os: ["iOS"], countries: ["PT", "DE"] },
      to: "https://example.com/3?utm_source=own",
    },
    {
      id: "rest",
      when: {
        devices: ["mobile", "desktop"],
        hours: { from: "06:00", until: "18:00" },
        timezone: "America/New_York",
      },
      split: [
        { to: "https://example.com/a", weight: 1 },
        { to: "https://example.com/b", weight: 1 },
      ],
    },
  ];

  it(`is the one that resolveCode names, over ${contexts} visits`, async () => {
    const { id, path } = await make({ routes, utm: { source: "poster" } });
    const begin = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    const expected: (string | null)[][] = [];
    const found = new Set<string | null>();
    for (let count = 0; count < contexts; count += 1) {
      const at = begin + Math.floor(Math.random() * 2 * 86_400_000);
      vi.setSystemTime(at);
      const userAgent = pick([...Object.values(agents)]);
      const country = pick(["PT", "DE", "BR", undefined]);
      const language = pick(["de-AT,de;q=0.9", "en,*;q=0.1", "pt", "PT-br;q=0.001", "de;q=0, en", undefined]);
      const { location } = await visit(path, {
        "user-agent": userAgent,
        ...(country !== undefined && { "x-country": country }),
        ...(language !== undefined && { "accept-language": language }),
      });
      const request = { userAgent, country, language, at: new Date(at).toISOString() };
      const resolved = await resolveCode(caller, id, request);
      const rule = routes?.find((one) => one.id === resolved.route);
      const variant =
        rule?.split === undefined ? null : rule.split.findIndex(({ to }) => location?.startsWith(to));
      if (variant === null) expect(resolved.url).toBe(location);
      else {
        expect(variant).toBeGreaterThanOrEqual(0);
        const name = rule?.split?.[variant]?.name ?? String(variant);
        expect((await resolveCode(caller, id, { ...request, variant: name })).url).toBe(location);
        if (userAgent !== agents.bot) expected.push([resolved.route, name]);
        else expect([variant, resolved.url]).toEqual([0, location]);
      }
      if (variant === null && userAgent !== agents.bot) expected.push([resolved.route, null]);
      found.add(resolved.route);
    }
    vi.useRealTimers();
    expect(found.size).toBeGreaterThan(3);
    expect((await scansOf(id)).map(({ route, variant }) => [route, variant])).toEqual(expected);
  }, 600_000);

  it("stays the same for a visitor within a day, without a cookie", async () => {
    const { id, path } = await make({ routes: [{ id: "test", split }] });
    const first = await visit(path);
    for (let count = 0; count < 5; count += 1) expect((await visit(path)).location).toBe(first.location);
    const [one, ...others] = await scansOf(id);
    expect(others.every(({ route, variant }) => route === "test" && variant === one?.variant)).toBe(true);
  });

  it("is the first split entry, unrecorded, for bots, HEAD, prefetches and the preview page", async () => {
    const { id, path } = await make({
      routes: [{ id: "test", split: [split[0]!, { ...split[1]!, weight: 100 }] }],
    });
    const answers = [
      await visit(path, { "user-agent": agents.bot }),
      await visit(path, {}, "", "HEAD"),
      await visit(path, { purpose: "prefetch" }),
    ];
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill(split[0]?.to));
    const { status, body } = await visit(`${path}+`);
    expect([status, body.includes("/green"), body.includes("/red")]).toEqual([200, true, false]);
    expect(await scansOf(id)).toEqual([]);
    const { rows } = await sql.query("SELECT 1 FROM excluded_scan WHERE qr_code_id = $1", [id]);
    expect(rows).toHaveLength(3);
  });

  it("P2: never leads to a blocked or unsafe URL, nor to the service's own short URLs", async () => {
    const { id, path } = await make({
      routes: [{ id: "test", when: { os: ["iOS"] }, to: split[0]?.to ?? "" }],
    });
    for (const to of [
      "https://blocked.example/",
      "https://quietzone.example/r/abcd1234",
      "javascript:alert(1)",
    ]) {
      const rules = { routes: [{ id: "test", when: { os: ["iOS"] }, to }] };
      await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [id, rules]);
      const { status, location } = await visit(path);
      expect([status, location]).toEqual([410, undefined]);
      expect((await visit(path, { "user-agent": agents.windows })).location).toBe(url);
    }
    const { rows } = await sql.query(
      "UPDATE qr_code SET target = 'https://blocked.example/' WHERE id = $1 RETURNING id",
      [id],
    );
    expect(rows).toHaveLength(1);
    await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [
      id,
      { routes: [{ id: "test", when: { os: ["iOS"] }, to: url }] },
    ]);
    expect((await visit(path)).location).toBe(url);
    expect((await visit(path, { "user-agent": agents.windows })).status).toBe(410);
  });
});

describe("parameters added to a target", () => {
  it("are utm, the scan's id if it is stored, and the visit's query", async () => {
    const settings = { utm: { source: "poster" }, passQuery: true, appendScanId: true };
    const { id, path } = await make({
      ...settings,
      routes: [{ id: "test", when: { os: ["iOS"] }, to: "https://example.com/ios#menu" }],
    });
    const { location } = await visit(path, { "x-country": "PT" }, "table=4&qz_scan=1&utm_source=other");
    const [scan] = await scansOf(id);
    expect(location).toBe(`https://example.com/ios?utm_source=poster&qz_scan=${scan?.id}&table=4#menu`);
    expect(await goalScansOf(id)).toEqual([
      { scan_id: scan?.id, route: "test", variant: null, country: "PT" },
    ]);
    const bot = await visit(path, { "user-agent": agents.bot }, "table=4");
    expect(bot.location).toBe(`${url}?utm_source=poster&table=4`);
    expect((await visit(`${path}+`, {}, "table=4")).body).toContain(
      "https://example.com/ios?utm_source=poster&amp;table=4#menu",
    );
    expect(await goalScansOf(id)).toHaveLength(1);
  });

  it("exclude the visit's query unless passQuery is set, and are not added to a fallback", async () => {
    const { path } = await make({ utm: { source: "poster" } });
    expect((await visit(path, {}, "table=4")).location).toBe(`${url}?utm_source=poster`);
    const fallbackUrl = "https://example.com/late";
    const late = await make({
      utm: { source: "poster" },
      passQuery: true,
      expiresAt: "2020-01-01T00:00:00Z",
      fallbackUrl,
    });
    expect((await visit(late.path, {}, "table=4")).location).toBe(fallbackUrl);
  });

  it("exclude the id of a scan without details or beyond the limit", async () => {
    const free = await newAccount("free");
    const { id, path } = await make({}, callerOf(free, "free"));
    await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [
      id,
      { appendScanId: true, fallbackUrl: `${url}/late` },
    ]);
    expect((await visit(path)).location).toContain("qz_scan=");
    await sql.query("UPDATE scan_counter SET detailed = 1000 WHERE account_id = $1", [free.accountId]);
    expect((await visit(path)).location).toBe(url);
    await sql.query("UPDATE qr_code SET rules = rules || '{\"maxScans\": 2}' WHERE id = $1", [id]);
    expect((await visit(path)).location).toBe(`${url}/late`);
    expect(await goalScansOf(id)).toHaveLength(1);
  });
});

describe("resolveCode", () => {
  const nothing = { route: null, variant: null };
  it("names the heaviest entry of a split or the requested one, and rejects unknown entries", async () => {
    const { id } = await make({ routes: [{ id: "test", split }], utm: { source: "a" } });
    const heaviest = { url: `${split[1]?.to}?utm_source=a`, route: "test", variant: null, state: "active" };
    expect(await resolveCode(caller, id, {})).toEqual(heaviest);
    const green = { ...heaviest, url: `${split[0]?.to}?utm_source=a`, variant: "green" };
    expect(await resolveCode(caller, id, { variant: "green" })).toEqual(green);
    await expect(resolveCode(caller, id, { variant: "0" })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "variant", allowed: ["green", "1"] }],
    });
    expect(await scansOf(id)).toEqual([]);
  });

  it("returns the state and target at the requested time for an inactive code", async () => {
    const fallbackUrl = "https://example.com/late";
    const { id } = await make({ expiresAt: "2030-01-01T00:00:00Z", fallbackUrl, utm: { source: "a" } });
    expect(await resolveCode(caller, id, {})).toEqual({
      ...nothing,
      url: `${url}?utm_source=a`,
      state: "active",
    });
    const late = { at: "2030-01-01T00:00:00Z" };
    expect(await resolveCode(caller, id, late)).toEqual({ ...nothing, url: fallbackUrl, state: "expired" });
    const off = await make({ isActive: false, fallbackUrl });
    expect(await resolveCode(caller, off.id, {})).toEqual({ ...nothing, url: null, state: "off" });
  });

  it("A5: treats codes of other accounts and environments as not found", async () => {
    const { id } = await make({});
    const others = [
      callerOf(await newAccount("pro"), "pro"),
      { ...caller, environment: "sandbox" } as Caller,
    ];
    for (const other of others)
      await expect(resolveCode(other, id, {})).rejects.toMatchObject({ code: "not_found" });
  });
});

it("gives sandbox scans the route that matches their time and country", async () => {
  const sandbox: Caller = { ...caller, environment: "sandbox" };
  const routes = [
    { id: "lunch", when: { hours: { from: "12:00", until: "13:00" }, timezone: "UTC" }, to: url },
    { id: "test", when: { countries: ["PT"] }, split },
  ];
  const { id } = await make({ routes, appendScanId: true } as CodeSettings, sandbox);
  const noon = new Date(Date.now() - 86_400_000).toISOString().replace(/T.*/, "T12:30:00Z");
  const early = noon.replace("12:30", "08:30");
  const scan = { qrCodeId: id, count: 1 };
  for (const more of [
    { scannedAt: noon },
    { scannedAt: early, country: "PT" },
    { scannedAt: early, country: "DE" },
  ])
    await createSandboxScans(sandbox, { ...scan, ...more }, "");
  const found = (await scansOf(id)).map(({ route }) => route).sort();
  expect(found).toEqual(["lunch", "test", null].sort());
  expect(await goalScansOf(id)).toHaveLength(3);
});
