import { randomBytes, randomInt } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount, newKey } from "../support/accounts";
import { dumpDatabase, dumpFolder, spellAddress } from "../support/address-traces";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { newShortUrl, phone, type ShortUrl, type VisitOptions, visit } from "../support/short-urls";

const { newFolder, start } = openServices();
const geoHeaders = { GEO_COUNTRY_HEADER: "CF-IPCountry", GEO_CITY_HEADER: "X-Visitor-City" };

/** Behind a proxy whose word counts, and open to everybody; both name the headers of places. */
let proxied: RunningService;
let open: RunningService;
let folder: string;
let apiKey: string;
beforeAll(async () => {
  folder = newFolder();
  const settings = { DATABASE_URL: inject("databaseUrl"), ...geoHeaders, LOG_LEVEL: "trace" };
  const trust = { TRUSTED_PROXIES: "127.0.0.1, ::1" };
  [proxied, open] = await Promise.all([
    start({ ...settings, ...trust, DATA_DIR: folder }),
    start({ ...settings, DATA_DIR: newFolder() }),
  ]);
  ({ apiKey } = await newKey(await newAccount("pro")));
});

interface Stored {
  country: string;
  city: string;
  userAgent: string;
}

async function readScans({ id }: ShortUrl): Promise<Stored[]> {
  const { rows } = await sql.query<Stored>(
    `SELECT country, city, user_agent AS "userAgent" FROM scan WHERE qr_code_id = $1 ORDER BY scanned_at`,
    [id],
  );
  return rows;
}

async function readReasons({ id }: ShortUrl): Promise<string[]> {
  const { rows } = await sql.query("SELECT reason FROM excluded_scan WHERE qr_code_id = $1", [id]);
  return rows.map(({ reason }) => reason);
}

describe("P5: counted visits and their places", () => {
  const british = "81.2.69.142";
  const claim = { "CF-IPCountry": "PT", "X-Visitor-City": "Lisbon" };

  it.each<[what: string, reason: string | null, options: VisitOptions]>([
    ["a person", null, {}],
    ["a HEAD request", "head", { method: "HEAD" }],
    ["a Purpose header", "prefetch", { headers: { Purpose: "prefetch" } }],
    ["a Sec-Purpose header", "prefetch", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
    ["an X-Purpose header", "prefetch", { headers: { "X-Purpose": "prefetch" } }],
    ["an X-Moz header", "prefetch", { headers: { "X-Moz": "prefetch" } }],
    ["a preview", "preview", { headers: { "User-Agent": "WhatsApp/2.23.20.0" } }],
    ["a bot", "bot", { headers: { "User-Agent": "python-requests/2.32.3" } }],
    ["a request without a user agent", "bot", { headers: { "User-Agent": "" } }],
  ])("redirects %s and records the exclusion reason %s", async (_, reason, options) => {
    const code = await newShortUrl(apiKey);
    const { status, headers } = await visit(code.path, { ...options, baseUrl: proxied.baseUrl });
    expect([status, headers.location]).toEqual([302, "https://example.com/menu"]);
    expect(await readReasons(code)).toEqual(reason === null ? [] : [reason]);
    expect(await readScans(code)).toHaveLength(reason === null ? 1 : 0);
  });

  it("takes a place from the proxy's headers, otherwise from the geo database", async () => {
    const code = await newShortUrl(apiKey);
    const from = (headers: Record<string, string>) =>
      visit(code.path, { client: british, headers, baseUrl: proxied.baseUrl });
    await from(claim);
    await from({});
    await from({ "CF-IPCountry": "T1" });
    await from({ "CF-IPCountry": "PT", "X-Visitor-City": "%C3%89vora" });
    expect((await readScans(code)).map(({ country, city }) => `${country} ${city}`)).toEqual([
      "PT Lisbon",
      "GB Unknown",
      "Unknown Unknown",
      "PT Évora",
    ]);
  });

  it("ignores places and addresses that an untrusted client claims", async () => {
    const code = await newShortUrl(apiKey);
    await visit(code.path, { client: british, headers: claim, baseUrl: open.baseUrl });
    await visit(code.path, {
      client: british,
      headers: { ...claim, "X-Real-IP": british },
      baseUrl: open.baseUrl,
    });
    const scans = await readScans(code);
    expect(scans.map(({ country, city }) => `${country} ${city}`)).toEqual([
      "Unknown Unknown",
      "Unknown Unknown",
    ]);
  });
});

it("I10: long user agents are cropped or refused, and the log stays JSON without them", async () => {
  const code = await newShortUrl(apiKey);
  const mark = randomBytes(8).toString("hex");
  const ask = (userAgent: string) =>
    visit(code.path, { headers: { "User-Agent": userAgent }, baseUrl: proxied.baseUrl });
  expect((await ask(`${phone} ${mark} ${"x".repeat(12_000)}`)).status).toBe(302);
  expect((await ask(`${phone} ${mark} {"level":"fatal"} \\u001b[31m \u0085\u009b31m \u00ff`)).status).toBe(
    302,
  );
  expect((await ask(`${mark}${"x".repeat(1_048_576)}`)).status).toBe(431);
  const [long, strange, ...others] = await readScans(code);
  expect(others).toEqual([]);
  expect(long?.userAgent).toHaveLength(512);
  expect(long?.userAgent.startsWith(`${phone} ${mark} xxx`)).toBe(true);
  expect(strange?.userAgent).toContain(mark);
  expect(strange?.userAgent).not.toMatch(/\p{Cc}/u);
  const lines = proxied
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  expect(proxied.output()).not.toContain(mark);
});

it("no visitor's address is stored in a database column, a file or the log", async () => {
  const code = await newShortUrl(apiKey);
  const addresses = [
    ["45", randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join("."),
    `2a01:4f8:${randomBytes(2).toString("hex")}:1::${randomInt(0x1000, 0xffff).toString(16)}`,
  ];
  const mark = randomBytes(8).toString("hex");
  const headers = { "User-Agent": `${phone} ${mark}` };
  for (const client of addresses) {
    const options = { client, headers, baseUrl: proxied.baseUrl };
    expect((await visit(code.path, options)).status).toBe(302);
    await visit(`${code.path}+`, options);
    await visit("/r/00000000", options);
    await visit(code.path, { ...options, method: "HEAD" });
    await visit(code.path, { ...options, headers: { "User-Agent": "curl/8.5.0" } });
  }
  const database = await dumpDatabase();
  const places = { database, files: await dumpFolder(folder), log: proxied.output().toLowerCase() };
  // What is there is found: else the search would prove nothing.
  expect(database.split(mark).length - 1).toBe(2 * addresses.length);
  expect(places.log).toContain("/r/{shortcode}");
  for (const address of addresses) {
    for (const spelling of spellAddress(address)) {
      for (const [place, text] of Object.entries(places)) {
        expect(text.includes(spelling), `${spelling} is in the ${place}`).toBe(false);
      }
    }
  }
  const { rows } = await sql.query("SELECT DISTINCT visitor FROM scan WHERE qr_code_id = $1", [code.id]);
  expect(rows).toHaveLength(addresses.length);
});
