import { describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import {
  clientAddressOf,
  findClientAddress,
  isFromTrustedProxy,
  isLocalAddress,
  isLoopback,
  isTrustedPeer,
  isWithin,
  type Network,
  normalizeAddress,
  parseNetwork,
  rateKeyOf,
  readClientAddress,
  signClientAddress,
} from "./ip-address";

function networks(...texts: string[]): Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === null) throw new Error(`${text} is no network`);
    return network;
  });
}

const proxies = networks("10.0.0.0/8", "2001:db8:ffff::/48", "127.0.0.1");

describe("A12: clientAddressOf", () => {
  it.each([
    ["uses the peer when no proxy is trusted", "203.0.113.9", "1.2.3.4", [], "203.0.113.9"],
    ["uses the peer when it is not a trusted proxy", "203.0.113.9", "1.2.3.4", proxies, "203.0.113.9"],
    [
      "uses a trusted proxy's own address when it sends no header",
      "10.0.0.1",
      undefined,
      proxies,
      "10.0.0.1",
    ],
    ["uses the header of a trusted proxy", "10.0.0.1", "198.51.100.7", proxies, "198.51.100.7"],
    [
      "ignores addresses that the client put to the left of its own",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.7",
      proxies,
      "198.51.100.7",
    ],
    [
      "skips a chain of trusted proxies",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.7, 10.9.9.9",
      proxies,
      "198.51.100.7",
    ],
    ["uses the farthest hop when every hop is trusted", "10.0.0.1", "10.0.0.3,10.0.0.2", proxies, "10.0.0.3"],
    ["handles an IPv4-mapped peer", "::ffff:10.0.0.1", "::ffff:198.51.100.7", proxies, "198.51.100.7"],
    ["handles an IPv4-mapped peer in hex", "::ffff:a00:1", "198.51.100.7", proxies, "198.51.100.7"],
    ["handles an IPv6 proxy and client", "2001:DB8:FFFF::1", "2001:db8:1:0:0::5", proxies, "2001:db8:1::5"],
    ["accepts a hop with a port", "10.0.0.1", "198.51.100.7:4711", proxies, "198.51.100.7"],
    ["accepts a bracketed hop with a port", "10.0.0.1", "[2001:db8:1::5]:4711", proxies, "2001:db8:1::5"],
    ["stops before a hop that is not an address", "10.0.0.1", "1.1.1.1, unknown", proxies, "10.0.0.1"],
    ["stops before an address in an obsolete spelling", "10.0.0.1", "0x7f.1", proxies, "10.0.0.1"],
    ["uses the peer when the header is empty", "10.0.0.1", "", proxies, "10.0.0.1"],
    ["uses the peer when the header has only commas", "10.0.0.1", ",,,", proxies, "10.0.0.1"],
    ["unmaps a peer when the header is missing", "::ffff:203.0.113.9", undefined, proxies, "203.0.113.9"],
    ["returns a peer that is not an address unchanged", "unknown", undefined, proxies, "unknown"],
  ])("%s", (_, peer, forwardedFor, trusted, expected) => {
    expect(clientAddressOf(peer, forwardedFor, trusted)).toBe(expected);
  });

  it("stops at the 32nd hop from the right", () => {
    const chain = Array.from({ length: 40 }, (_, i) => `10.1.0.${40 - i}`).join(", ");
    expect(clientAddressOf("10.0.0.1", chain, proxies)).toBe("10.1.0.32");
  });

  it("reads 10,000 hops from the right within a bounded time", () => {
    const spoofed = Array.from({ length: 10_000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`).join(", ");
    expect(clientAddressOf("10.0.0.1", `${spoofed}, 198.51.100.7`, proxies)).toBe("198.51.100.7");
    const startedAt = processorMs();
    for (let i = 0; i < 1_000; i++) clientAddressOf("10.0.0.1", spoofed, proxies);
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});

describe("A12: the client's address without a socket", () => {
  it("is the rightmost hop that is no proxy, where proxies are named", () => {
    expect(findClientAddress("198.51.100.7", proxies)).toBe("198.51.100.7");
    expect(findClientAddress("1.2.3.4, 198.51.100.7, 10.0.0.1", proxies)).toBe("198.51.100.7");
    expect(findClientAddress("1.2.3.4, 198.51.100.7", proxies)).toBe("198.51.100.7");
    expect(findClientAddress("10.0.0.1", proxies)).toBe("10.0.0.1");
  });

  it("is unknown without a header or without named proxies", () => {
    expect(findClientAddress(null, proxies)).toBe("");
    expect(findClientAddress("198.51.100.7", [])).toBe("");
  });

  it("comes from a trusted proxy only if the nearest hop is one", () => {
    expect(isFromTrustedProxy("198.51.100.7, 10.0.0.1", proxies)).toBe(true);
    expect(isFromTrustedProxy(" 10.0.0.1 ", proxies)).toBe(true);
    expect(isFromTrustedProxy("10.0.0.1, 198.51.100.7", proxies)).toBe(false);
    expect(isFromTrustedProxy(null, proxies)).toBe(false);
    expect(isFromTrustedProxy("10.0.0.1", [])).toBe(false);
  });
});

it("A12: accepts only a client address that the server itself signed", () => {
  expect(readClientAddress(signClientAddress("198.51.100.7"))).toBe("198.51.100.7");
  for (const forged of [null, undefined, "", "198.51.100.7", " 198.51.100.7", "secret 198.51.100.7"]) {
    expect(readClientAddress(forged)).toBeNull();
  }
});

describe("address and network parsing", () => {
  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::FFFF:0102:0304", "1.2.3.4"],
    ["2001:0DB8:0:0::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["01.2.3.4", null],
    ["2130706433", null],
    ["example.com", null],
    ["", null],
  ])("normalises %s to %s", (text, expected) => expect(normalizeAddress(text)).toBe(expected));

  it.each([
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "::/129",
    "10.0.0",
    "example.com",
    "10.0.0.0/8/8",
    "::ffff:1.2.3.4/95",
  ])("rejects %s as a network", (text) => expect(parseNetwork(text)).toBeNull());

  it("accepts an IPv6 network in any spelling, and a network of all addresses", () => {
    const [spelled, all] = networks("2001:0DB8:0:0::/32", "0.0.0.0/0");
    expect(isWithin("2001:db8:1::5", [spelled!])).toBe(true);
    expect(isWithin("2001:db9::5", [spelled!])).toBe(false);
    expect(isWithin("203.0.113.9", [all!])).toBe(true);
  });

  it.each(["", "example.com", "203.0.113.9/32", "203.0.113.9:443"])("finds %j in no network", (text) => {
    expect(isWithin(text, networks("0.0.0.0/0", "::/0"))).toBe(false);
  });

  it("treats an IPv4-mapped network as the IPv4 network", () => {
    const mapped = networks("::ffff:10.0.0.0/104");
    expect(isTrustedPeer("10.200.0.1", mapped)).toBe(true);
    expect(isTrustedPeer("11.0.0.1", mapped)).toBe(false);
    expect(isTrustedPeer("::1", mapped)).toBe(false);
  });
});

describe("the networks of an address", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["128.0.0.1", false],
    ["10.127.0.127", false],
    ["127.example.com", false],
    ["::2", false],
  ])("isLoopback says of %s: %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });

  it.each([
    ["127.0.0.1", true],
    ["10.1.2.3", true],
    ["192.168.0.1", true],
    ["169.254.1.1", true],
    ["fe80::1", true],
    ["fd00::1", true],
    ["100.64.0.1", true],
    ["0.0.0.0", true],
    ["::", true],
    ["198.51.100.7", false],
    ["8.8.8.8", false],
    ["2600::1", false],
  ])("isLocalAddress says of %s: %s", (address, expected) => {
    expect(isLocalAddress(address)).toBe(expected);
  });
});

describe("rateKeyOf", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["", "unknown"],
    ["not an address", "unknown"],
  ])("A12: counts %s as %s", (address, key) => {
    expect(rateKeyOf(address)).toBe(key);
  });
});
