import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { addListener, readEvents } from "@/e2e/support/events";
import { findKeptMail } from "@/e2e/support/kept-mails";
import { DnsStub } from "@/e2e/support/webhooks/dns-stub";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { addDomain, changeDomain, getConsoleDomain, listUsableHosts, verifyDomain } from "./index";
import { type ConsoleDomain, type Domain, failingDataSchema } from "./schema";
import { checkDueDomains } from "./verify";

let names: DnsStub;

beforeAll(async () => {
  names = await new DnsStub().open();
  vi.stubEnv("DOMAIN_DNS_SERVERS", names.address);
  vi.stubEnv("DOMAIN_TARGETS", "203.0.113.7");
  vi.stubEnv("BASE_URL", "https://qr.quietzone.example");
});

afterAll(() => names.close());

let account: TestAccount;
let caller: Caller;
let host: string;
let domain: Domain;

beforeEach(async () => {
  // Other files have left codes on theirs.
  await sql.query("UPDATE qr_code SET domain_id = NULL WHERE domain_id IS NOT NULL");
  await sql.query("DELETE FROM domain");
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
  host = `go.${newId().slice(-12)}.example.com`;
  domain = await addDomain(caller, { host });
});

/** What the TXT record of the host holds from now on. */
const prove = (...domains: Domain[]) =>
  names.answer(`_quietzone.${host}`, { txt: domains.map(({ dns }) => dns.txtValue) });
const fail = () => names.answer(`_quietzone.${host}`, { code: "SERVFAIL" });

const verify = () => verifyDomain(caller, domain.id);
const read = (who = caller, id = domain.id): Promise<ConsoleDomain> => getConsoleDomain(who, id);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }) => code,
  );

/** Another account with the same host. */
async function addRival() {
  const owner = await newAccount("starter");
  const rival = callerOf(owner, "starter");
  return { owner, caller: rival, domain: await addDomain(rival, { host }) };
}

/** Has a check come due, and run. */
async function check(id = domain.id): Promise<number> {
  // Not now: the column holds milliseconds, so that it may be rounded up to a moment that is still to come.
  await sql.query("UPDATE domain SET next_check_at = now() - interval '1 second' WHERE id = $1", [id]);
  return checkDueDomains();
}

const hoursUntilCheck = async () =>
  Math.round((Date.parse((await read()).nextCheckAt) - Date.now()) / 3_600_000);

describe("verifyDomain", () => {
  it("returns what was found for a pending domain without its record", async () => {
    names.answer(host, { a: ["203.0.113.9"] });
    expect(await verify()).toMatchObject({ status: "pending", pointsHere: false, verifiedAt: null });
    expect(await read()).toMatchObject({
      findings: { hasProof: false, addresses: ["203.0.113.9"], fault: null },
      checkedAt: expect.any(String),
      updatedAt: domain.updatedAt,
      isServed: false,
    });
  });

  it("serves the host once its record is found, wherever the host points", async () => {
    prove(domain);
    const verified = await verify();
    expect(verified).toMatchObject({ status: "verified", pointsHere: false, verifiedAt: expect.any(String) });
    expect(await read()).toMatchObject({ isServed: true, findings: { hasProof: true, addresses: [] } });
    expect(await listUsableHosts(caller)).toEqual([{ host, isDefault: false }]);
    names.answer(host, { a: ["203.0.113.7"] });
    expect(await verify()).toEqual({ ...verified, pointsHere: true, checkedAt: expect.any(String) });
  });

  it("ignores the record of another account", async () => {
    const rival = await addRival();
    prove(rival.domain);
    expect(await verify()).toMatchObject({ status: "pending" });
  });

  it("leaves a verified domain and its next check unchanged if the record is missing", async () => {
    prove(domain);
    await verify();
    const { nextCheckAt } = await read();
    prove();
    for (let count = 0; count < 4; count += 1) await verify();
    expect(await read()).toMatchObject({
      status: "verified",
      isServed: true,
      findings: { hasProof: false },
      nextCheckAt,
    });
  });

  it("makes a failing domain verified again", async () => {
    prove(domain);
    await verify();
    prove();
    for (let count = 0; count < 3; count += 1) await check();
    expect((await read()).status).toBe("failing");
    prove(domain);
    expect(await verify()).toMatchObject({ status: "verified" });
  });

  it("reports a DNS failure and changes nothing else", async () => {
    prove(domain);
    const { verifiedAt, updatedAt } = await verify();
    fail();
    expect(await verify()).toMatchObject({ status: "verified", verifiedAt, updatedAt });
    expect((await read()).findings).toMatchObject({ hasProof: false, fault: "ESERVFAIL" });
  });

  it("is limited to 20 calls per account and hour", async () => {
    prove(domain);
    for (let count = 0; count < 20; count += 1) await verify();
    await expect(verify()).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
      message: expect.stringContaining("20 times per hour"),
    });
    const rival = await addRival();
    prove(rival.domain);
    expect(await codeOf(verifyDomain(rival.caller, rival.domain.id))).toBe("done");
  });
});

