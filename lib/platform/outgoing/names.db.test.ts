import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { post } from "@/e2e/support/outgoing/call";
import { ConnectRecorder } from "@/e2e/support/outgoing/connect-recorder";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import { type DnsStub, startDnsStub } from "@/e2e/support/webhooks/dns-stub";
import { type Receiver, startReceiver } from "@/e2e/support/webhooks/receiver";
import { type OutgoingRules, validateResolvedUrl } from "../safe-fetch";

let receiver: Receiver;
let names: DnsStub;
let rules: OutgoingRules;
let recorder: ConnectRecorder;
let url: string;

beforeAll(async () => {
  [receiver, names] = await Promise.all([startReceiver(), startDnsStub()]);
  // One address of loopback alone is let through: the others are bad, and in reach all the same.
  rules = rulesWith({ allowed: ["127.0.0.1"], dns: names.address });
  url = receiver.urlOf("hooks.example.test");
});

afterAll(() => Promise.all([receiver.close(), names.close()]));

beforeEach(() => {
  recorder = new ConnectRecorder().open();
  names.questions.length = 0;
  receiver.requests.length = 0;
});

afterEach(() => recorder.close());

const hosts = () => recorder.targets.map(({ host }) => host);
const questions = () => names.questions.map(({ name, type }) => `${type} ${name}`).sort();

describe("S5: resolved addresses", () => {
  it("resolves the name for each attempt, and uses it as Host, for SNI and for the certificate", async () => {
    names.answer("hooks.example.test", { a: ["127.0.0.1"], ttl: 0 });
    expect(await post(url, rules)).toBe(200);
    expect(questions()).toEqual(["A hooks.example.test", "AAAA hooks.example.test"]);
    expect(hosts()).toEqual(["127.0.0.1"]);
    expect(receiver.requests[0]?.headers.host).toBe(`hooks.example.test:${receiver.port}`);
    expect(await post(url, rules)).toBe(200);
    expect(questions()).toHaveLength(4);
  });

  it("refuses a name that resolved to an allowed address when saved but not when called", async () => {
    names.answer("hooks.example.test", { a: ["127.0.0.1"] });
    expect(await validateResolvedUrl(url, rules)).toBeNull();
    names.answer("hooks.example.test", { a: ["127.0.0.2"] });
    expect(await post(url, rules)).toBe("address_refused");
    expect(await validateResolvedUrl(url, rules)).toBe("not_public");
    expect(hosts()).toEqual([]);
  });

  it("refuses only the attempts in which a rebinding name resolves to a refused address", async () => {
    names.answer("rebind.example.test", ({ type }, number) =>
      type === "A" ? { a: [number % 2 === 0 ? "127.0.0.1" : "127.0.0.2"], ttl: 0 } : {},
    );
    const rebinding = receiver.urlOf("rebind.example.test");
    expect(await post(rebinding, rules)).toBe(200);
    expect(await post(rebinding, rules)).toBe("address_refused");
    expect(await post(rebinding, rules)).toBe(200);
    expect(hosts()).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  it("tries the next address when the first does not respond", async () => {
    names.answer("two.example.test", { a: ["127.0.0.9", "127.0.0.1"] });
    const both = rulesWith({ allowed: ["127.0.0.0/8"], dns: names.address });
    expect(await post(receiver.urlOf("two.example.test"), both)).toBe(200);
    expect(hosts()).toEqual(["127.0.0.9", "127.0.0.1"]);
    expect(names.countOf("two.example.test")).toBe(2);
  });
});

describe("S4: name resolution", () => {
  it("uses no search domain, and asks for a name with a final dot as for one without", async () => {
    expect(await post("https://nowhere.invalid/", rules)).toBe("dns_error");
    expect(await post("https://nowhere.invalid./", rules)).toBe("dns_error");
    expect(new Set(questions())).toEqual(new Set(["A nowhere.invalid", "AAAA nowhere.invalid"]));
  });

  it("resolves localhost to an allowed loopback address without a DNS query", async () => {
    expect(await post(receiver.urlOf("localhost"), rules)).toBe(200);
    expect(await post(receiver.urlOf("localhost"), rulesWith({ dns: names.address }))).toBe(
      "address_refused",
    );
    expect(questions()).toEqual([]);
    expect(hosts()).toEqual(["127.0.0.1"]);
  });

  it("checks the addresses at the end of a CNAME chain", async () => {
    names.answer("chain.example.test", { cname: ["a.elsewhere.test", "b.elsewhere.test"], a: ["127.0.0.1"] });
    expect(await post(receiver.urlOf("chain.example.test"), rules)).toBe(200);
    names.answer("chain.example.test", { cname: ["a.elsewhere.test"], a: ["127.0.0.1", "127.0.0.2"] });
    expect(await post(receiver.urlOf("chain.example.test"), rules)).toBe("address_refused");
  });

  it.each([{ code: "SERVFAIL" }, { silent: true }] as const)(
    "does not need AAAA records or an answer about them: %j",
    async (answer) => {
      names.answer("broken.example.test", ({ type }) => (type === "A" ? { a: ["127.0.0.1"] } : answer));
      expect(await post(receiver.urlOf("broken.example.test"), rules)).toBe(200);
    },
  );
});

describe("S8: failing name servers", () => {
  it.each([
    ["SERVFAIL", { code: "SERVFAIL" }],
    ["REFUSED", { code: "REFUSED" }],
    ["NXDOMAIN", { code: "NXDOMAIN" }],
    ["no address", {}],
  ] as const)("fails with dns_error on %s", async (_, answer) => {
    names.answer("sick.example.test", answer);
    expect(await post(receiver.urlOf("sick.example.test"), rules)).toBe("dns_error");
    expect(await validateResolvedUrl(receiver.urlOf("sick.example.test"), rules)).toBe("not_public");
    expect(hosts()).toEqual([]);
  });

  it.each([
    ["no response", { silent: true }] as const,
    ["an answer after the deadline", { a: ["127.0.0.1"], delayMs: 20_000 }] as const,
  ])("fails with dns_error before the deadline on %s", async (_, answer) => {
    names.answer("slow.example.test", answer);
    const startedAt = performance.now();
    expect(await post(receiver.urlOf("slow.example.test"), rules, { deadlineMs: 800 })).toBe("dns_error");
    // Names alone may take six seconds.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(hosts()).toEqual([]);
  });

  it("waits for a name server that takes 4 seconds to answer", async () => {
    names.answer("slow.example.test", { a: ["127.0.0.1"], delayMs: 4_000 });
    const slow = receiver.urlOf("slow.example.test");
    expect(
      await Promise.all([validateResolvedUrl(slow, rules), post(slow, rules, { deadlineMs: 10_000 })]),
    ).toEqual([null, 200]);
    expect(names.countOf("slow.example.test")).toBe(4);
  });

  it("asks again when a query is lost", async () => {
    names.answer("lossy.example.test", (_, number) =>
      number === 0 ? { silent: true } : { a: ["127.0.0.1"] },
    );
    expect(await post(receiver.urlOf("lossy.example.test"), rules)).toBe(200);
  });

  it("reads a large answer over TCP and checks every address in it", async () => {
    names.answer("big.example.test", { a: ["127.0.0.1"], records: 640 });
    expect(await post(receiver.urlOf("big.example.test"), rules)).toBe(200);
    expect(names.questions.some(({ transport }) => transport === "tcp")).toBe(true);
    const a = [...Array<string>(639).fill("127.0.0.1"), "10.0.0.1"];
    names.answer("big.example.test", { a });
    expect(await post(receiver.urlOf("big.example.test"), rules)).toBe("address_refused");
  });
});
