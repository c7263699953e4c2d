import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  publicIPv4,
  refusedIPv4,
  refusedIPv6,
  spellHosts,
  spellIPv6,
} from "@/e2e/support/outgoing/address-table";
import { ConnectRecorder } from "@/e2e/support/outgoing/connect-recorder";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import { type DnsStub, startDnsStub } from "@/e2e/support/webhooks/dns-stub";
import { type FetchFault, type OutgoingRules, safeFetch, validateResolvedUrl } from "../safe-fetch";

const recorder = new ConnectRecorder();
let names: DnsStub;
let rules: OutgoingRules;

beforeAll(async () => {
  names = await startDnsStub();
  rules = rulesWith({ dns: names.address });
  recorder.open();
});

afterAll(async () => {
  recorder.close();
  await names.close();
});

/** What came of a call under production's rules: a status, or why there was none. */
async function call(url: string): Promise<string> {
  const request = { url, method: "POST", headers: {}, body: "{}", deadlineMs: 10_000 } as const;
  return recorder
    .watch(() => safeFetch(request, rules))
    .then(
      ({ status }) => String(status),
      ({ code }: FetchFault) => code,
    );
}

/** Those that were not refused as they should. */
async function findLetThrough(urls: readonly string[], expected = "address_refused"): Promise<string[]> {
  const through: string[] = [];
  for (const url of urls) {
    const code = await call(url);
    const fault = await recorder.watch(() => validateResolvedUrl(url, rules));
    if (code !== expected || fault === null) through.push(`${url}: ${code}, ${fault}`);
  }
  return through;
}

describe("S2, S3, S4: hostile addresses", () => {
  const literals = [
    ...refusedIPv4.flatMap((address) => spellHosts(address)),
    ...refusedIPv6.flatMap((address) => spellIPv6(address).map((spelling) => `[${spelling}]`)),
  ].map((host) => `https://${host}/`);

  it("refuses literal addresses in every spelling", async () => {
    const urls = [...new Set(literals)];
    expect(urls.length).toBeGreaterThanOrEqual(500);
    expect(await findLetThrough(urls)).toEqual([]);
    expect(recorder.watched).toEqual([]);
    expect(names.questions).toEqual([]);
  });

  it("refuses names with a hostile address, alone or among public ones", async () => {
    const urls: string[] = [];
    [...refusedIPv4, ...refusedIPv6].forEach((address, place) => {
      const type = address.includes(":") ? "aaaa" : "a";
      const mixed = type === "a" ? ["8.8.8.8", address] : ["2606:4700::1111", address];
      names.answer(`alone${place}.hostile.test`, { [type]: [address] });
      names.answer(`mixed${place}.hostile.test`, { a: ["1.1.1.1"], aaaa: ["2606:4700::1"], [type]: mixed });
      urls.push(`https://alone${place}.hostile.test/`, `https://mixed${place}.hostile.test/`);
    });
    expect(urls.length).toBeGreaterThanOrEqual(150);
    expect(await findLetThrough(urls)).toEqual([]);
    expect(recorder.watched).toEqual([]);
  });

  it("refuses CNAME chains, NAT64 addresses and local names", async () => {
    names.answer("chain.hostile.test", { cname: ["one.test", "two.test"], a: ["127.0.0.1"] });
    names.answer("nat64.hostile.test", { aaaa: ["64:ff9b::a9fe:a9fe"] });
    names.answer("localhost", { a: ["8.8.8.8"] });
    names.answer("intranet", { a: ["8.8.8.8"] });
    names.answer("foo.localhost", { a: ["8.8.8.8"] });
    const asked = ["chain", "nat64"].map((name) => `https://${name}.hostile.test/`);
    const unasked = ["localhost", "localhost.", "foo.localhost", "intranet", "LOCALHOST"];
    expect(await findLetThrough([...asked, ...unasked.map((name) => `https://${name}/`)])).toEqual([]);
    for (const name of ["localhost", "foo.localhost", "intranet"]) expect(names.countOf(name)).toBe(0);
    expect(recorder.watched).toEqual([]);
  });

  it("connects to public addresses, and the recorder sees each attempt", async () => {
    for (const address of publicIPv4.slice(0, 5)) {
      expect(await call(`https://${address}/`)).toBe("connection_error");
      expect(recorder.watched.splice(0)).toEqual([{ host: address, port: 443 }]);
    }
    names.answer("good.hostile.test", { a: ["8.8.8.8", "1.1.1.1"], aaaa: ["2606:4700::1111"] });
    expect(await call("https://good.hostile.test:8443/")).toBe("connection_error");
    expect(recorder.watched.splice(0)).toEqual(
      ["8.8.8.8", "1.1.1.1", "2606:4700::1111"].map((host) => ({ host, port: 8443 })),
    );
  });
});
