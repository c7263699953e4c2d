import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { insertDomain, newHost } from "@/e2e/support/domains";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes/create";
import { deleteCode } from "@/lib/codes/delete";
import { suspendCode } from "@/lib/codes/operator";
import { getCode } from "@/lib/codes/read";
import { codeChangeSchema, newCodeSchema } from "@/lib/codes/schema";
import { updateCode } from "@/lib/codes/update";
import { newId } from "@/lib/platform/ids";
import { addDomain, deleteDomain, getConsoleDomain, getDomain, listDomains } from "./index";

beforeAll(() => {
  vi.stubEnv("BASE_URL", "https://qr.quietzone.example");
});

let account: TestAccount;
let caller: Caller;

beforeEach(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
});

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, details }) => ({ code, details }),
  );
const codeOf = async (work: Promise<unknown>) => (await faultOf(work))?.code ?? "done";

describe("a domain with codes", () => {
  const create = (more: object) =>
    createCode(caller, newCodeSchema.parse({ ...plainCode, isDynamic: true, ...more }));
  const urlOf = async (id: string) => (await getCode(caller, id)).shortUrl;
  /** A code with the slug `menu` on a host, and its generated code, which opens there, too. */
  async function createNamed(domain: string): Promise<{ id: string; shortCode: string }> {
    const { id, shortUrl } = await create({});
    await updateCode(caller, id, codeChangeSchema.parse({ domain, slug: "menu" }));
    return { id, shortCode: String(shortUrl).slice(-8) };
  }

  it("reports its number of codes and cannot be deleted", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const moved = await create({ domain: one.host, slug: "menu" });
    await create({ domain: one.host });
    await updateCode(caller, moved.id, codeChangeSchema.parse({ domain: two.host }));
    expect(await getDomain(caller, one.id)).toMatchObject({ codes: 1 });
    // The code that moved has left its slug there.
    expect(await getConsoleDomain(caller, one.id)).toMatchObject({ codes: 1, aliases: 1 });
    expect(await faultOf(deleteDomain(caller, one.id))).toMatchObject({
      code: "domain_in_use",
      details: [{ field: "moveTo", codes: 1, aliases: 1 }],
    });
    expect(await getDomain(caller, one.id)).toMatchObject({ status: "verified" });
  });

  it("is deleted after its codes move to another domain or to the service's host", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const slug = `menu-${newId().slice(-8)}`;
    const { id } = await create({ domain: one.host, slug });
    await deleteDomain(caller, one.id, two.id);
    expect(await urlOf(id)).toBe(`https://${two.host}/${slug}`);
    await deleteDomain(caller, two.id, "service");
    expect(await urlOf(id)).toBe(`https://qr.quietzone.example/r/${slug}`);
    expect((await listDomains(caller, { limit: 20 })).data).toEqual([]);
  });

  it("is kept with all its codes if one cannot move", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const first = await create({ domain: one.host, slug: "menu" });
    const other = await create({ domain: one.host, slug: "card" });
    await create({ domain: two.host, slug: "card" });
    expect(await faultOf(deleteDomain(caller, one.id, two.id))).toMatchObject({
      code: "slug_taken",
      details: [{ path: "card" }],
    });
    expect(await urlOf(first.id)).toBe(`https://${one.host}/menu`);
    expect(await urlOf(other.id)).toBe(`https://${one.host}/card`);
    expect(await getDomain(caller, one.id)).toMatchObject({ codes: 2 });
  });

  it("is kept if a slug is the generated code of a code on the other domain, which opens there in any case", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const { shortCode } = await createNamed(two.host);
    const other = await create({ domain: one.host, slug: shortCode.toLowerCase() });
    expect(await faultOf(deleteDomain(caller, one.id, two.id))).toMatchObject({
      code: "slug_taken",
      details: [{ path: shortCode.toLowerCase() }],
    });
    expect(await urlOf(other.id)).toContain(one.host);
  });

  it("keeps out a code whose generated code is a slug there, by a move and by a change of domain", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const { id, shortCode } = await createNamed(one.host);
    await create({ domain: two.host, slug: shortCode });
    expect(await codeOf(deleteDomain(caller, one.id, two.id))).toBe("slug_taken");
    expect(await codeOf(updateCode(caller, id, codeChangeSchema.parse({ domain: two.host })))).toBe(
      "slug_taken",
    );
    expect(await urlOf(id)).toBe(`https://${one.host}/menu`);
  });

  it("P3: keeps a suspended code's generated path closed on the domain that it has left", async () => {
    const one = await insertDomain(account);
    const { id, shortCode } = await createNamed(one.host);
    await suspendCode(id, { reason: "Reported" });
    await updateCode(caller, id, codeChangeSchema.parse({ domain: null, slug: null }));
    const reuse = () => codeOf(create({ domain: one.host, slug: shortCode }));
    expect(await reuse()).toBe("slug_taken");
    await deleteCode(caller, id);
    expect(await reuse()).toBe("slug_taken");
  });

  it("P3: keeps out a code whose generated code is a closed path there", async () => {
    const one = await insertDomain(account);
    const { id, shortUrl } = await create({});
    const shortCode = String(shortUrl).slice(-8);
    const closed = await create({ domain: one.host, slug: shortCode });
    await suspendCode(closed.id, { reason: "Reported" });
    await deleteCode(caller, closed.id);
    expect(
      await codeOf(updateCode(caller, id, codeChangeSchema.parse({ domain: one.host, slug: "z" }))),
    ).toBe("slug_taken");
  });

  it("moves without the aliases that cannot be there", async () => {
    const one = await insertDomain(account);
    const { id } = await create({ domain: one.host, slug: "ab" });
    const slug = `menu-${newId().slice(-8)}`;
    await updateCode(caller, id, codeChangeSchema.parse({ slug }));
    await deleteDomain(caller, one.id, "service");
    const { shortUrl, aliases } = await getCode(caller, id);
    expect(shortUrl).toBe(`https://qr.quietzone.example/r/${slug}`);
    expect(aliases).toHaveLength(1);
  });

  it("P7: cannot be deleted while one of its paths is suspended, even after that code is deleted", async () => {
    const [one, two] = [await insertDomain(account), await insertDomain(account)];
    const { id } = await create({ domain: one.host, slug: "menu" });
    await suspendCode(id, { reason: "Reported" });
    const refused = { code: "domain_in_use", details: [{ field: "id", code: "suspended" }] };
    for (const moveTo of [undefined, two.id, "service"])
      expect(await faultOf(deleteDomain(caller, one.id, moveTo))).toMatchObject(refused);
    await deleteCode(caller, id);
    expect(await faultOf(deleteDomain(caller, one.id))).toMatchObject(refused);
  });

  it("is either deleted or given a code by a concurrent change, never both", async () => {
    const [one] = [await insertDomain(account)];
    const { id } = await create({});
    for (let round = 0; round < 5; round += 1) {
      const { id: next, host } = await insertDomain(account);
      const outcomes = await Promise.all([
        codeOf(updateCode(caller, id, codeChangeSchema.parse({ domain: host }))),
        codeOf(deleteDomain(caller, next)),
      ]);
      expect([
        ["done", "domain_in_use"],
        ["domain_not_verified", "done"],
      ]).toContainEqual(outcomes);
      await updateCode(caller, id, codeChangeSchema.parse({ domain: null }));
    }
    expect(await getDomain(caller, one.id)).toMatchObject({ codes: 0 });
  });

  it("moves its codes only to a domain that can take them", async () => {
    const [one, two, pending] = [
      await insertDomain(account),
      await insertDomain(account),
      await addDomain(caller, { host: newHost() }),
    ];
    const stranger = await insertDomain(await newAccount("pro"));
    const { id } = await create({ domain: one.host });
    for (const goal of [pending.id, stranger.id, newId(), "nonsense", two.host])
      expect(await codeOf(deleteDomain(caller, one.id, goal))).toBe("domain_not_verified");
    expect(await codeOf(deleteDomain(caller, one.id, one.id))).toBe("validation_failed");
    const third = await insertDomain(account);
    const starter: Caller = { ...caller, plan: "starter" };
    expect(await codeOf(deleteDomain(starter, one.id, third.id))).toBe("quota_exceeded");
    expect(await urlOf(id)).toContain(one.host);
    // The one that goes makes room.
    expect(await codeOf(deleteDomain(starter, one.id, two.id))).toBe("done");
    expect(await urlOf(id)).toContain(two.host);
  });

  it("is either deleted or used by a code created at the same time, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, host } = await insertDomain(account);
      const created = create({ domain: host }).then(
        () => "done",
        ({ code }) => code,
      );
      const codes = [await codeOf(deleteDomain(caller, id)), await created];
      expect([
        ["done", "domain_not_verified"],
        ["domain_in_use", "done"],
      ]).toContainEqual(codes);
      if (codes[1] === "done") await deleteDomain(caller, id, "service");
    }
  });
});