describe("a host claimed by two accounts", () => {
  it("does not take a host by an answer from before its owner proved it", async () => {
    const rival = await addRival();
    prove(rival.domain);
    let number = 0;
    names.answer(host, ({ type }) => ({
      a: ["203.0.113.9"],
      delayMs: type === "A" && number++ === 0 ? 3_000 : 0,
    }));
    const late = verifyDomain(rival.caller, rival.domain.id);
    // It has the proof of before, and waits for the addresses.
    await expect.poll(() => names.countOf(`_quietzone.${host}`, "TXT")).toBe(1);
    await expect.poll(() => number).toBe(1);
    prove(domain);
    expect(await verify()).toMatchObject({ status: "verified" });
    expect(await late).toMatchObject({ status: "pending" });
    expect(await read()).toMatchObject({ status: "verified", isServed: true });
  });

  it("P13: stays with the first account while its record exists", async () => {
    const rival = await addRival();
    prove(domain, rival.domain);
    await verify();
    const keep = vi.fn(async () => {});
    expect(await codeOf(verifyDomain(rival.caller, rival.domain.id, keep))).toBe("domain_taken");
    expect(keep).not.toHaveBeenCalled();
    expect(await read(rival.caller, rival.domain.id)).toMatchObject({
      status: "pending",
      isServed: false,
      findings: { hasProof: true },
    });
    expect(await read()).toMatchObject({ status: "verified", isServed: true });
  });

  it("P13: stays with the first account if DNS does not answer", async () => {
    const rival = await addRival();
    prove(domain);
    await verify();
    fail();
    expect(await verifyDomain(rival.caller, rival.domain.id)).toMatchObject({ status: "pending" });
    expect(await read()).toMatchObject({ isServed: true });
  });

  it("P13: moves when the record is replaced by the second account's, and back again", async () => {
    const rival = await addRival();
    await addListener(caller, { events: ["domain.failing"] });
    await addListener(rival.caller, { events: ["domain.failing"] });
    const failing = async (who: Caller) =>
      (await readEvents(who)).map(({ type, body }) => [type, body.data.id]);
    prove(domain);
    await verify();
    await changeDomain(caller, domain.id, { isDefault: true });
    prove(rival.domain);
    expect(await verifyDomain(rival.caller, rival.domain.id)).toMatchObject({ status: "verified" });
    expect(await read()).toMatchObject({ status: "failing", isServed: false, isDefault: false });
    expect(await listUsableHosts(caller)).toEqual([]);
    expect(await failing(caller)).toEqual([["domain.failing", domain.id]]);
    expect(await failing(rival.caller)).toEqual([]);
    const mail = findKeptMail(account.email, `${host} moved to another account`);
    expect(mail?.text).toContain(domain.dns.txtValue);
    expect(mail?.text).not.toContain(rival.domain.dns.txtValue);
    prove(domain);
    expect(await verify()).toMatchObject({ status: "verified" });
    expect(await read(rival.caller, rival.domain.id)).toMatchObject({ status: "failing", isServed: false });
  });

  it("P13: goes to one account if both verify it at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const rival = await addRival();
      prove(domain, rival.domain);
      const codes = await Promise.all([
        codeOf(verify()),
        codeOf(verifyDomain(rival.caller, rival.domain.id)),
      ]);
      const { rows } = await sql.query("SELECT id FROM domain WHERE host = $1 AND is_served", [host]);
      expect(rows).toHaveLength(1);
      expect(codes.sort()).toEqual(["domain_taken", "done"].sort());
      await sql.query("DELETE FROM domain WHERE id = $1", [rival.domain.id]);
      await sql.query("UPDATE domain SET is_served = false, status = 'pending'");
    }
  });

  it("P13: does not move in a scheduled check, since a record may be missing briefly", async () => {
    const rival = await addRival();
    prove(domain);
    await verify();
    prove(rival.domain);
    await check(rival.domain.id);
    expect(await read(rival.caller, rival.domain.id)).toMatchObject({
      status: "pending",
      isServed: false,
      findings: { hasProof: true },
    });
    expect(await read()).toMatchObject({ status: "verified", isServed: true });
  });
});

