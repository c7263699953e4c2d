import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { insertDomain, newHost, type TestDomain } from "@/e2e/support/domains";
import { DnsStub } from "@/e2e/support/webhooks/dns-stub";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail";
import { deleteAccount } from "@/lib/users/delete-account";
import { addDomain, changeDomain, deleteDomain, getDomain, listUsableHosts, verifyDomain } from "./index";
import { resumeDomain, showDomain, suspendDomain } from "./operator";
import { domainSchema } from "./schema";

let names: DnsStub;
beforeAll(async () => {
  names = await new DnsStub().open();
  vi.stubEnv("DOMAIN_DNS_SERVERS", names.address);
  vi.stubEnv("BASE_URL", "https://qr.quietzone.example");
});
afterAll(() => names.close());

let account: TestAccount;
let caller: Caller;
let domain: TestDomain;
beforeEach(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
  domain = await insertDomain(account);
});

const reason = "Its codes ask for bank passwords.";
const suspended = { since: expect.any(String), reason };
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, details }) => [code, details?.[0]?.code],
  );
const create = (host?: string) =>
  createCode(caller, { ...plainCode, isDynamic: true, ...(host !== undefined && { domain: host }) });

it("suspends a host in any case, keeps the start with a new reason, and resumes it", async () => {
  const { id, host, accountId } = domain;
  const result = { host, domains: [{ id, accountId, status: "verified" }], suspended };
  const first = await suspendDomain(host.toUpperCase(), { reason });
  expect(first).toEqual(result);
  const shown = await getDomain(caller, id);
  expect(domainSchema.parse(shown).suspended).toEqual(first.suspended);
  const again = await suspendDomain(host, { reason: "Phishing" });
  expect(again.suspended).toEqual({ since: first.suspended?.since, reason: "Phishing" });
  expect(await showDomain(host)).toEqual(again);
  expect(await resumeDomain(host)).toEqual({ ...result, suspended: null });
  expect(await showDomain(host)).toEqual({ ...result, suspended: null });
  expect(await getDomain(caller, id)).not.toHaveProperty("suspended");
  expect(await resumeDomain(host)).toEqual({ ...result, suspended: null });
  const { rows } = await sql.query(
    "SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY created_at, id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "domain.suspended",
    "domain.suspended",
    "domain.resumed",
  ]);
});

it("emails the reason to the owner once", async () => {
  await suspendDomain(domain.host, { reason });
  await suspendDomain(domain.host, { reason: "Phishing" });
  const mails = listKeptMails()?.filter(({ to }) => to === account.email);
  expect(mails).toMatchObject([
    { subject: `${domain.host} is suspended`, text: expect.stringContaining(`> ${reason}`) },
  ]);
});

it.each(["/menu", "?a=1", "#top", "\\menu", ":443"])(
  "finds no domain for a host followed by %s",
  async (rest) => {
    expect(await faultOf(suspendDomain(`${domain.host}${rest}`, { reason }))).toEqual([
      "not_found",
      undefined,
    ]);
    expect(await getDomain(caller, domain.id)).not.toHaveProperty("suspended");
  },
);

it("A5: hides a suspension from an account that only claimed the host, and lets it delete the claim", async () => {
  const rival = callerOf(await newAccount("pro"), "pro");
  const { id, dns } = await addDomain(rival, { host: domain.host });
  expect((await suspendDomain(domain.host, { reason })).domains.map((one) => one.id)).toEqual([domain.id]);
  names.answer(dns.txtName, { txt: [] });
  expect(await verifyDomain(rival, id)).not.toHaveProperty("suspended");
  expect(await getDomain(rival, id)).not.toHaveProperty("suspended");
  await deleteDomain(rival, id);
});

it.each(["", "nothing.example.com", "a b", "https://example.com"])("finds no domain “%s”", async (host) => {
  expect(await faultOf(suspendDomain(host, { reason }))).toEqual(["not_found", undefined]);
  expect(await faultOf(resumeDomain(host))).toEqual(["not_found", undefined]);
  expect(await faultOf(showDomain(host))).toEqual(["not_found", undefined]);
});

it("refuses a suspended domain for new codes, as default and for deletion", async () => {
  const { id, host } = domain;
  await changeDomain(caller, id, { isDefault: true });
  await suspendDomain(host, { reason });
  expect(await listUsableHosts(caller)).toEqual([]);
  expect(await faultOf(create(host))).toEqual(["domain_not_verified", "suspended"]);
  expect((await create()).domain).toBeNull();
  expect(await faultOf(deleteDomain(caller, id, "service"))).toEqual(["domain_in_use", "suspended"]);
  await changeDomain(caller, id, { isDefault: false });
  expect(await faultOf(changeDomain(caller, id, { isDefault: true }))).toEqual([
    ...["domain_not_verified", "domain_not_verified"],
  ]);
  const other = await insertDomain(account);
  expect(await faultOf(deleteDomain(caller, other.id, id))).toEqual([
    ...["domain_not_verified", "domain_not_verified"],
  ]);
  await resumeDomain(host);
  expect((await create(host)).domain).toBe(host);
});

it("keeps a host suspended when another account proves it", async () => {
  const host = newHost();
  const lost = await insertDomain(account, { host });
  await suspendDomain(host, { reason });
  const winner = await newAccount("pro");
  const rival = callerOf(winner, "pro");
  const { id, dns } = await addDomain(rival, { host });
  names.answer(dns.txtName, { txt: [dns.txtValue] });
  expect(await verifyDomain(rival, id)).toMatchObject({ status: "verified", suspended });
  const mails = listKeptMails()?.filter(({ to }) => to === winner.email);
  expect(mails).toMatchObject([
    { subject: `${host} is suspended`, text: expect.stringContaining(`> ${reason}`) },
  ]);
  expect((await resumeDomain(host)).domains.map((one) => one.id)).toEqual([lost.id, id]);
  expect(await getDomain(rival, id)).not.toHaveProperty("suspended");
});

it("P7: keeps a host suspended when its account is deleted and another account proves it", async () => {
  const { host } = domain;
  const { since } = (await suspendDomain(host, { reason })).suspended ?? {};
  await deleteAccount(account.accountId);
  expect(await showDomain(host)).toEqual({ host, domains: [], suspended: { since, reason } });
  const kept = { since, reason: "Phishing" };
  expect(await suspendDomain(host, { reason: "Phishing" })).toEqual({ host, domains: [], suspended: kept });
  const rival = callerOf(await newAccount("pro"), "pro");
  const { id, dns } = await addDomain(rival, { host });
  expect(await getDomain(rival, id)).not.toHaveProperty("suspended");
  names.answer(dns.txtName, { txt: [dns.txtValue] });
  expect(await verifyDomain(rival, id)).toMatchObject({ status: "verified", suspended: kept });
  expect((await resumeDomain(host)).suspended).toBeNull();
  expect(await getDomain(rival, id)).not.toHaveProperty("suspended");
  await deleteAccount(rival.accountId);
  expect(await faultOf(showDomain(host))).toEqual(["not_found", undefined]);
});

it("resumes a suspended host whose account was deleted", async () => {
  const { host } = domain;
  await suspendDomain(host, { reason });
  await deleteAccount(account.accountId);
  expect(await resumeDomain(host)).toEqual({ host, domains: [], suspended: null });
  expect(await faultOf(resumeDomain(host))).toEqual(["not_found", undefined]);
});
