import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DnsStub } from "@/e2e/support/webhooks/dns-stub";
import { lookUpHost } from "./dns";

let names: DnsStub;

beforeAll(async () => {
  names = await new DnsStub().open();
  vi.stubEnv("DOMAIN_DNS_SERVERS", names.address);
  vi.stubEnv("DOMAIN_TARGETS", "203.0.113.7, 2001:DB8:0::7");
  vi.stubEnv("BASE_URL", "https://qr.quietzone.example");
  names.answer("qr.quietzone.example", { a: ["198.51.100.1", "198.51.100.2"], aaaa: ["2001:db8::1"] });
});

afterAll(() => names.close());

const host = "go.example.com";
const txt = `_quietzone.${host}`;

beforeEach(() => {
  names.questions.length = 0;
  names.answer(host, { code: "NXDOMAIN" });
  names.answer(txt, { code: "NXDOMAIN" });
});

const look = async () => {
  const { tokens, ...others } = await lookUpHost(host);
  return { tokens: tokens && [...tokens], ...others };
};

describe("TXT record of a domain", () => {
  it("is found among others and at any length", async () => {
    const long = "x".repeat(100);
    names.answer(txt, {
      txt: ["v=spf1 -all", "quietzone-verify=one", `quietzone-verify=${long}`, "a quietzone-verify=two"],
    });
    expect(await look()).toMatchObject({ tokens: ["one", long], fault: null });
  });

  it("may be behind a CNAME record", async () => {
    names.answer(txt, { cname: ["proofs.example.com"], txt: ["quietzone-verify=one"] });
    expect((await look()).tokens).toEqual(["one"]);
  });

  it.each([
    ["a name that does not exist", { code: "NXDOMAIN" }],
    ["a name without TXT records", {}],
  ] as const)("is missing for %s", async (_, answer) => {
    names.answer(txt, answer);
    expect(await look()).toMatchObject({ tokens: [], fault: null });
  });

  it.each([
    ["SERVFAIL", "ESERVFAIL"],
    ["REFUSED", "EREFUSED"],
    ["FORMERR", "EFORMERR"],
  ] as const)("is unknown after %s", async (code, fault) => {
    names.answer(txt, { code });
    expect(await look()).toMatchObject({ tokens: null, fault });
  });

  it("is unknown after a timeout", async () => {
    names.answer(txt, { silent: true });
    expect(await look()).toMatchObject({ tokens: null, fault: "ETIMEOUT" });
  });

  it("is looked up by its absolute name only", async () => {
    await look();
    expect(names.questions.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
      `A ${host}`,
      `AAAA ${host}`,
      `CNAME ${host}`,
      `TXT ${txt}`,
    ]);
  });
});

describe("pointsHere", () => {
  it.each([
    ["through a CNAME record", { cname: ["qr.quietzone.example"], a: ["192.0.2.9"] }],
    ["through addresses of the service's host", { a: ["198.51.100.2"], aaaa: ["2001:db8::1"] }],
    ["through addresses of DOMAIN_TARGETS", { a: ["203.0.113.7"], aaaa: ["2001:db8::7"] }],
    ["through addresses of both", { a: ["203.0.113.7", "198.51.100.1"] }],
  ])("is true %s", async (_, answer) => {
    names.answer(host, answer);
    expect(await look()).toMatchObject({ pointsHere: true });
  });

  it("is true through a chain of CNAME records resolved one by one", async () => {
    const ask = (cname: string) => ({ cname: [cname], a: ["192.0.2.9"] });
    names.answer(host, ask("one.example.com"));
    names.answer("one.example.com", ask("two.example.com"));
    names.answer("two.example.com", ask("QR.Quietzone.example"));
    expect(await look()).toMatchObject({ pointsHere: true });
  });

  it.each([
    ["without addresses", {}, []],
    ["with only wrong addresses", { a: ["192.0.2.9"] }, ["192.0.2.9"]],
    ["with a wrong address as well", { a: ["203.0.113.7", "192.0.2.9"] }, ["203.0.113.7", "192.0.2.9"]],
    [
      "with local addresses, which are not listed",
      { a: ["10.1.2.3", "192.168.0.9", "192.0.2.9"], aaaa: ["fd00::9"] },
      ["a local address", "192.0.2.9"],
    ],
    [
      "with a wrong IPv6 address as well",
      { a: ["203.0.113.7"], aaaa: ["2001:db8::9"] },
      ["203.0.113.7", "2001:db8::9"],
    ],
  ])("is false %s", async (_, answer, addresses) => {
    names.answer(host, answer);
    expect(await look()).toMatchObject({ pointsHere: false, addresses });
  });

  it("is false for a loop of CNAME records", async () => {
    names.answer(host, { cname: ["circle.example.com"], a: ["192.0.2.9"] });
    names.answer("circle.example.com", { cname: [host], a: ["192.0.2.9"] });
    expect(await look()).toMatchObject({ pointsHere: false });
    expect(names.questions.length).toBeLessThan(20);
  });

  it("is null if a query fails", async () => {
    names.answer(host, ({ type }) => (type === "AAAA" ? { code: "SERVFAIL" } : { a: ["203.0.113.7"] }));
    names.answer(txt, { txt: ["quietzone-verify=one"] });
    expect(await look()).toEqual({ tokens: ["one"], addresses: [], pointsHere: null, fault: "ESERVFAIL" });
  });

  it("is false for a host with many addresses, of which sixteen are returned", async () => {
    names.answer(host, { a: Array.from({ length: 90 }, (_, at) => `192.0.2.${at}`) });
    const { addresses, pointsHere } = await look();
    expect([addresses.length, pointsHere]).toEqual([16, false]);
  });
});
