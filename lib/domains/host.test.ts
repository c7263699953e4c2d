import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { listHostWarnings, normalizeHost } from "./host";

vi.stubEnv("BASE_URL", "https://qr.quietzone.example:8443");
vi.stubEnv("BASE_URL_ALIASES", "old.quietzone.example, ports.quietzone.example:81");

/** The code of the one detail; undefined for a host that is taken. */
function faultOf(host: string): unknown {
  try {
    normalizeHost(host);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_domain" });
    const { details = [], message } = error as ServiceError;
    expect(details).toMatchObject([{ field: "host", message }]);
    return details[0]?.code;
  }
}

describe("normalizeHost", () => {
  it.each([
    ["go.example.com", "go.example.com"],
    ["GO.Example.COM", "go.example.com"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["日本語。jp", "xn--wgv71a119e.jp"],
    ["example.com", "example.com"],
    ["foo.github.io", "foo.github.io"],
    ["1.example.com", "1.example.com"],
    ["go.acme.test", "go.acme.test"],
    ["a.qr.quietzone.example", "a.qr.quietzone.example"],
    ["notlocal.com", "notlocal.com"],
    [`${"a".repeat(63)}.example.com`, `${"a".repeat(63)}.example.com`],
  ])("normalises %s to %s", (host, stored) => {
    expect(normalizeHost(host)).toBe(stored);
  });

  it.each([
    ["", "invalid_characters"],
    ["https://go.example.com", "not_a_host"],
    ["go.example.com/", "not_a_host"],
    ["go.example.com/menu", "not_a_host"],
    ["go.example.com?a", "not_a_host"],
    ["user@go.example.com", "not_a_host"],
    ["go.example.com\\menu", "not_a_host"],
    ["go.example.com:443", "port"],
    ["go.example.com:", "port"],
    ["203.0.113.7", "ip_address"],
    ["0x7f.1", "ip_address"],
    ["3405803783", "ip_address"],
    ["１２７.0.0.1", "ip_address"],
    ["[2001:db8::7]", "ip_address"],
    ["2001:db8::7", "ip_address"],
    ["*.example.com", "wildcard"],
    ["go.example.com.", "trailing_dot"],
    ["go.example.com。", "trailing_dot"],
    ["_dmarc.example.com", "underscore"],
    ["go example.com", "invalid_characters"],
    ["go.example.com ", "invalid_characters"],
    ["go%2eexample.com", "invalid_characters"],
    ["go\u00ad.example.com", "invalid_characters"],
    ["go\u0000.example.com", "invalid_characters"],
    ["xn--a.com", "invalid_characters"],
    ["go.xn--.com", "invalid_characters"],
    ["xn--mnchen-3ya.xn--99999999.com", "invalid_characters"],
    ["-go.example.com", "invalid_characters"],
    ["go-.example.com", "invalid_characters"],
    ["go..example.com", "empty_label"],
    [".example.com", "empty_label"],
    ["的".repeat(500_000), "too_long"],
    [`${"a".repeat(64)}.example.com`, "too_long"],
    [`${"abcdefgh.".repeat(30)}com`, "too_long"],
    ["example", "single_label"],
    ["localhost", "special_use"],
    ["go.localhost", "special_use"],
    ["printer.local", "special_use"],
    ["PRINTER.LOCAL", "special_use"],
    ["db.internal", "special_use"],
    ["1.0.0.127.in-addr.arpa", "special_use"],
    ["com", "single_label"],
    ["co.uk", "public_suffix"],
    ["github.io", "public_suffix"],
    ["foo.ck", "public_suffix"],
    ["公司.cn", "public_suffix"],
    ["qr.quietzone.example", "own_host"],
    ["OLD.quietzone.example", "own_host"],
    ["ports.quietzone.example", "own_host"],
  ])("refuses %j: %s", (host, code) => {
    expect(faultOf(host)).toBe(code);
  });

  it("returns a valid host that normalises to itself, whatever is sent", () => {
    const text = fc.oneof(
      fc.domain(),
      fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
      fc.string({ unit: "grapheme" }).map((label) => `${label}.example.com`),
      fc.string({ unit: "binary" }),
    );
    let taken = 0;
    fc.assert(
      fc.property(text, (sent) => {
        let host: string;
        try {
          host = normalizeHost(sent);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          return;
        }
        taken += 1;
        expect(host).toMatch(/^(?!.*\.\.)[a-z0-9][a-z0-9.-]*\.[a-z0-9-]*[a-z0-9]$/);
        expect(`_quietzone.${host}`.length).toBeLessThanOrEqual(253);
        expect(normalizeHost(host)).toBe(host);
        expect(normalizeHost(domainToUnicode(host))).toBe(host);
        expect(new URL(`https://${host}/`).host).toBe(host);
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(200);
  });
});

describe("listHostWarnings", () => {
  const codesOf = (host: string) => listHostWarnings(normalizeHost(host)).map(({ code }) => code);

  it.each([
    ["go.example.com", []],
    ["example.com", ["apex_domain"]],
    ["example.co.uk", ["apex_domain"]],
    ["foo.github.io", ["apex_domain"]],
    ["go.foo.github.io", []],
    ["go.münchen.de", []],
    ["go.пример.example", []],
    ["go.аpple.com", ["mixed_script"]],
    ["аpple.com", ["apex_domain", "mixed_script"]],
    ["go.αbc.com", ["mixed_script"]],
    ["go.日本語テスト.jp", []],
    ["go.日本語ひらがなabc.jp", []],
    ["go.한국漢字abc.kr", []],
    ["go.日本кириллица.jp", ["mixed_script"]],
    ["go.한국ひらがな.kr", ["mixed_script"]],
    ["go.пример1.example", []],
    ["go.☕.example", []],
  ])("%s: %j", (host, codes) => {
    expect(codesOf(host)).toEqual(codes);
  });

  it("names the field", () => {
    const [warning] = listHostWarnings("example.com");
    expect(warning).toEqual({ code: "apex_domain", field: "host", message: expect.stringMatching(/^host /) });
  });
});
