import { beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode } from "@/e2e/support/codes";
import { insertDomain, newHost, type TestDomain } from "@/e2e/support/domains";
import { readCode } from "@/e2e/support/public-api";
import type { Caller } from "@/lib/accounts/schema";
import { sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newBase62 } from "@/lib/platform/ids";
import { findTarget } from "@/lib/targets";
import { createCodes, previewCodes } from "./bulk";
import { createCode, previewCode } from "./create";
import { deleteCode } from "./delete";
import { moveCodes } from "./domains";
import { showCode, suspendCode } from "./operator";
import { getCode, listCodes } from "./read";
import { codeChangeSchema, newCodeSchema } from "./schema";
import { updateCode } from "./update";

let account: TestAccount;
let caller: Caller;
let domain: TestDomain;

beforeEach(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
  domain = await insertDomain(account);
});

const inputOf = (more: object) => newCodeSchema.parse({ ...plainCode, isDynamic: true, ...more });
const create = (more: object, by = caller) => createCode(by, inputOf(more));
const change = (id: string, more: object, by = caller) => updateCode(by, id, codeChangeSchema.parse(more));
const move = (from: TestDomain, to: TestDomain | null) =>
  transaction((tx) => moveCodes(tx, caller, from.id, to), account.accountId);
const refusedWith = (code: string, detail: object = {}) =>
  expect.objectContaining({ code, details: [expect.objectContaining({ field: "domain", ...detail })] });
const urlOn = ({ host }: TestDomain, path: string) => `https://${host}/${path}`;
const shortCodeOf = (url: string | null) => new URL(url ?? "").pathname.split("/").at(-1) ?? "";
const readKeys = async (id: string) => {
  const { rows } = await sql.query("SELECT key FROM short_url_path WHERE qr_code_id = $1 ORDER BY key", [id]);
  return rows.map(({ key }) => key);
};

