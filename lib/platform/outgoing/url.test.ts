import { describe, expect, it } from "vitest";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import { validateUrl } from "../safe-fetch";
import { readUrl, type UrlFault } from "./url";

const rules = rulesWith({ own: ["qr.example.com:443", "old.example.com:8443"] });

describe("S1: URL syntax", () => {
  /** 253 characters, the most that a name may have. */
  const longName = `${`${"a".repeat(63)}.`.repeat(3)}${"a".repeat(61)}`;
  const long = `https://example.com/${"a".repeat(2_049 - 20)}`;

  it.each<[string, UrlFault]>([
    ["", "malformed"],
    ["example.com", "malformed"],
    ["//example.com/", "malformed"],
    ["https:example.com", "malformed"],
    ["https:/example.com", "malformed"],
    ["https:/example.com/https://other.example/", "malformed"],
    ["https:///example.com", "malformed"],
    ["https://", "malformed"],
    ["https://?x", "malformed"],
    ["https://#x", "malformed"],
    ["https://:443/", "malformed"],
    ["https:\\\\example.com\\", "malformed"],
    ["https://example.com\\@10.0.0.1/", "malformed"],
    [" https://example.com/", "malformed"],
    ["https://example.com/ ", "malformed"],
    ["https://example.com/a b", "malformed"],
    ["https://exam ple.com/", "malformed"],
    ["ht\ntps://example.com/", "malformed"],
    ["https://exam\tple.com/", "malformed"],
    ["https://example.com/\r\nX: y", "malformed"],
    ["https://example.com/\u0000", "malformed"],
    ["\u0001https://example.com/", "malformed"],
    ["https://example.com/\u007f", "malformed"],
    ["https://example.com/\u0085", "malformed"],
    ["https://example.com/\u00a0", "malformed"],
    ["https://example.com/\u2028", "malformed"],
    ["\ufeffhttps://example.com/", "malformed"],
    ["https://example.com/\ud800", "malformed"],
    ["https://exa%mple.com/", "malformed"],
    ["https://exam%00ple.com/", "malformed"],
    ["https://example.com:65536/", "malformed"],
    ["https://example.com:-1/", "malformed"],
    ["https://example.com:4x/", "malformed"],
    ["https://[::1/", "malformed"],
    ["https://[fe80::1%25eth0]/", "malformed"],
    ["https://1.2.3.256/", "malformed"],
    ["https://example..com/", "malformed"],
    ["https://.example.com/", "malformed"],
    ["https://example.com../", "malformed"],
    ["https://-example.com/", "malformed"],
    ["https://*.example.com/", "malformed"],
    ["https://a,b.example.com/", "malformed"],
    [`https://${"a".repeat(64)}.com/`, "malformed"],
    [`https://${"a.".repeat(127)}com/`, "malformed"],
    [`https://${longName}a/`, "malformed"],
    ["http://example.com/", "not_https"],
    ["HTTP://example.com/", "not_https"],
    ["http://example.com/https://other.example/", "not_https"],
    ["ftp://example.com/", "not_https"],
    ["wss://example.com/", "not_https"],
    ["file:///etc/passwd", "not_https"],
    ["gopher://example.com/", "not_https"],
    ["javascript:alert(1)", "not_https"],
    ["data:text/plain,x", "not_https"],
    ["https+unix://example.com/", "not_https"],
    ["https://user:secret@example.com/", "credentials"],
    ["https://user@example.com/", "credentials"],
    ["https://:secret@example.com/", "credentials"],
    ["https://@example.com/", "credentials"],
    ["https://example.com@10.0.0.1/", "credentials"],
    ["https://example.com:0/", "bad_port"],
    ["https://example.com:22/", "bad_port"],
    ["https://example.com:25/", "bad_port"],
    ["https://example.com:6000/", "bad_port"],
    ["https://example.com:10080/", "bad_port"],
    [long, "too_long"],
  ])("rejects %j as %s", (url, fault) => expect(validateUrl(url, rules)).toBe(fault));

  it.each([
    "https://example.com",
    "HTTPS://EXAMPLE.COM/",
    "https://example.com./hook",
    "https://example.com:8443/hook?a=1&b=%20#part",
    "https://example.com/a@b",
    "https://bücher.example/ü",
    "https://my_hook.example.com/",
    "https://93.184.216.34/",
    "https://[2606:4700::1111]:8443/",
    long.slice(0, -1),
    `https://${longName}/`,
  ])("accepts %j", (url) => expect(validateUrl(url, rules)).toBeNull());
});

describe("S2: spellings of internal addresses", () => {
  it.each([
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "127．0．0．1",
    "127｡0｡0｡1",
    "%31%32%37.0.0.1",
    "%31%32%37%2e0%2e0%2e1",
    "１２７.0.0.1",
    "0x7F000001",
    "0x7f.0x0.0x0.0x1",
    "017700000001",
    "127.0.1",
    "127.0x0.1",
    "0",
    "0x",
    "0.0.0.0",
    "10.1",
    "0xa9fea9fe",
    "169.254.43518",
    "3232235777",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]",
    "[::FFFF:A9FE:A9FE]",
    "[::7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "foo.localhost",
    "ｌｏｃａｌｈｏｓｔ",
    "intranet",
    "metadata",
    "router.",
    "com",
    "%6cocalhost",
  ])("refuses %s as not_public", (host) => {
    for (const rest of ["", "/", ":8443/", "/?x=https://example.com/"]) {
      expect(validateUrl(`https://${host}${rest}`, rules)).toBe("not_public");
    }
  });

  it("accepts allowed networks, and localhost only if loopback is allowed", () => {
    const local = rulesWith({ allowed: ["127.0.0.0/8"] });
    for (const host of ["127.1", "0x7f000001", "[::ffff:7f00:1]", "localhost", "a.localhost", "localhost."]) {
      expect(validateUrl(`https://${host}/`, local), host).toBeNull();
    }
    for (const host of ["10.0.0.1", "[::1]", "intranet"]) {
      expect(validateUrl(`https://${host}/`, local), host).toBe("not_public");
    }
    expect(validateUrl("https://localhost/", rulesWith({ allowed: ["10.0.0.0/8"] }))).toBe("not_public");
  });
});

describe("W16: the service's own URLs", () => {
  it.each([
    "https://qr.example.com/api/v1/qr-codes",
    "https://QR.example.com:443/",
    "https://qr.example.com./",
    "https://old.example.com:8443/r/abc",
    "https://%71r.example.com/",
  ])("refuses %s", (url) => expect(validateUrl(url, rules)).toBe("own_host"));

  it.each(["https://qr.example.com:8443/", "https://old.example.com/", "https://x.qr.example.com/"])(
    "accepts %s, which is not the service's own",
    (url) => expect(validateUrl(url, rules)).toBeNull(),
  );
});

describe("readUrl", () => {
  it("strips the final dot and the fragment, and adds the default port", () => {
    expect(readUrl("https://hooks.example.com./a/b?c=d#e", rules)).toEqual({
      hostname: "hooks.example.com",
      isLiteral: false,
      port: 443,
      host: "hooks.example.com.",
      path: "/a/b?c=d",
    });
  });

  it("returns an IPv6 hostname without brackets", () => {
    expect(readUrl("https://[2606:4700::1111]:8443", rules)).toEqual({
      hostname: "2606:4700::1111",
      isLiteral: true,
      port: 8443,
      host: "[2606:4700::1111]:8443",
      path: "/",
    });
  });
});
