import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { insertDomain } from "@/e2e/support/domains";
import { DnsStub } from "@/e2e/support/webhooks/dns-stub";
import type { Caller } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { deleteAccount } from "@/lib/users";
import {
  addDomain,
  changeDomain,
  deleteDomain,
  getConsoleDomain,
  getDomain,
  listConsoleDomains,
  listDomains,
  listUsableHosts,
  verifyDomain,
} from "./index";
import { suspendDomain } from "./operator";
import { domainSchema } from "./schema";
import { deleteUnprovedDomains } from "./verify";

let names: DnsStub;

beforeAll(async () => {
  names = await new DnsStub().open();
  vi.stubEnv("DOMAIN_DNS_SERVERS", names.address);
  vi.stubEnv("BASE_URL", "https://qr.quietzone.example");
  await insertDomain(await newAccount("pro"), { host: "served.example.com" });
});

afterAll(() => names.close());

const newCaller = async (plan: Plan): Promise<Caller> => callerOf(await newAccount(plan), plan);

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller("pro");
});

let number = 0;
const newHost = () => `go${++number}.${newId().slice(-8)}.example.com`;
const add = (host = newHost(), who = caller) => addDomain(who, { host });

/** Adds a domain, and has its record found. */
async function addServed(host = newHost(), who = caller) {
  const { id, dns } = await add(host, who);
  names.answer(dns.txtName, { txt: [dns.txtValue] });
  return verifyDomain(who, id);
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, details }) => ({ code, details }),
  );
const codeOf = async (work: Promise<unknown>) => (await faultOf(work))?.code ?? "done";

describe("addDomain", () => {
  it("reports a wrong host and wrong addresses together", async () => {
    const wrong = { host: "bad_host", rootUrl: "x", expiredUrl: "ftp://example.com/" };
    expect(await faultOf(addDomain(caller, wrong))).toMatchObject({
      code: "validation_failed",
      details: [{ field: "host" }, { field: "rootUrl" }, { field: "expiredUrl" }],
    });
  });

  it("returns the DNS records to add without querying DNS", async () => {
    names.questions.length = 0;
    const host = newHost();
    const domain = await addDomain(caller, { host: host.toUpperCase(), rootUrl: "https://EXAMPLE.com/menu" });
    expect(domain).toEqual({
      id: expect.any(String),
      host,
      status: "pending",
      dns: {
        txtName: `_quietzone.${host}`,
        txtValue: expect.stringMatching(/^quietzone-verify=[\w-]{22}$/),
        cname: "qr.quietzone.example",
      },
      pointsHere: false,
      rootUrl: "https://example.com/menu",
      notFoundUrl: null,
      expiredUrl: null,
      isDefault: false,
      codes: 0,
      verifiedAt: null,
      checkedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: domain.createdAt,
    });
    expect(await getDomain(caller, domain.id)).toEqual(domain);
    const apex = await add(`${newId().slice(-8)}.com`);
    for (const answered of [domain, apex]) expect(domainSchema.parse(answered)).toEqual(answered);
    expect(names.questions).toEqual([]);
  });

  it("gives each account its own token for the same host", async () => {
    const host = newHost();
    const [one, two] = [await add(host), await add(host, await newCaller("starter"))];
    expect(one.dns.txtValue).not.toBe(two.dns.txtValue);
  });

  it("refuses a host that the account already has", async () => {
    const host = newHost();
    await add(host);
    expect(await faultOf(add(host.toUpperCase()))).toMatchObject({
      code: "validation_failed",
      details: [{ field: "host", code: "already_added" }],
    });
  });

  it.each([
    ["free", 0, "plan_required"],
    ["starter", 1, "quota_exceeded"],
    ["developer", 3, "quota_exceeded"],
    ["pro", 5, "quota_exceeded"],
  ] as const)("%s: allows %i domains, also under concurrent calls", async (plan, limit, refusal) => {
    const who = await newCaller(plan);
    const codes = await Promise.all(Array.from({ length: limit + 2 }, () => codeOf(add(newHost(), who))));
    expect(codes.filter((code) => code === "done")).toHaveLength(limit);
    expect(codes.filter((code) => code === refusal)).toHaveLength(2);
    if (limit === 0) return;
    expect((await faultOf(add(newHost(), who)))?.details).toMatchObject([{ limit, used: limit }]);
  });

  it("adds a host once in two concurrent calls", async () => {
    const host = newHost();
    const codes = await Promise.all([codeOf(add(host)), codeOf(add(host))]);
    expect(codes.sort()).toEqual(["done", "validation_failed"]);
  });

  it.each([
    ["rootUrl", "example.com", "invalid_url"],
    ["notFoundUrl", "javascript:alert(1)", "invalid_url"],
    ["expiredUrl", "https://user:secret@example.com/", "invalid_url"],
    ["rootUrl", "https://qr.quietzone.example/r/AbCd1234", "invalid_url"],
    ["rootUrl", `https://example.com/${"ä".repeat(600)}`, "content_too_long"],
    ["rootUrl", "https://served.example.com/menu", "invalid_url"],
  ])("refuses %s: %s", async (name, address, code) => {
    expect(await faultOf(addDomain(caller, { host: newHost(), [name]: address }))).toMatchObject({
      code,
      details: [{ field: name }],
    });
  });

  it("refuses a URL on the domain's own host, as does changeDomain", async () => {
    const host = newHost();
    const rootUrl = `https://${host}/`;
    const refused = { code: "invalid_url", details: [{ field: "rootUrl", code: "not_allowed" }] };
    expect(await faultOf(addDomain(caller, { host, rootUrl }))).toMatchObject(refused);
    const { id } = await addDomain(caller, { host });
    expect(await faultOf(changeDomain(caller, id, { rootUrl }))).toMatchObject(refused);
  });

  it("P16: is limited to 20 per day, including deleted domains but not refused hosts", async () => {
    for (let at = 0; at < 20; at += 1) {
      expect(await faultOf(addDomain(caller, { host: "co.uk" }))).toMatchObject({ code: "invalid_domain" });
    }
    for (let at = 0; at < 20; at += 1) {
      const { id } = await addDomain(caller, { host: newHost() });
      await deleteDomain(caller, id);
    }
    expect(await faultOf(addDomain(caller, { host: newHost() }))).toMatchObject({ code: "rate_limited" });
  });

  it("is rolled back if the answer cannot be stored", async () => {
    const refuse = async () => {
      throw new Error("taken over");
    };
    await expect(addDomain(caller, { host: newHost() }, refuse)).rejects.toThrow("taken over");
    expect((await listDomains(caller, { limit: 20 })).data).toEqual([]);
  });
});