describe("a code on a domain", () => {
  it("shows the host in every answer and in its image, with a slug or a generated code", async () => {
    const named = await create({ domain: domain.host.toUpperCase(), slug: "42" });
    expect(named).toMatchObject({ domain: domain.host, slug: "42", shortUrl: urlOn(domain, "42") });
    expect(await readCode(Buffer.from(named.qrImage.split(",")[1] ?? "", "base64"))).toBe(
      urlOn(domain, "42"),
    );
    const generated = await create({ domain: domain.host });
    const shortCode = shortCodeOf(generated.shortUrl);
    expect(generated).toMatchObject({ domain: domain.host, slug: null, shortUrl: urlOn(domain, shortCode) });
    expect(await getCode(caller, generated.id)).toMatchObject({
      domain: domain.host,
      aliases: [`${env.baseUrl}/r/${shortCode}`],
    });
    const { data } = await listCodes(caller, { ...firstPage, search: urlOn(domain, "42") });
    expect(data).toMatchObject([{ id: named.id, domain: domain.host, shortUrl: urlOn(domain, "42") }]);
    expect(await showCode(`${domain.host}/42`)).toMatchObject({ id: named.id });
  });

  it("is found on its own custom domain only: by slug in any case, by generated code exactly", async () => {
    const other = await insertDomain(account);
    const slug = `Menu${newBase62(4)}`;
    const named = await create({ domain: domain.host, slug });
    const generated = await create({ domain: domain.host });
    const shortCode = shortCodeOf(generated.shortUrl);
    for (const path of [slug, slug.toLowerCase(), slug.toUpperCase()])
      expect(await findTarget(path, false, domain.id)).toMatchObject({ codeId: named.id });
    expect(await findTarget(shortCode, false, domain.id)).toMatchObject({ codeId: generated.id });
    const swapped = shortCode.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(swapped).not.toBe(shortCode);
    expect(await findTarget(swapped, false, domain.id)).toBeNull();
    for (const path of [slug, shortCode]) expect(await findTarget(path, false, other.id)).toBeNull();
    expect(await findTarget(slug)).toBeNull();
    expect(await findTarget(shortCode)).toMatchObject({ codeId: generated.id });
  });

  it("with a slug is also found by its generated code, which no code can take as a slug", async () => {
    const other = await insertDomain(account);
    const { id } = await create({ domain: domain.host, slug: "menu" });
    const shortCode = shortCodeOf((await getCode(caller, id)).aliases[0] ?? null);
    expect(await findTarget(shortCode, false, domain.id)).toMatchObject({ codeId: id });
    expect(await findTarget(shortCode, false, other.id)).toBeNull();
    for (const slug of [shortCode, shortCode.toLowerCase(), shortCode.toUpperCase()]) {
      await expect(create({ domain: domain.host, slug })).rejects.toMatchObject({ code: "slug_taken" });
      await expect(change(id, { slug })).rejects.toMatchObject({ code: "slug_taken" });
    }
    expect(
      (await previewCodes(caller, [inputOf({ domain: domain.host, slug: shortCode })])).errors,
    ).toMatchObject([{ code: "slug_taken" }]);
    await change(id, { domain: null, slug: null });
    await vi.waitFor(async () => expect(await findTarget(shortCode, false, domain.id)).toBeNull());
  });

  it("cannot share a slug or generated code on its host, but can on another", async () => {
    const { shortUrl } = await create({ domain: domain.host });
    await create({ domain: domain.host, slug: "menu" });
    for (const slug of ["MENU", shortCodeOf(shortUrl).toLowerCase(), shortCodeOf(shortUrl).toUpperCase()])
      await expect(create({ domain: domain.host, slug })).rejects.toMatchObject({ code: "slug_taken" });
    const other = await insertDomain(account);
    await expect(create({ domain: other.host, slug: "menu" })).resolves.toMatchObject({ slug: "menu" });
  });

  it("uses the default domain unless it names another or is static", async () => {
    const standard = await insertDomain(account, { isDefault: true });
    expect(await create({})).toMatchObject({ domain: standard.host });
    expect(await create({ domain: null })).toMatchObject({ domain: null });
    expect(await create({ domain: domain.host })).toMatchObject({ domain: domain.host });
    expect(await create({ isDynamic: false })).toMatchObject({ domain: null, shortUrl: null });
    const { created } = await createCodes(caller, [inputOf({}), inputOf({ domain: domain.host })]);
    expect(created.map((code) => code.domain)).toEqual([standard.host, domain.host]);
    expect(await previewCode(caller, inputOf({}))).toMatchObject({ domain: standard.host });
    const sandbox = { ...caller, environment: "sandbox" as const };
    expect(await createCode(sandbox, inputOf({}))).toMatchObject({ domain: null });
  });

  it("is refused on an unverified host; in a bulk call only that item", async () => {
    const stranger = await insertDomain(await newAccount("pro"));
    const pending = newHost();
    await insertDomain(account, { host: pending });
    await sql.query("UPDATE domain SET is_served = false, status = 'pending' WHERE host = $1", [pending]);
    for (const host of [
      stranger.host,
      pending,
      newHost(),
      "",
      "http://x",
      `${domain.host}.`,
      `${domain.host}/x`,
    ])
      await expect(create({ domain: host })).rejects.toEqual(refusedWith("domain_not_verified"));
    const wrong = create({ domain: stranger.host, content: "ftp://x", slug: "a b" });
    await expect(wrong).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "domain" }, { field: "slug" }, { field: "content" }],
    });
    const items = [inputOf({ domain: stranger.host }), inputOf({ domain: domain.host })];
    const outcome = await createCodes(caller, items);
    expect(outcome.errors).toMatchObject([{ index: 0, code: "domain_not_verified" }]);
    expect(outcome.created).toMatchObject([{ domain: domain.host }]);
    expect((await previewCodes(caller, items)).errors).toMatchObject([{ code: "domain_not_verified" }]);
  });

  it("is refused in the sandbox, for static codes and on plans without domains", async () => {
    const on = { domain: domain.host };
    await expect(create(on, { ...caller, environment: "sandbox" as const })).rejects.toEqual(
      refusedWith("sandbox_forbidden"),
    );
    await expect(create({ ...on, isDynamic: false })).rejects.toEqual(
      refusedWith("validation_failed", { code: "dynamic_only" }),
    );
    const free = callerOf(await newAccount("free"), "free");
    await expect(create(on, free)).rejects.toEqual(refusedWith("plan_required"));
  });

  it("keeps its domain after a downgrade, but domains beyond the new limit take no new codes", async () => {
    const second = await insertDomain(account, { isDefault: true });
    const code = await create({ domain: second.host });
    const starter = callerOf(account, "starter");
    await expect(create({ domain: second.host }, starter)).rejects.toEqual(
      refusedWith("quota_exceeded", { limit: 1 }),
    );
    expect(await create({ domain: domain.host }, starter)).toMatchObject({ domain: domain.host });
    expect(await create({}, starter)).toMatchObject({ domain: null });
    const changed = await change(code.id, { name: "Renamed", domain: second.host }, starter);
    expect(changed).toMatchObject({ name: "Renamed", domain: second.host });
    await change(code.id, { domain: null }, starter);
    expect(await change(code.id, { domain: second.host }, starter)).toMatchObject({ domain: second.host });
    await expect(change((await create({}, starter)).id, { domain: second.host }, starter)).rejects.toEqual(
      refusedWith("quota_exceeded"),
    );
    const free = callerOf(account, "free");
    expect(await change(code.id, { domain: second.host, name: "Free" }, free)).toMatchObject({
      name: "Free",
    });
  });
});

