import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import type { Domain, DomainPage } from "@/lib/domains/schema";
import { newAccount, newKey, type TestAccount } from "../support/accounts";
import { plainCode } from "../support/codes";
import { newHost } from "../support/domains";
import { openServices } from "../support/process/services";
import { DnsStub } from "../support/webhooks/dns-stub";

/** What answers hold here, each some of it. */
interface Json extends Domain, DomainPage {
  code: string;
  shortUrl: string;
}

let names: DnsStub;
let origin: string;

beforeAll(async () => {
  names = await new DnsStub().open();
  const service = await start({
    DATABASE_URL: inject("databaseUrl"),
    DATA_DIR: newFolder(),
    BASE_URL: "https://qr.quietzone.example",
    BASE_URL_ALIASES: "old.quietzone.example",
    DOMAIN_DNS_SERVERS: names.address,
    DOMAIN_TARGETS: "203.0.113.7",
  });
  origin = service.baseUrl;
});
afterAll(() => names.close());
// Its own afterAll comes first: the service is gone before its name server is.
const { newFolder, start } = openServices();

interface Owner {
  account: TestAccount;
  call(method: string, path?: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

interface Answer {
  status: number;
  headers: Headers;
  json: Json;
}

async function newOwner(plan: "developer" | "pro" = "pro"): Promise<Owner> {
  const account = await newAccount(plan);
  return { account, call: callWith((await newKey(account)).apiKey) };
}

const callWith =
  (apiKey: string, root = "/domains"): Owner["call"] =>
  async (method, path = "", body, headers = {}) => {
    const response = await fetch(`${origin}/api/v1${root}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === "" ? {} : JSON.parse(text) };
  };

const statusAndCode = ({ status, json }: Answer) => [status, json.code];

type Proof = Pick<Domain, "dns">;

/** What the TXT record of a host holds from now on. */
const prove = (...domains: [Proof, ...Proof[]]) =>
  names.answer(domains[0].dns.txtName, { txt: domains.map(({ dns }) => dns.txtValue) });
const withdraw = ({ dns }: Proof) => names.answer(dns.txtName, { code: "NXDOMAIN" });

let owner: Owner;
beforeEach(async () => {
  owner = await newOwner();
});

const add = async (host = newHost(), by = owner) => (await by.call("POST", "", { host })).json;

describe("domains API", () => {
  it("adds, verifies, updates and deletes a domain", async () => {
    const host = newHost();
    const added = await owner.call("POST", "", { host: host.toUpperCase() });
    const { id, dns } = added.json;
    expect(added).toMatchObject({
      status: 201,
      json: {
        host,
        status: "pending",
        dns: { txtName: `_quietzone.${host}`, cname: "qr.quietzone.example" },
        pointsHere: false,
        verifiedAt: null,
      },
    });
    expect(added.headers.get("location")).toBe(`https://qr.quietzone.example/api/v1/domains/${id}`);
    expect((await owner.call("POST", `/${id}/verify`)).json).toMatchObject({ status: "pending" });
    prove({ dns });
    names.answer(host, { cname: ["qr.quietzone.example"], a: ["192.0.2.1"] });
    const verified = await owner.call("POST", `/${id}/verify`);
    expect(verified).toMatchObject({ status: 200, json: { status: "verified", pointsHere: true } });
    expect((await owner.call("GET", `/${id}`)).json).toEqual(verified.json);
    const change = { isDefault: true, rootUrl: "https://example.com/" };
    expect(await owner.call("PATCH", `/${id}`, change)).toMatchObject({ status: 200, json: change });
    expect((await owner.call("GET")).json).toMatchObject({
      data: [{ id, ...change }],
      pagination: { page: 1, total: 1, nextCursor: null },
    });
    expect((await owner.call("DELETE", `/${id}`)).status).toBe(204);
    expect(statusAndCode(await owner.call("GET", `/${id}`))).toEqual([404, "not_found"]);
  });

  it("adds one domain per idempotency key", async () => {
    const send = (host: string) => owner.call("POST", "", { host }, { "idempotency-key": "one" });
    const host = newHost();
    const [first, again] = [await send(host), await send(host)];
    expect(again.json).toEqual(first.json);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(statusAndCode(await send(newHost()))).toEqual([422, "idempotency_key_reused"]);
  });

  it.each([
    ["203.0.113.7", "ip_address"],
    ["go.example.com:443", "port"],
    ["*.example.com", "wildcard"],
    ["intranet", "single_label"],
    ["co.uk", "public_suffix"],
    ["github.io", "public_suffix"],
    ["localhost", "special_use"],
    ["printer.local", "special_use"],
    ["db.internal", "special_use"],
    ["qr.quietzone.example", "own_host"],
    ["OLD.quietzone.example", "own_host"],
  ])("rejects %s", async (host, code) => {
    const answer = await owner.call("POST", "", { host });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: "invalid_domain", details: [{ field: "host", code }] },
    });
  });

  it("warns about an apex domain and mixed scripts", async () => {
    const added = await add(`аpple-${newHost().slice(3, 13)}.com`);
    expect(added.host).toMatch(/^xn--/);
    expect(added.warnings?.map(({ code }) => code)).toEqual(["apex_domain", "mixed_script"]);
  });

  it("rejects a root URL on an own domain of the service", async () => {
    const { id, dns } = await add();
    prove({ dns });
    const { host } = (await owner.call("POST", `/${id}/verify`)).json;
    await expect
      .poll(async () =>
        statusAndCode(await owner.call("PATCH", `/${id}`, { rootUrl: `https://${host}/menu` })),
      )
      .toEqual([400, "invalid_url"]);
  });
});