it("sandbox keys get sandbox_forbidden from every domain function", async () => {
  const { id } = await add();
  const sandbox: Caller = { ...caller, environment: "sandbox" };
  const calls = [
    listDomains(sandbox, { limit: 20 }),
    addDomain(sandbox, { host: newHost() }),
    getDomain(sandbox, id),
    changeDomain(sandbox, id, {}),
    verifyDomain(sandbox, id),
    deleteDomain(sandbox, id),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "sandbox_forbidden"));
  expect(await listUsableHosts(sandbox)).toEqual([]);
});

describe("listDomains", () => {
  it("lists domains newest first, by page and by cursor", async () => {
    const added = [];
    for (let count = 0; count < 5; count += 1) added.unshift(await add());
    const ids = added.map(({ id }) => id);
    const first = await listDomains(caller, { limit: 2 });
    expect(first.data).toEqual(added.slice(0, 2));
    expect(first.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 5,
      pages: 3,
      nextCursor: expect.any(String),
    });
    const found = [...first.data];
    let cursor = first.pagination.nextCursor;
    while (cursor !== null) {
      const page = await listDomains(caller, { limit: 2, cursor });
      found.push(...page.data);
      cursor = page.pagination.nextCursor;
    }
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect((await listDomains(caller, { page: 3, limit: 2 })).data.map(({ id }) => id)).toEqual(ids.slice(4));
    expect((await listDomains(caller, { page: Number.MAX_SAFE_INTEGER, limit: 100 })).data).toEqual([]);
    expect(await codeOf(listDomains(caller, { limit: 2, cursor: "nonsense" }))).toBe("validation_failed");
  });

  it("hides domains of other accounts, as do all other functions", async () => {
    const { id } = await addServed();
    const stranger = await newCaller("pro");
    expect((await listDomains(stranger, { limit: 20 })).data).toEqual([]);
    expect(await listConsoleDomains(stranger)).toEqual([]);
    for (const unknown of [id, newId(), "nonsense"]) {
      const calls = [
        getDomain(stranger, unknown),
        getConsoleDomain(stranger, unknown),
        changeDomain(stranger, unknown, { isDefault: true }),
        verifyDomain(stranger, unknown),
        deleteDomain(stranger, unknown, "service"),
      ];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "not_found"));
    }
    expect(await getDomain(caller, id)).toMatchObject({ status: "verified", isDefault: false });
  });
});

