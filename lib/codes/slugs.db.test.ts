import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode, readCodeCounts } from "@/e2e/support/codes";
import { readCode } from "@/e2e/support/public-api";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newBase62 } from "@/lib/platform/ids";
import { deleteUser } from "@/lib/users";
import { createCodes, previewCodes } from "./bulk";
import { copyCode } from "./copy";
import { createCode, previewCode } from "./create";
import { deleteCode, deleteReleasedSlugs } from "./delete";
import { releaseSlug, showCode, suspendCode } from "./operator";
import { findByWords, getCode, listCodes } from "./read";
import { newCodeSchema } from "./schema";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "./soft-delete";
import { updateCode } from "./update";

let account: TestAccount;
let caller: Caller;

beforeEach(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
});

const newSlug = (name = "Menu") => `${name}-${newBase62(8)}`;
const urlOf = (path: string) => `${env.baseUrl}/r/${path}`;
const inputOf = (more: object) => newCodeSchema.parse({ ...plainCode, isDynamic: true, ...more });
const create = (more: object, by = caller) => createCode(by, inputOf(more));
const strangerOn = async (plan: "starter" | "pro" = "pro") => callerOf(await newAccount(plan), plan);
const refusedWith = (code: string) => expect.objectContaining({ code });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (fault: { code: string }) => fault.code,
  );

async function readPath(slug: string) {
  const { rows } = await sql.query(
    `SELECT path, qr_code_id AS "codeId", account_id AS "accountId", released_at IS NOT NULL AS "isReleased"
     FROM short_url_path WHERE key = lower($1)`,
    [slug],
  );
  return rows[0];
}

/** Makes a released slug older by so many days. */
const age = (slug: string, days: number) =>
  sql.query(
    "UPDATE short_url_path SET released_at = released_at - $2 * interval '1 day' WHERE key = lower($1)",
    [slug, days],
  );