describe("host claimed by two accounts", () => {
  it("goes to the one with the TXT record, not to the one that added it first", async () => {
    const host = newHost();
    const rival = await newOwner("developer");
    const [mine, theirs] = [await add(host), await add(host, rival)];
    names.answer(host, { a: ["203.0.113.7"] });
    const verify = (by: Owner, { id }: Domain) => by.call("POST", `/${id}/verify`);
    const read = async (by: Owner, { id }: Domain) => (await by.call("GET", `/${id}`)).json.status;

    expect((await verify(owner, mine)).json).toMatchObject({ status: "pending", pointsHere: true });
    prove(theirs);
    expect((await verify(owner, mine)).json).toMatchObject({ status: "pending" });
    expect((await verify(rival, theirs)).json).toMatchObject({ status: "verified" });
    prove(theirs, mine);
    expect(statusAndCode(await verify(owner, mine))).toEqual([409, "domain_taken"]);
    names.answer(mine.dns.txtName, { code: "SERVFAIL" });
    expect((await verify(owner, mine)).json).toMatchObject({ status: "pending" });
    expect(await read(rival, theirs)).toBe("verified");
    prove(mine);
    expect((await verify(owner, mine)).json).toMatchObject({ status: "verified" });
    expect(await read(rival, theirs)).toBe("failing");
    withdraw(mine);
    expect((await verify(rival, theirs)).json).toMatchObject({ status: "failing" });
    expect(await read(owner, mine)).toBe("verified");
    prove(mine, theirs);
    expect(statusAndCode(await verify(rival, theirs))).toEqual([409, "domain_taken"]);
  });
});

describe("limits of the domains API", () => {
  it("allow 20 verify calls per hour for each account", async () => {
    const [one, two] = [await add(), await add()];
    for (let count = 0; count < 20; count += 1) {
      const { id } = count % 2 === 0 ? one : two;
      expect((await owner.call("POST", `/${id}/verify`)).status).toBe(200);
    }
    const refused = await owner.call("POST", `/${one.id}/verify`);
    expect(statusAndCode(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  });

  it("enforce the plan's number of domains under concurrency; a downgrade removes none", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.call("POST", "", { host: newHost() })),
    );
    const refused = answers.filter(({ status }) => status === 403);
    expect([answers.length - refused.length, refused.length]).toEqual([5, 3]);
    for (const { json } of refused)
      expect(json).toMatchObject({ code: "quota_exceeded", details: [{ limit: 5, used: 5 }] });
    await changePlan(owner.account.accountId, "developer");
    expect((await owner.call("GET")).json.pagination.total).toBe(5);
    expect(statusAndCode(await owner.call("POST", "", { host: newHost() }))).toEqual([403, "quota_exceeded"]);
  });

  it("refuse sandbox keys, and writes with a key that cannot manage domains", async () => {
    const { id } = await add();
    const { apiKey: sandbox } = await newKey(owner.account, { environment: "sandbox" });
    const { apiKey: reader } = await newKey(owner.account, { permissions: ["qr:read", "qr:write"] });
    expect(statusAndCode(await callWith(sandbox)("GET"))).toEqual([403, "sandbox_forbidden"]);
    expect((await callWith(reader)("GET", `/${id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ["POST", "", { host: newHost() }],
      ["PATCH", `/${id}`, {}],
      ["POST", `/${id}/verify`, undefined],
      ["DELETE", `/${id}`, undefined],
    ] as const)
      expect(statusAndCode(await callWith(reader)(method, path, body))).toEqual([
        403,
        "insufficient_permission",
      ]);
  });
});

it("deleting a domain moves its codes to moveTo, and fails if any of them conflicts", async () => {
  const [one, two] = [await add(), await add()];
  for (const domain of [one, two]) {
    prove(domain);
    await owner.call("POST", `/${domain.id}/verify`);
  }
  const { apiKey } = await newKey(owner.account);
  const create = async (domain: Domain, slug: string) => {
    const body = { ...plainCode, isDynamic: true, domain: domain.host, slug };
    return (await callWith(apiKey, "/qr-codes")("POST", "", body)).json;
  };
  const menu = await create(one, "menu");
  const other = await create(two, "menu");
  const shortUrl = async () => (await callWith(apiKey, "/qr-codes")("GET", `/${menu.id}`)).json.shortUrl;
  expect(await owner.call("DELETE", `/${one.id}`)).toMatchObject({
    status: 409,
    json: { code: "domain_in_use", details: [{ codes: 1, aliases: 0 }] },
  });
  expect(statusAndCode(await owner.call("DELETE", `/${one.id}?moveTo=${two.id}`))).toEqual([
    409,
    "slug_taken",
  ]);
  expect(statusAndCode(await owner.call("DELETE", `/${one.id}?moveTo=nowhere`))).toEqual([
    400,
    "domain_not_verified",
  ]);
  expect(await shortUrl()).toBe(`https://${one.host}/menu`);
  const taking = callWith(apiKey, "/qr-codes");
  expect((await taking("DELETE", `/${other.id}`)).status).toBe(204);
  expect((await owner.call("DELETE", `/${one.id}?moveTo=${two.id}`)).status).toBe(204);
  expect(await shortUrl()).toBe(`https://${two.host}/menu`);
  expect((await owner.call("GET", `/${two.id}`)).json.codes).toBe(1);
});
