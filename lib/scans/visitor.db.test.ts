import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCityDatabase } from "@/e2e/support/city-database";
import { closeDatabase, sql } from "@/lib/platform/db";
import { openDatabases } from "./geo";
import { deleteOldSalts } from "./queries.store";
import { describeVisitor, Salts, type VisitRequest } from "./visitor";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const british = "81.2.69.142";
const visit: VisitRequest = { method: "GET", userAgent: phone, clientAddress: british };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-places-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await closeDatabase();
});

describe("P5: excluded visits", () => {
  it.each<[excluded: string | null, request: Partial<VisitRequest>]>([
    [null, {}],
    ["head", { method: "HEAD" }],
    ["head", { method: "HEAD", purpose: "prefetch", userAgent: "curl/8.5.0" }],
    ["prefetch", { purpose: "prefetch" }],
    ["prefetch", { purpose: "Prefetch" }],
    ["prefetch", { purpose: "prefetch;prerender" }],
    ["prefetch", { purpose: "prefetch;anonymous-client-ip" }],
    ["prefetch", { purpose: "prefetch, prefetch" }],
    ["prefetch", { purpose: "prefetch", userAgent: "WhatsApp/2.23.20.0" }],
    ["preview", { purpose: "preview" }],
    ["preview", { userAgent: "WhatsApp/2.23.20.0" }],
    ["bot", { userAgent: "curl/8.5.0" }],
    ["bot", { userAgent: "" }],
    ["bot", { userAgent: undefined }],
    [null, { purpose: "" }],
    [null, { purpose: "prefetched-not" }],
  ])("exclusion is %s for %j", async (excluded, request) => {
    expect((await describeVisitor({ ...visit, ...request })).excluded).toBe(excluded);
  });
});

describe("visitor location", () => {
  it.each([
    ["GB", british],
    ["GB", `::ffff:${british}`],
    ["US", "8.8.8.8"],
    ["DE", "2a01:4f8::1"],
    ["Unknown", "10.1.2.3"],
    ["Unknown", "192.168.1.1"],
    ["Unknown", "100.64.0.1"],
    ["Unknown", "127.0.0.1"],
    ["Unknown", "::1"],
    ["Unknown", "fe80::1"],
    ["Unknown", "fd00::1"],
    ["Unknown", "::ffff:10.1.2.3"],
    ["Unknown", ""],
    ["Unknown", "not an address"],
  ])("finds the country %s for the address %s", async (country, clientAddress) => {
    const { visitor } = await describeVisitor({ ...visit, clientAddress });
    expect([visitor.country, visitor.city]).toEqual([country, "Unknown"]);
  });

  it.each([
    ["PT", "PT"],
    ["PT", "pt"],
    ["PT", "pT"],
    ["XK", "XK"],
    ["Unknown", "XX"],
    ["Unknown", "ZZ"],
    ["Unknown", "T1"],
    ["Unknown", "A1"],
    ["Unknown", "EU"],
    // What is no code at all says nothing, and the database is asked.
    ["GB", ""],
    ["GB", "PRT"],
    ["GB", "ß"],
    ["GB", "P"],
    ["GB", "<b>"],
    ["GB", "PT\n"],
  ])("P5: finds the country %s for the country header %j", async (label, country) => {
    expect((await describeVisitor({ ...visit, country })).visitor.country).toBe(label);
  });

  it.each([
    ["Lisbon", "Lisbon"],
    ["São Paulo", "S%C3%A3o%20Paulo"],
    ["São Paulo", Buffer.from("São Paulo").toString("latin1")],
    ["São Paulo", "S\xe3o Paulo"],
    ["東京", "東京"],
    ["100%", "100%"],
    ["Lisbon", "  Lis%00bon\r\n"],
    ["Unknown", "%20%00"],
    ["Unknown", ""],
    ["a".repeat(100), "a".repeat(4_000)],
    ["é".repeat(100), "%C3%A9".repeat(300)],
    [`a${"é".repeat(99)}`, `a${"%C3%A9".repeat(300)}`],
    [`${"a".repeat(99)}`, `${"a".repeat(99)}😀`],
  ])("takes the city %s from the city header", async (label, city) => {
    expect((await describeVisitor({ ...visit, city })).visitor.city).toBe(label);
  });

  it.each([
    ["PT", "Lisbon", "pt"],
    ["GB", "Lisbon", undefined],
    ["GB", "Unknown", ""],
    ["GB", "Unknown", "PRT"],
    ["GB", "Unknown", "Portugal"],
    ["Unknown", "Unknown", "XX"],
    ["Unknown", "Unknown", "T1"],
  ])("P5: ties a city header to its country header: %s, %s for %j", async (label, city, country) => {
    const { visitor } = await describeVisitor({ ...visit, country, city: "Lisbon" });
    expect([visitor.country, visitor.city]).toEqual([label, city]);
  });

  it("reads city and country from the operator's database unless a header gives them", async () => {
    const file = join(folder, "cities.mmdb");
    await writeFile(
      file,
      writeCityDatabase({ city: { names: { en: "Porto" } }, country: { iso_code: "PT" } }),
    );
    await openDatabases(file);
    const placeOf = async (more: Partial<VisitRequest>) => {
      const { visitor } = await describeVisitor({ ...visit, ...more });
      return [visitor.country, visitor.city];
    };
    expect(await placeOf({})).toEqual(["PT", "Porto"]);
    expect(await placeOf({ clientAddress: "10.1.2.3" })).toEqual(["Unknown", "Unknown"]);
    expect(await placeOf({ country: "PT" })).toEqual(["PT", "Porto"]);
    expect(await placeOf({ country: "ES" })).toEqual(["ES", "Unknown"]);
    expect(await placeOf({ country: "ES", city: "Vigo" })).toEqual(["ES", "Vigo"]);
    await writeFile(file, writeCityDatabase({ city: "Faro", country_code: "PT" }));
    await openDatabases(file);
    expect(await placeOf({})).toEqual(["PT", "Faro"]);
    await openDatabases(undefined);
    expect(await placeOf({})).toEqual(["GB", "Unknown"]);
  });

  it("openDatabases rejects an unusable city database with a clear error", async () => {
    const nothing = openDatabases(join(folder, "nothing.mmdb"));
    await expect(nothing).rejects.toThrow(/^GEOIP_CITY_DB must be the path .* there is no such file\.$/);
    const file = join(folder, "words.mmdb");
    await writeFile(file, "these are words");
    await expect(openDatabases(file)).rejects.toThrow(
      /^GEOIP_CITY_DB must be the path .* can't be read as one\.$/,
    );
  });
});

