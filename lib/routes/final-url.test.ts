import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatFinalUrl } from "./";

const utm = { source: "poster", campaign: "summer sale" };

describe("the address of a redirect", () => {
  it.each<[string, string, Parameters<typeof formatFinalUrl>[1], string]>([
    ["nothing is added", "https://example.com/?#a", {}, "https://example.com/?#a"],
    [
      "utm",
      "https://example.com/",
      { utm },
      "https://example.com/?utm_source=poster&utm_campaign=summer%20sale",
    ],
    [
      "the target's own wins",
      "https://example.com/?utm_source=a#b",
      { utm },
      "https://example.com/?utm_source=a&utm_campaign=summer%20sale#b",
    ],
    [
      "utm wins over the passed query",
      "https://example.com/",
      { utm: { source: "a" }, query: "utm_source=b&utm_term=c" },
      "https://example.com/?utm_source=a&utm_term=c",
    ],
    [
      "a name that is written otherwise",
      "https://example.com/?table=1",
      { query: "t%61ble=2&x=3" },
      "https://example.com/?table=1&x=3",
    ],
    [
      "names that some servers take for the target's own",
      "https://example.com/?merchant=me&utm_source=a",
      {
        query: "+merchant=1&merchant%00x=2&merchant[]=3&Merchant=4&utm.source=5&merchants=6",
        scanId: "2",
      },
      "https://example.com/?merchant=me&utm_source=a&qz_scan=2&merchants=6",
    ],
    [
      "names whose brackets servers read in several ways",
      "https://example.com/?price_id=p1&utm_source=a",
      {
        query:
          "price[id=2&price%5Bid=2&utm%5Bsource=3&%5Butm_source%5D=4&utm_source]=5&x[a][b]=6&x[]=7&x[a]b=8",
        scanId: "2",
      },
      "https://example.com/?price_id=p1&utm_source=a&qz_scan=2&x%5Ba%5D%5Bb%5D=6&x%5B%5D=7",
    ],
    [
      "a passed scan id is dropped",
      "https://example.com/",
      { query: "qz_scan=1&%71z_scan=2&+QZ.scan=3&b" },
      "https://example.com/?b",
    ],
    [
      "the scan's id",
      "https://example.com/?a=1",
      { query: "qz_scan=1", scanId: "2" },
      "https://example.com/?a=1&qz_scan=2",
    ],
    [
      "a passed name that comes twice",
      "https://example.com/?",
      { query: "a=1&a=2&&a" },
      "https://example.com/?a=1&a=2&a",
    ],
    [
      "marks of an address",
      "https://example.com/",
      { query: "a=#?/;b%0d%0aX:y&c=ü+1" },
      "https://example.com/?a=%23%3F%2F%3Bb%0D%0AX%3Ay&c=%C3%BC+1",
    ],
    [
      "what is no UTF-8",
      "https://example.com/",
      { query: "a=%ff+%zz" },
      "https://example.com/?a=%EF%BF%BD+%25zz",
    ],
    [
      "a query of 2,048 characters",
      "https://example.com/",
      { query: "a".repeat(2_048) },
      `https://example.com/?${"a".repeat(2_048)}`,
    ],
    [
      "a longer query",
      "https://example.com/",
      { utm: { source: "a" }, query: "a".repeat(2_049) },
      "https://example.com/?utm_source=a",
    ],
    [
      "a Location that is too long",
      `https://example.com/${"a".repeat(2_000)}`,
      { utm: { source: "a" }, query: "€".repeat(800) },
      `https://example.com/${"a".repeat(2_000)}?utm_source=a`,
    ],
  ])("%s", (_, target, added, expected) => expect(formatFinalUrl(target, added)).toBe(expected));

  it("P2: whatever a visitor sends changes neither scheme, host, path, fragment nor a parameter that was there", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ maxLength: 60 }),
      fc.stringMatching(/^([a-z#?&=%;+/@:\\]|%[0-9a-f]{2}|own|utm_source|qz_scan|\r\n){0,40}$/),
    );
    const targets = [
      "https://example.com/a/b?own=1&x=%20#end",
      "http://example.com/",
      "https://example.com/?own#",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...targets), hostile, (target, query) => {
        const before = new URL(formatFinalUrl(target, { utm, scanId: "id" }));
        const location = formatFinalUrl(target, { utm, scanId: "id", query });
        const after = new URL(location);
        expect(location).toMatch(/^[\x21-\x7e]+$/);
        expect(after.href).toBe(location);
        for (const part of ["protocol", "host", "username", "password", "pathname", "hash"] as const)
          expect(after[part]).toBe(before[part]);
        for (const name of before.searchParams.keys())
          expect(after.searchParams.getAll(name)).toEqual(before.searchParams.getAll(name));
      }),
      { numRuns: 600 },
    );
  });
});