describe("changing the domain of a code", () => {
  it("keeps the old short URL as an alias until the code returns to it", async () => {
    const slug = `Menu-${newBase62(8)}`;
    const { id } = await create({ slug });
    const [, generated] = [`${env.baseUrl}/r/${slug}`, (await getCode(caller, id)).aliases.at(-1)];
    expect(await change(id, { domain: domain.host })).toMatchObject({ shortUrl: urlOn(domain, slug), slug });
    expect((await getCode(caller, id)).aliases).toEqual([`${env.baseUrl}/r/${slug}`, generated]);
    await change(id, { slug: null });
    const shortCode = shortCodeOf(generated ?? null);
    expect(await getCode(caller, id)).toMatchObject({
      shortUrl: urlOn(domain, shortCode),
      aliases: [urlOn(domain, slug), `${env.baseUrl}/r/${slug}`, generated],
    });
    await change(id, { slug, domain: null });
    expect(await getCode(caller, id)).toMatchObject({
      shortUrl: `${env.baseUrl}/r/${slug}`,
      aliases: [urlOn(domain, shortCode), urlOn(domain, slug), generated],
    });
    for (const path of [slug, shortCode])
      expect(await findTarget(path, false, domain.id)).toMatchObject({ codeId: id });
  });

  it("checks the slug by the rules of the new host", async () => {
    const { id } = await create({ domain: domain.host, slug: "ab" });
    await expect(change(id, { domain: null })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "slug", code: "too_short" }],
    });
    const slug = `ab-${newBase62(8)}`;
    expect(await change(id, { domain: null, slug })).toMatchObject({ domain: null, slug });
    expect((await getCode(caller, id)).aliases[0]).toBe(urlOn(domain, "ab"));
  });

  it("has no effect when it is repeated", async () => {
    const { id } = await create({});
    expect(await change(id, { domain: domain.host })).toMatchObject({ domain: domain.host });
    expect(await change(id, { domain: domain.host })).toMatchObject({ domain: domain.host });
    expect(await readKeys(id)).toHaveLength(1);
  });
});

describe("deleting a code", () => {
  it("frees its paths on a domain at once, except those of a suspended code", async () => {
    const { id } = await create({ domain: domain.host, slug: "menu" });
    await deleteCode(caller, id);
    expect(await readKeys(id)).toEqual([]);
    const again = await create({ domain: domain.host, slug: "menu" });
    await suspendCode(again.id, { reason: "Reported" });
    await deleteCode(caller, again.id);
    await expect(create({ domain: domain.host, slug: "menu" })).rejects.toMatchObject({ code: "slug_taken" });
  });
});

describe("moveCodes", () => {
  it("moves codes and aliases to another domain and to the service's host", async () => {
    const other = await insertDomain(account);
    const [slug, earlier] = [`Menu-${newBase62(8)}`, `Old-${newBase62(8)}`];
    const named = await create({ domain: domain.host, slug: earlier });
    await change(named.id, { slug });
    const generated = await create({ domain: domain.host });
    const shortCode = shortCodeOf(generated.shortUrl);
    const elsewhere = await create({ domain: domain.host, slug: "bar" });
    await change(elsewhere.id, { domain: other.host });
    expect(await move(domain, other)).toBe(2);
    expect(await getCode(caller, named.id)).toMatchObject({
      shortUrl: urlOn(other, slug),
      aliases: [urlOn(other, earlier), expect.stringContaining(env.baseUrl)],
    });
    expect(await getCode(caller, generated.id)).toMatchObject({ shortUrl: urlOn(other, shortCode) });
    expect(await getCode(caller, elsewhere.id)).toMatchObject({ shortUrl: urlOn(other, "bar") });
    await change(elsewhere.id, { slug: `Bar-${newBase62(8)}`, domain: null });
    // An alias that is too short for the service's host ends.
    expect(await move(other, null)).toBe(2);
    expect((await getCode(caller, elsewhere.id)).aliases).not.toContainEqual(expect.stringMatching(/bar$/));
    expect(await getCode(caller, named.id)).toMatchObject({
      domain: null,
      shortUrl: `${env.baseUrl}/r/${slug}`,
    });
    expect(await getCode(caller, generated.id)).toMatchObject({
      domain: null,
      shortUrl: `${env.baseUrl}/r/${shortCode}`,
      aliases: [],
    });
    expect(await findTarget(earlier.toLowerCase())).toMatchObject({ codeId: named.id });
  });

  it("moves nothing if one code collides, and reports each collision", async () => {
    const other = await insertDomain(account);
    const [first] = [
      await create({ domain: domain.host, slug: "menu" }),
      await create({ domain: domain.host, slug: "bar" }),
    ];
    await create({ domain: other.host, slug: "MENU" });
    await expect(move(domain, other)).rejects.toMatchObject({
      code: "slug_taken",
      details: [{ field: "moveTo", path: "menu", code: "slug_taken", count: 1 }],
    });
    expect(await getCode(caller, first.id)).toMatchObject({ domain: domain.host });
  });
});