describe("creating a code with a slug", () => {
  it("uses it in the short URL, the image and every answer, with the generated URL as an alias", async () => {
    const slug = newSlug("Summer_Menu");
    const made = await create({ slug });
    expect(made).toMatchObject({ slug, shortUrl: urlOf(slug) });
    expect(await readCode(Buffer.from(made.qrImage.split(",")[1] ?? "", "base64"))).toBe(urlOf(slug));
    const stored = await getCode(caller, made.id);
    expect(stored).toMatchObject({
      slug,
      shortUrl: urlOf(slug),
      aliases: [expect.stringMatching(/\/r\/\w{8}$/)],
    });
    const { data } = await listCodes(caller, firstPage);
    expect(data).toMatchObject([{ slug, shortUrl: urlOf(slug) }]);
    expect(await findByWords(caller, { words: "Menu", place: "names" })).toMatchObject([
      { shortUrl: urlOf(slug) },
    ]);
    expect(await showCode(slug.toUpperCase())).toMatchObject({
      id: made.id,
      shortUrl: urlOf(slug),
      aliases: stored.aliases,
    });
  });

  it("leaves the slug null unless one is given, also for a copy", async () => {
    const plain = await create({});
    expect(plain).toMatchObject({ slug: null, shortUrl: expect.stringMatching(/\/r\/\w{8}$/) });
    expect(await getCode(caller, plain.id)).toMatchObject({ slug: null, aliases: [] });
    const { id } = await create({ slug: newSlug() });
    expect(await copyCode(caller, id)).toMatchObject({ slug: null });
  });

  it("reports an invalid slug with all other faults and stores nothing", async () => {
    const bad = create({ slug: "a b", content: "x", settings: { maxScans: 5 } });
    await expect(bad).rejects.toMatchObject({ details: [{ field: "slug" }, { field: "content" }] });
    await expect(create({ slug: "docs" })).rejects.toEqual(refusedWith("slug_reserved"));
    await expect(create({ slug: newSlug(), isDynamic: false })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "slug", code: "dynamic_only" }],
    });
    expect(await readCodeCounts(account.accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("is refused on Free and in the sandbox", async () => {
    const slug = newSlug();
    const free = callerOf(await newAccount("free"), "free");
    await expect(create({ slug }, free)).rejects.toEqual(refusedWith("plan_required"));
    await expect(create({ slug }, { ...caller, environment: "sandbox" })).rejects.toEqual(
      refusedWith("sandbox_forbidden"),
    );
    expect(await create({ slug: null }, free)).toMatchObject({ slug: null });
    expect(await create({ slug }, await strangerOn("starter"))).toMatchObject({ slug });
  });

  it("previews the slug in a dry run without taking it", async () => {
    const slug = newSlug();
    expect(await previewCode(caller, inputOf({ slug }))).toMatchObject({
      dryRun: true,
      slug,
      shortUrl: urlOf(slug),
    });
    expect(await readPath(slug)).toBeUndefined();
    await create({ slug }, await strangerOn());
    await expect(previewCode(caller, inputOf({ slug }))).rejects.toEqual(refusedWith("slug_taken"));
    const { created, errors } = await previewCodes(caller, [
      inputOf({ slug: slug.toUpperCase() }),
      inputOf({}),
    ]);
    expect([created.length, errors[0]?.code]).toEqual([1, "slug_taken"]);
  });
});

describe("a slug that is taken", () => {
  it("P8: is refused in any case, to its own account and to others", async () => {
    const slug = newSlug();
    await create({ slug });
    await expect(create({ slug: slug.toLowerCase() })).rejects.toEqual(refusedWith("slug_taken"));
    await expect(create({ slug: slug.toUpperCase() }, await strangerOn())).rejects.toEqual(
      refusedWith("slug_taken"),
    );
    const other = await create({});
    await expect(updateCode(caller, other.id, { slug, name: "Renamed" })).rejects.toEqual(
      refusedWith("slug_taken"),
    );
    expect(await getCode(caller, other.id)).toMatchObject({ name: "Menu", slug: null });
    expect(await readCodeCounts(account.accountId)).toMatchObject({ codes: 2, counted: 2 });
  });

  it("P7: goes to exactly one of many concurrent requests", async () => {
    const slug = newSlug();
    const callers = await Promise.all(Array.from({ length: 4 }, () => strangerOn()));
    const codes = await Promise.all(callers.map((by) => create({}, by)));
    const outcomes = await Promise.all([
      ...callers.map((by) => codeOf(create({ slug }, by))),
      ...callers.map((by, at) => codeOf(updateCode(by, codes[at]?.id ?? "", { slug: slug.toLowerCase() }))),
    ]);
    expect(outcomes.toSorted()).toEqual([null, ...Array<string>(7).fill("slug_taken")].toSorted());
    for (const by of callers) {
      const { codes: stored, counted, dynamic, countedDynamic } = await readCodeCounts(by.accountId);
      expect([counted, countedDynamic]).toEqual([stored, dynamic]);
    }
  });

  it("is an error of its item in a bulk call, also within one call", async () => {
    const [mine, theirs] = [newSlug(), newSlug()];
    await create({ slug: theirs }, await strangerOn());
    const items = [{ slug: mine }, { slug: theirs }, { slug: mine.toLowerCase() }, {}, { slug: "r" }].map(
      (more) => ({
        ...plainCode,
        isDynamic: true,
        ...more,
      }),
    );
    const { created, errors, summary } = await createCodes(caller, items);
    expect(created.map(({ slug }) => slug)).toEqual([mine, null]);
    expect(errors.map(({ index, code }) => [index, code])).toEqual([
      [1, "slug_taken"],
      [2, "slug_taken"],
      [4, "slug_reserved"],
    ]);
    expect(summary).toEqual({ total: 5, successful: 2, failed: 3 });
    expect(await readCodeCounts(account.accountId)).toMatchObject({
      codes: 2,
      counted: 2,
      dynamic: 2,
      countedDynamic: 2,
    });
  });

  it("P7: goes to exactly one of two bulk calls with the same slugs in opposite order", async () => {
    const slugs = Array.from({ length: 6 }, () => newSlug());
    const itemsOf = (list: string[]) => list.map((slug) => ({ ...plainCode, isDynamic: true, slug }));
    const [one, two] = [caller, await strangerOn()];
    const answers = await Promise.all([
      createCodes(one, itemsOf(slugs)),
      createCodes(two, itemsOf(slugs.toReversed())),
    ]);
    const made = answers.flatMap(({ created }) => created.map(({ slug }) => slug));
    expect(made.toSorted()).toEqual(slugs.toSorted());
    const refused = answers.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect(refused).toEqual(Array<string>(6).fill("slug_taken"));
    for (const by of [one, two]) {
      const { codes, counted } = await readCodeCounts(by.accountId);
      expect(counted).toBe(codes);
    }
  });
});

describe("changing a slug", () => {
  it("turns the previous slug into an alias, newest first, and can return to an alias", async () => {
    const [a, b, c] = [newSlug("a"), newSlug("b"), newSlug("c")];
    const { id, shortUrl: generated } = await create({});
    for (const slug of [a, b, c]) expect((await updateCode(caller, id, { slug })).shortUrl).toBe(urlOf(slug));
    expect((await getCode(caller, id)).aliases).toEqual([urlOf(b), urlOf(a), generated]);
    expect(await updateCode(caller, id, { slug: null })).toMatchObject({ slug: null, shortUrl: generated });
    expect((await getCode(caller, id)).aliases).toEqual([urlOf(c), urlOf(b), urlOf(a)]);
    expect(await updateCode(caller, id, { slug: a.toUpperCase() })).toMatchObject({ slug: a.toUpperCase() });
    expect((await getCode(caller, id)).aliases).toEqual([urlOf(c), urlOf(b), generated]);
    await expect(create({ slug: b })).rejects.toEqual(refusedWith("slug_taken"));
  });

  it("changes `updatedAt` unless the slug is the same", async () => {
    const slug = newSlug();
    const { id, updatedAt } = await create({ slug });
    expect((await updateCode(caller, id, { slug })).updatedAt).toBe(updatedAt);
    expect((await updateCode(caller, id, { slug: slug.toLowerCase() })).updatedAt).not.toBe(updatedAt);
  });

  it("is refused beyond ten aliases, leaving the code unchanged", async () => {
    const first = newSlug();
    const { id } = await create({ slug: first });
    for (let at = 1; at < 10; at += 1) await updateCode(caller, id, { slug: newSlug() });
    const before = await getCode(caller, id);
    expect(before.aliases).toHaveLength(10);
    await expect(updateCode(caller, id, { slug: newSlug() })).rejects.toEqual(refusedWith("alias_limit"));
    expect(await getCode(caller, id)).toEqual(before);
    expect(await updateCode(caller, id, { slug: first })).toMatchObject({ slug: first });
    expect((await getCode(caller, id)).aliases).toHaveLength(10);
  });

  it("is refused after a downgrade, except back to an alias", async () => {
    const [a, b] = [newSlug(), newSlug()];
    const { id } = await create({ slug: a });
    await updateCode(caller, id, { slug: b });
    const free = { ...caller, plan: "free" } as const;
    await expect(updateCode(free, id, { slug: newSlug() })).rejects.toEqual(refusedWith("plan_required"));
    expect(await updateCode(free, id, { slug: b, name: "Renamed" })).toMatchObject({
      slug: b,
      name: "Renamed",
    });
    expect(await updateCode(free, id, { slug: a })).toMatchObject({ slug: a });
  });

  it("keeps the slugs of two concurrent changes, one of them as an alias", async () => {
    const slugs = [newSlug(), newSlug()];
    const { id } = await create({});
    await Promise.all(slugs.map((slug) => updateCode(caller, id, { slug })));
    const { slug, aliases } = await getCode(caller, id);
    expect(slugs).toContain(slug);
    expect(aliases).toContain(urlOf(slugs.find((one) => one !== slug) ?? ""));
  });
});

describe("P7: a released slug", () => {
  it("is available to its account at once and to others after 365 days", async () => {
    const slug = newSlug();
    const { id } = await create({ slug });
    await deleteCode(caller, id);
    expect(await readPath(slug)).toEqual({
      path: slug,
      codeId: null,
      accountId: account.accountId,
      isReleased: true,
    });
    const stranger = await strangerOn();
    await expect(create({ slug }, stranger)).rejects.toEqual(refusedWith("slug_taken"));
    const again = await create({ slug: slug.toLowerCase() });
    expect(await readPath(slug)).toMatchObject({
      path: slug.toLowerCase(),
      codeId: again.id,
      isReleased: false,
    });
    await deleteCode(caller, again.id);
    await age(slug, 364);
    await expect(create({ slug }, stranger)).rejects.toEqual(refusedWith("slug_taken"));
    await age(slug, 1);
    const theirs = await create({ slug }, stranger);
    expect(await readPath(slug)).toMatchObject({ codeId: theirs.id, accountId: stranger.accountId });
    await expect(create({ slug })).rejects.toEqual(refusedWith("slug_taken"));
  });

  it("P3: is not available to its account if the code was suspended", async () => {
    const slug = newSlug();
    const { id } = await create({ slug });
    await suspendCode(slug, { reason: "phishing" });
    await deleteCode(caller, id);
    await expect(create({ slug })).rejects.toEqual(refusedWith("slug_taken"));
    await expect(previewCode(caller, inputOf({ slug }))).rejects.toEqual(refusedWith("slug_taken"));
    await releaseSlug(slug);
    expect(await create({ slug })).toMatchObject({ slug });
  });

  it("counts towards the limit of 1,000 held slugs per account", async () => {
    const own = newSlug();
    const { id } = await create({ slug: own });
    await updateCode(caller, id, { slug: null });
    const released = newSlug();
    await deleteCode(caller, (await create({ slug: released })).id);
    await sql.query(
      `INSERT INTO short_url_path (key, path, account_id, released_at)
       SELECT $1 || n, $1 || n, $2, now() FROM generate_series(1, 1000) AS n`,
      [`${newSlug("held").toLowerCase()}-`, account.accountId],
    );
    const refused = expect.objectContaining({
      code: "quota_exceeded",
      details: [expect.objectContaining({ field: "slug" })],
    });
    await expect(create({ slug: newSlug() })).rejects.toEqual(refused);
    await expect(updateCode(caller, id, { slug: newSlug() })).rejects.toEqual(refused);
    const { created, errors } = await createCodes(caller, [inputOf({ slug: newSlug() }), inputOf({})]);
    expect([created.length, errors[0]?.code]).toEqual([1, "quota_exceeded"]);
    expect(await updateCode(caller, id, { slug: own })).toMatchObject({ slug: own });
    // One that the account holds already is free for it all the same.
    expect(await create({ slug: released })).toMatchObject({ slug: released });
    expect(await readCodeCounts(account.accountId)).toMatchObject({ codes: 3, counted: 3 });
  });

  it("is still held after its account is deleted", async () => {
    const [slug, alias] = [newSlug(), newSlug()];
    const { id } = await create({ slug: alias });
    await updateCode(caller, id, { slug });
    await deleteUser(account.userId, { password: account.password });
    const released = { codeId: null, accountId: null, isReleased: true };
    expect([await readPath(slug), await readPath(alias)]).toEqual([
      { path: slug, ...released },
      { path: alias, ...released },
    ]);
    const stranger = await strangerOn();
    await expect(create({ slug }, stranger)).rejects.toEqual(refusedWith("slug_taken"));
    await expect(previewCode(stranger, inputOf({ slug }))).rejects.toEqual(refusedWith("slug_taken"));
  });

  it("is released only when its soft-deleted code is purged", async () => {
    const slug = newSlug();
    const { id } = await create({ slug });
    await softDeleteCodes(caller, [id]);
    await expect(create({ slug })).rejects.toEqual(refusedWith("slug_taken"));
    await restoreCodes(caller, [id]);
    expect(await getCode(caller, id)).toMatchObject({ slug });
    await softDeleteCodes(caller, [id]);
    await sql.query("UPDATE qr_code SET purge_after = now() WHERE id = $1", [id]);
    await deleteSoftDeleted();
    expect(await readPath(slug)).toMatchObject({ codeId: null, isReleased: true });
  });

  it("is deleted by the hourly job after 365 days, not before", async () => {
    const [old, young, used] = [newSlug(), newSlug(), newSlug()];
    for (const slug of [old, young]) await deleteCode(caller, (await create({ slug })).id);
    await create({ slug: used });
    await age(old, 365);
    await age(young, 364);
    expect(await deleteReleasedSlugs()).toBeGreaterThanOrEqual(1);
    expect(await Promise.all([old, young, used].map(readPath))).toEqual([
      undefined,
      expect.anything(),
      expect.anything(),
    ]);
  });

  it("can be released by the operator, with an audit entry, unless a code uses it", async () => {
    const slug = newSlug();
    const { id } = await create({ slug });
    await expect(releaseSlug(slug)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ code: "in_use" }],
    });
    await deleteCode(caller, id);
    expect(await releaseSlug(slug.toUpperCase())).toEqual({
      slug: slug.toLowerCase(),
      releasedAt: expect.any(String),
    });
    await expect(releaseSlug(slug)).rejects.toEqual(refusedWith("not_found"));
    await expect(releaseSlug("../x")).rejects.toEqual(refusedWith("not_found"));
    const { rows } = await sql.query(
      "SELECT action FROM audit_entry WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1",
      [account.accountId],
    );
    expect(rows).toEqual([{ action: "slug.released" }]);
    expect(await create({ slug }, await strangerOn())).toMatchObject({ slug });
  });
});