describe("scheduled checks", () => {
  it("check a pending domain after ten minutes, hourly for a day, then daily", async () => {
    expect(await checkDueDomains()).toBe(0);
    expect(Date.parse((await read()).nextCheckAt) - Date.now()).toBeLessThan(600_000);
    expect(await check()).toBe(1);
    expect(await hoursUntilCheck()).toBe(1);
    await sql.query("UPDATE domain SET created_at = now() - interval '25 hours'");
    await check();
    expect(await hoursUntilCheck()).toBe(24);
    prove(domain);
    await check();
    expect(await read()).toMatchObject({ status: "verified", isServed: true });
    expect(await hoursUntilCheck()).toBe(24);
    expect(await checkDueDomains()).toBe(0);
  });

  it("mark a domain as failing after three days without the record, but keep serving it", async () => {
    prove(domain);
    await verify();
    prove();
    await addListener(caller, { events: ["domain.failing"] });
    for (const status of ["verified", "verified", "failing", "failing"]) {
      await check();
      expect(await read()).toMatchObject({ status, isServed: true });
    }
    const [event, ...others] = (await readEvents(caller)).map(({ type, body }) => ({
      type,
      data: body.data,
    }));
    expect(others).toEqual([]);
    expect(event).toEqual({
      type: "domain.failing",
      data: { id: domain.id, host, at: expect.any(String) },
    });
    expect(failingDataSchema.parse(event?.data)).toEqual(event?.data);
    const mail = findKeptMail(account.email, `${host} is failing`);
    expect(mail?.text).toContain(domain.dns.txtValue);
    expect(mail?.text).toContain(`https://qr.quietzone.example/domains/${domain.id}`);
    prove(domain);
    await check();
    expect(await read()).toMatchObject({ status: "verified", isServed: true });
    prove();
    await check();
    await check();
    expect((await read()).status).toBe("verified");
  });

  it("require three failed days in a row", async () => {
    prove(domain);
    await verify();
    for (const isThere of [false, false, true, false, false]) {
      prove(...(isThere ? [domain] : []));
      await check();
    }
    expect((await read()).status).toBe("verified");
  });

  it("are repeated after an hour if DNS fails, and do not count", async () => {
    prove(domain);
    await verify();
    fail();
    for (let count = 0; count < 5; count += 1) await check();
    expect(await read()).toMatchObject({ status: "verified", findings: { fault: "ESERVFAIL" } });
    expect(await hoursUntilCheck()).toBe(1);
  });

  it("are run by one process per domain", async () => {
    const owner = { ...caller, accountId: account.accountId };
    for (let count = 0; count < 4; count += 1) await addDomain(owner, { host: `g${count}.${host}` });
    await sql.query("UPDATE domain SET next_check_at = now()");
    names.questions.length = 0;
    const checked = await Promise.all([checkDueDomains(), checkDueDomains(), checkDueDomains()]);
    expect(checked.reduce((sum, count) => sum + count)).toBe(5);
    expect(names.questions.filter(({ type }) => type === "TXT")).toHaveLength(5);
  });
});