describe("visitor hash", () => {
  const day = new Date("2026-05-04T12:00:00Z");
  const hashOf = async (more: Partial<VisitRequest>, now = day) =>
    (await describeVisitor({ ...visit, ...more }, now)).visitor.visitor;

  it("is the same all day and different the next day", async () => {
    const hash = await hashOf({});
    expect(BigInt.asIntN(64, BigInt(hash)).toString()).toBe(hash);
    for (const time of ["00:00:00.000", "23:59:59.999"]) {
      expect(await hashOf({}, new Date(`2026-05-04T${time}Z`))).toBe(hash);
    }
    expect(await hashOf({}, new Date("2026-05-05T00:00:00.000Z"))).not.toBe(hash);
    expect(await hashOf({}, new Date("2026-05-03T23:59:59.999Z"))).not.toBe(hash);
  });

  it("differs by address and user agent, but not by the notation of the address", async () => {
    const hash = await hashOf({});
    expect(await hashOf({ clientAddress: "81.2.69.143" })).not.toBe(hash);
    expect(await hashOf({ userAgent: `${phone} x` })).not.toBe(hash);
    expect(await hashOf({ clientAddress: `::ffff:${british}` })).toBe(hash);
    const long = await hashOf({ clientAddress: "2001:db8:0:0:0:0:0:1" });
    expect(await hashOf({ clientAddress: "2001:db8::1" })).toBe(long);
    // Neighbours in one /64 are two.
    expect(await hashOf({ clientAddress: "2001:db8::2" })).not.toBe(long);
  });

  it("uses one random salt per day in all processes", async () => {
    const now = new Date("2026-06-01T10:00:00Z");
    const processes = Array.from({ length: 8 }, () => new Salts());
    // Loaded before anything is asked: a visit waits only so long, then it makes one up.
    await Promise.all(processes.map((one) => one.open(now)));
    const salts = await Promise.all(processes.map((one) => one.find(now)));
    for (const salt of salts) expect(salt).toEqual(salts[0]);
    expect(salts[0]).toHaveLength(32);
    const tomorrow = new Date("2026-06-02T00:00:00Z");
    const others = await Promise.all(processes.map((one) => one.find(tomorrow)));
    expect(new Set(others.map((salt) => salt.toString("hex"))).size).toBe(1);
    expect(others[0]).not.toEqual(salts[0]);
  });

  it("is available across midnight without the database, and in a process that never reached it", async () => {
    const held = new Salts();
    await held.open(new Date("2026-07-01T23:00:00Z"));
    const alone = new Salts();
    await sql.query("ALTER TABLE visitor_salt RENAME TO visitor_salt_away");
    let madeUp: Buffer;
    try {
      // It is there at once: a salt that had to be asked for would be a promise.
      expect(held.find(new Date("2026-07-02T00:00:01Z"))).toBeInstanceOf(Buffer);
      madeUp = await alone.find(new Date("2026-07-03T08:00:00Z"));
      expect(await alone.find(new Date("2026-07-03T08:00:01Z"))).toEqual(madeUp);
    } finally {
      await sql.query("ALTER TABLE visitor_salt_away RENAME TO visitor_salt");
    }
    // Nobody has brought another one meanwhile: it becomes everybody's.
    await alone.open(new Date("2026-07-03T09:00:00Z"));
    expect(await new Salts().find(new Date("2026-07-03T10:00:00Z"))).toEqual(madeUp);
  });

  it("has its salt deleted after two days", async () => {
    await sql.query("DELETE FROM visitor_salt");
    const rows: [day: string, made: string][] = [
      ["-3 days", "50 hours"],
      ["-2 days", "48 hours"],
      ["-1 day", "47 hours"],
      // A clock that was ahead must not take a day's salt while the day lasts.
      ["0 days", "49 hours"],
      ["1 day", "1 hour"],
    ];
    for (const [day, made] of rows) {
      await sql.query(
        `INSERT INTO visitor_salt (day, salt, created_at)
         VALUES ((now() AT TIME ZONE 'UTC')::date + $1::interval, '\\x00', now() - $2::interval)`,
        [day, made],
      );
    }
    expect(await deleteOldSalts()).toBe(2);
    expect(await deleteOldSalts()).toBe(0);
    expect((await sql.query("SELECT FROM visitor_salt")).rowCount).toBe(3);
  });
});