describe("changeDomain", () => {
  it("sets the given URLs, and null removes one", async () => {
    const { id, host } = await add();
    const one = await changeDomain(caller, id, {
      rootUrl: "https://example.com",
      expiredUrl: "https://example.com/late",
    });
    expect(one).toMatchObject({
      host,
      rootUrl: "https://example.com/",
      expiredUrl: "https://example.com/late",
    });
    const two = await changeDomain(caller, id, { rootUrl: null, notFoundUrl: "https://example.com/none" });
    expect(two).toMatchObject({
      rootUrl: null,
      notFoundUrl: "https://example.com/none",
      expiredUrl: "https://example.com/late",
    });
    expect(two.updatedAt > one.updatedAt).toBe(true);
    expect(await changeDomain(caller, id, { ...two })).toEqual(two);
    expect(await codeOf(changeDomain(caller, id, { rootUrl: "nowhere" }))).toBe("invalid_url");
  });

  it("makes a served domain the default in place of another", async () => {
    const [one, two] = [await addServed(), await addServed()];
    expect(await changeDomain(caller, one.id, { isDefault: true })).toMatchObject({ isDefault: true });
    expect(await changeDomain(caller, two.id, { isDefault: true })).toMatchObject({ isDefault: true });
    expect(await getDomain(caller, one.id)).toMatchObject({ isDefault: false });
    await changeDomain(caller, one.id, { isDefault: false });
    expect(await listUsableHosts(caller)).toEqual(
      [
        { host: one.host, isDefault: false },
        { host: two.host, isDefault: true },
      ].sort((a, b) => (a.host < b.host ? -1 : 1)),
    );
    expect(await changeDomain(caller, two.id, { isDefault: false })).toMatchObject({ isDefault: false });
  });

  it("leaves one default after concurrent calls", async () => {
    const domains = [await addServed(), await addServed(), await addServed()];
    await Promise.all(domains.map(({ id }) => changeDomain(caller, id, { isDefault: true })));
    const { data } = await listDomains(caller, { limit: 20 });
    expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("refuses to make a pending domain the default", async () => {
    const [pending, served] = [await add(), await addServed()];
    await changeDomain(caller, served.id, { isDefault: true });
    expect(await codeOf(changeDomain(caller, pending.id, { isDefault: true }))).toBe("domain_not_verified");
    expect(await getDomain(caller, served.id)).toMatchObject({ isDefault: true });
  });
});

describe("domains after a downgrade", () => {
  it("stay in use, but those beyond the limit take no new codes", async () => {
    const [one, two] = [await addServed(), await addServed()];
    const starter: Caller = { ...caller, plan: "starter" };
    expect(await listUsableHosts(starter)).toEqual([{ host: one.host, isDefault: false }]);
    const pending = await add();
    expect((await listConsoleDomains(starter)).map(({ id, isOverLimit }) => [id, isOverLimit])).toEqual([
      [pending.id, true],
      [two.id, true],
      [one.id, false],
    ]);
    expect(await getConsoleDomain(caller, pending.id)).toMatchObject({ isOverLimit: false });
    expect(await codeOf(changeDomain(starter, two.id, { isDefault: true }))).toBe("quota_exceeded");
    expect(await codeOf(add(newHost(), starter))).toBe("quota_exceeded");
    const free: Caller = { ...caller, plan: "free" };
    expect(await listUsableHosts(free)).toEqual([]);
    expect(await changeDomain(free, one.id, { rootUrl: "https://example.com/" })).toMatchObject({
      rootUrl: "https://example.com/",
    });
    expect(await verifyDomain(free, one.id)).toMatchObject({ status: "verified" });
    await deleteDomain(free, one.id);
    expect(await listUsableHosts(starter)).toEqual([{ host: two.host, isDefault: false }]);
  });
});

describe("the domains that can take a deleted one's codes", () => {
  const targetsOf = async (id: string, plan: Caller["plan"] = "pro") =>
    (await getConsoleDomain({ ...caller, plan }, id)).moveTargets.map(({ host }) => host);

  it("are the oldest served ones within the plan once it is gone", async () => {
    const [one, two, pending, three] = [await addServed(), await addServed(), await add(), await addServed()];
    expect(await targetsOf(two.id)).toEqual([one.host, three.host]);
    expect(await targetsOf(one.id, "starter")).toEqual([two.host]);
    expect(await targetsOf(two.id, "starter")).toEqual([one.host]);
    expect(await targetsOf(pending.id, "starter")).toEqual([one.host]);
    expect(await targetsOf(one.id, "free")).toEqual([]);
    await suspendDomain(two.host, { reason: "Phishing" });
    expect(await targetsOf(one.id)).toEqual([three.host]);
  });
});

describe("deleting domains", () => {
  it("deletes a domain without codes and frees its host", async () => {
    const { id, host } = await addServed();
    await deleteDomain(caller, id);
    expect(await codeOf(getDomain(caller, id))).toBe("not_found");
    expect(await codeOf(deleteDomain(caller, id))).toBe("not_found");
    expect((await add(host)).status).toBe("pending");
  });

  it("frees the hosts of a deleted account", async () => {
    const account = await newAccount("pro");
    const who = callerOf(account, "pro");
    const { host } = await addServed(newHost(), who);
    const { id, dns } = await add(host);
    names.answer(dns.txtName, { txt: [dns.txtValue] });
    await deleteAccount(account.accountId);
    const { rows } = await sql.query("SELECT id FROM domain WHERE host = $1", [host]);
    expect(rows).toEqual([{ id }]);
    expect(await verifyDomain(caller, id)).toMatchObject({ status: "verified" });
  });

  it("deletes domains that were not verified within 30 days", async () => {
    const [young, old, proved] = [await add(), await add(), await addServed()];
    const age = (id: string, interval: string) =>
      sql.query("UPDATE domain SET created_at = now() - $2::interval WHERE id = $1", [id, interval]);
    await age(young.id, "29 days 23 hours");
    await age(old.id, "30 days 1 minute");
    await age(proved.id, "300 days");
    expect(await deleteUnprovedDomains()).toBe(1);
    const { data } = await listDomains(caller, { limit: 20 });
    expect(data.map(({ id }) => id)).toEqual([young.id, proved.id]);
  });
});
