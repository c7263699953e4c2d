import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  publicIPv4,
  publicIPv6,
  refusedIPv4,
  refusedIPv6,
  spellIPv4,
  spellIPv6,
} from "@/e2e/support/outgoing/address-table";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import { isWithin, type Network, parseNetwork } from "../ip-address";
import { isReachable } from "./rules";

const rules = rulesWith();

describe("S3: blocked address ranges", () => {
  const vectors = [refusedIPv4, publicIPv4, refusedIPv6, publicIPv6].flat();

  it("are tested with at least 78 different addresses", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(78);
    expect(new Set(vectors).size).toBe(vectors.length);
  });

  it.each(refusedIPv4)("refuse the IPv4 address %s", (address) => {
    for (const spelling of spellIPv4(address)) expect(isReachable(spelling, rules), spelling).toBe(false);
  });

  it.each(publicIPv4)("do not include the IPv4 address %s, just outside", (address) => {
    for (const spelling of spellIPv4(address)) expect(isReachable(spelling, rules), spelling).toBe(true);
  });

  it.each(refusedIPv6)("refuse the IPv6 address %s", (address) => {
    for (const spelling of spellIPv6(address)) expect(isReachable(spelling, rules), spelling).toBe(false);
  });

  it.each(publicIPv6)("do not include the IPv6 address %s, just outside", (address) => {
    for (const spelling of spellIPv6(address)) expect(isReachable(spelling, rules), spelling).toBe(true);
  });

  it.each([
    "",
    "example.com",
    "8.8.8",
    "08.8.8.8",
    "8.8.8.8.8",
    "2606:4700::1111%eth0",
    "[2606:4700::1111]",
    "8.8.8.8/32",
    "1e3",
  ])("refuse %j, which is not an IP address", (text) => expect(isReachable(text, rules)).toBe(false));
});

describe("S3: comparison with Python's ipaddress", () => {
  const script = fileURLToPath(new URL("../../../e2e/support/outgoing/addresses-oracle.py", import.meta.url));
  /** What Python calls global and we refuse, and why. */
  const stricter = [
    ["192.0.0.0/24", "reserved for protocols; Python lets two to 250 of them pass, by its version"],
    ["192.88.99.0/24", "relays of 6to4, which are no more"],
    ["224.0.0.0/4", "multicast: many listeners, none of them a subscriber"],
    ["168.63.129.16/32", "Azure's machines answer there to themselves"],
    ["2001::/23", "reserved for protocols, of which newer Pythons let some pass"],
    ["2002::/16", "6to4: an IPv4 address in disguise"],
    ["3ffe::/16", "the testbed that was given back"],
    ["3fff::/20", "documentation, unknown to older Pythons"],
    ["::/3", "not given out: NAT64, IPv4-compatible, discard"],
    ["4000::/2", "not given out, and segment routing (5f00::/16)"],
    ["8000::/1", "not given out, local, multicast"],
  ].map(([text = ""]) => parseNetwork(text) as Network);

  const judge = (addresses: string[]) =>
    JSON.parse(
      execFileSync("python3", [script], { input: JSON.stringify(addresses) }).toString(),
    ) as boolean[];

  const random4 = () => [...randomBytes(4)].join(".");
  const random6 = (first: string) => `${first}:${randomBytes(14).toString("hex").match(/.{4}/g)?.join(":")}`;

  it("allows nothing that Python calls local, and is stricter only in listed ranges", () => {
    const edges = [refusedIPv4, publicIPv4, refusedIPv6, publicIPv6].flat();
    const drawn = Array.from({ length: 20_000 }, (_, number) => {
      if (number % 2 === 0) return random4();
      const group = randomBytes(2).toString("hex");
      return random6(number % 4 === 1 ? group : `2${group.slice(1)}`);
    });
    const addresses = [...edges, ...drawn];
    const found = { looser: [] as string[], unlisted: [] as string[], agreed: 0 };
    judge(addresses).forEach((isGlobal, place) => {
      const address = addresses[place] ?? "";
      const reaches = isReachable(address, rules);
      if (reaches === isGlobal) found.agreed++;
      else if (reaches) found.looser.push(address);
      else if (!isWithin(address, stricter)) found.unlisted.push(address);
    });
    expect(found).toMatchObject({ looser: [], unlisted: [] });
    expect(found.agreed).toBeGreaterThan(drawn.length / 2);
  });
});

describe("networks allowed by the operator", () => {
  const allowing = (...allowed: string[]) => rulesWith({ allowed });

  it("allow a network in every spelling, but not its neighbours", () => {
    const some = allowing("10.1.0.0/16", "fd00:1::/32");
    for (const spelling of spellIPv4("10.1.2.3")) expect(isReachable(spelling, some)).toBe(true);
    for (const spelling of spellIPv6("fd00:1::5")) expect(isReachable(spelling, some)).toBe(true);
    for (const address of [
      "10.2.0.0",
      "10.0.255.255",
      "fd00:2::",
      "::ffff:10.2.0.0",
      "::a01:203",
      "127.0.0.1",
    ]) {
      expect(isReachable(address, some), address).toBe(false);
    }
  });

  it("S4: refuse NAT64 addresses, or check the IPv4 address within them", () => {
    const decode = rulesWith({ nat64: "decode" });
    expect(isReachable("64:ff9b::808:808", rules)).toBe(false);
    expect(isReachable("64:ff9b::808:808", decode)).toBe(true);
    for (const hidden of [
      "64:ff9b::a9fe:a9fe",
      "64:ff9b::7f00:1",
      "64:ff9b:1::808:808",
      "64:ff9b:0:0:0:1:808:808",
    ]) {
      expect(isReachable(hidden, decode), hidden).toBe(false);
    }
  });
});
