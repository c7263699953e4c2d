import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { maxTags } from "@/lib/platform/tags";
import { createCodes } from "./bulk";
import { createCode, previewCode } from "./create";
import { getCode, listCodes } from "./read";
import { newCodeSchema } from "./schema";
import { listTags, removeTag, renameTag } from "./tags";
import { updateCode } from "./update";

let caller: Caller;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const create = (more: Record<string, unknown>, by = caller) =>
  createCode(by, newCodeSchema.parse({ ...plainCode, ...more }));

const namesOf = async (query: Partial<Parameters<typeof listCodes>[1]>) =>
  (await listCodes(caller, { ...firstPage, order: "asc", ...query })).data.map(({ name }) => name);

describe("tags of a code", () => {
  it("are trimmed, normalised, lower-cased, deduplicated and sorted by code point", async () => {
    const { id, tags } = await create({
      tags: [" Summer ", "summer", "Cafe\u0301", "\u{1f600}", "\ufffd", "a"],
    });
    expect(tags).toEqual(["a", "caf\u00e9", "summer", "\ufffd", "\u{1f600}"]);
    expect((await getCode(caller, id)).tags).toEqual(tags);
  });

  it("are replaced as a whole, and fields that are left out stay unchanged", async () => {
    const { id } = await create({ tags: ["a", "b"], note: "Door", archived: true });
    expect(await updateCode(caller, id, { tags: ["c"] })).toMatchObject({
      tags: ["c"],
      note: "Door",
      archived: true,
    });
    expect(await updateCode(caller, id, { note: null, archived: false })).toMatchObject({
      tags: ["c"],
      note: null,
      archived: false,
    });
  });

  it("filter the list by any or by all tags", async () => {
    await create({ name: "1", tags: ["a"] });
    await create({ name: "2", tags: ["a", "b"] });
    await create({ name: "3" });
    expect(await namesOf({ tags: ["a", "b"] })).toEqual(["1", "2"]);
    expect(await namesOf({ tags: ["a", "b"], tagMode: "all" })).toEqual(["2"]);
    expect(await namesOf({ tags: ["z"] })).toEqual([]);
  });
});

it("listCodes returns archived codes only on request", async () => {
  await create({ name: "1" });
  await create({ name: "2", archived: true });
  expect(await namesOf({})).toEqual(["1"]);
  expect(await namesOf({ archived: "true" })).toEqual(["2"]);
  expect(await namesOf({ archived: "any" })).toEqual(["1", "2"]);
});

describe("code state", () => {
  const past = "2020-01-01T00:00:00Z";
  const future = "2099-01-01T00:00:00Z";
  const isDynamic = true;
  const cases = [
    ["static", {}, "active"],
    ["dynamic", { isDynamic }, "active"],
    ["off and expired", { isDynamic, settings: { isActive: false, expiresAt: past } }, "off"],
    ["expired", { isDynamic, settings: { expiresAt: past } }, "expired"],
    ["expired and used up", { isDynamic, settings: { expiresAt: past, maxScans: 1 } }, "expired"],
    ["used up", { isDynamic, settings: { maxScans: 1 } }, "used_up"],
    ["used up and scheduled", { isDynamic, settings: { maxScans: 1, startsAt: future } }, "used_up"],
    ["scheduled", { isDynamic, settings: { startsAt: future } }, "scheduled"],
    ["started", { isDynamic, settings: { startsAt: past, expiresAt: future, maxScans: 5 } }, "active"],
    ["suspended and off", { isDynamic, settings: { isActive: false } }, "suspended"],
  ] as const;

  it("is the same in answers and in the list filter", async () => {
    for (const [name, more] of cases) await create({ name, ...more });
    await sql.query("UPDATE qr_code SET scan_count = 1 WHERE account_id = $1 AND name LIKE '%used up%'", [
      caller.accountId,
    ]);
    await sql.query(
      "UPDATE qr_code SET suspended_at = now() WHERE account_id = $1 AND name = 'suspended and off'",
      [caller.accountId],
    );
    const { data } = await listCodes(caller, { ...firstPage, order: "asc" });
    expect(data.map(({ name, state }) => [name, state])).toEqual(
      cases.map(([name, , state]) => [name, state]),
    );
    for (const state of ["active", "off", "expired", "used_up", "scheduled", "suspended"] as const) {
      const expected = cases.filter(([, , of]) => of === state).map(([name]) => name);
      expect(await namesOf({ state }), state).toEqual(expected);
    }
  });
});

it("listCodes returns only codes changed after updatedSince", async () => {
  const { updatedAt } = await create({ name: "1" });
  const second = await create({ name: "2" });
  await sql.query("UPDATE qr_code SET updated_at = $2 WHERE id = $1", [
    second.id,
    new Date(Date.parse(updatedAt) + 1),
  ]);
  expect(await namesOf({ updatedSince: updatedAt })).toEqual(["2"]);
  expect(await namesOf({ updatedSince: "0000-01-01T00:00:00+14:00" })).toEqual(await namesOf({}));
});

describe("the tags of an account", () => {
  it("are listed with their scans and number of codes, archived ones included", async () => {
    const { id } = await create({ tags: ["b", "a"] });
    await create({ tags: ["b"], archived: true });
    await sql.query("UPDATE qr_code SET scan_count = 3 WHERE id = $1", [id]);
    expect(await listTags(caller)).toEqual([
      { name: "a", codes: 1, scanCount: 3 },
      { name: "b", codes: 2, scanCount: 3 },
    ]);
    expect(await listTags({ ...caller, environment: "sandbox" })).toEqual([]);
  });

  it("are renamed, merged and removed on every code, which changes updatedAt", async () => {
    const one = await create({ tags: ["a"] });
    const both = await create({ tags: ["a", "b"] });
    expect(await renameTag(caller, "a", "b")).toEqual({ name: "b", codes: 2, scanCount: 0 });
    const { tags, updatedAt } = await getCode(caller, both.id);
    expect(tags).toEqual(["b"]);
    expect(updatedAt > both.updatedAt).toBe(true);
    await removeTag(caller, "b");
    const removed = await getCode(caller, both.id);
    expect([removed.tags, removed.updatedAt > updatedAt]).toEqual([[], true]);
    expect((await getCode(caller, one.id)).tags).toEqual([]);
    const { rows } = await sql.query("SELECT type FROM code_event WHERE account_id = $1", [caller.accountId]);
    expect(rows).toEqual([{ type: "qr.created" }, { type: "qr.created" }]);
    await expect(renameTag(caller, "b", "c")).rejects.toMatchObject({ code: "not_found" });
    await expect(removeTag(caller, "b")).rejects.toMatchObject({ code: "not_found" });
  });

  it("are not renamed in another account", async () => {
    const stranger = callerOf(await newAccount("pro"), "pro");
    const theirs = await create({ tags: ["a"] }, stranger);
    await create({ tags: ["a"] });
    await renameTag(caller, "a", "z");
    expect((await getCode(stranger, theirs.id)).tags).toEqual(["a"]);
  });

  it(`are limited to ${maxTags}: a new one is refused, while those in use can be reused`, async () => {
    const { id } = await create({ tags: ["known"] });
    await sql.query(
      `UPDATE qr_code SET tags = ARRAY(SELECT 't' || n FROM generate_series(1, ${maxTags - 1}) AS n) WHERE id = $1`,
      [id],
    );
    const full = { code: "quota_exceeded", details: [{ field: "tags", limit: maxTags, used: maxTags }] };
    await create({ tags: ["last"] });
    await expect(create({ tags: ["more"] })).rejects.toMatchObject(full);
    await expect(
      previewCode(caller, newCodeSchema.parse({ ...plainCode, tags: ["more"] })),
    ).rejects.toMatchObject(full);
    await create({ tags: ["last", "t1"] });
    const { created, errors } = await createCodes(caller, [
      { ...plainCode, tags: ["t2"] },
      { ...plainCode, tags: ["more"] },
    ]);
    expect(created).toHaveLength(1);
    expect(errors).toMatchObject([{ index: 1, code: "quota_exceeded" }]);
    const other = await create({});
    await expect(updateCode(caller, other.id, { tags: ["more"] })).rejects.toMatchObject(full);
    // What only this code has makes room for its new ones.
    expect(await updateCode(caller, id, { tags: ["renewed", "t1"] })).toMatchObject({
      tags: ["renewed", "t1"],
    });
  });

  it("stay within the limit when codes are created concurrently", async () => {
    const { id } = await create({ tags: ["known"] });
    await sql.query(
      `UPDATE qr_code SET tags = ARRAY(SELECT 't' || n FROM generate_series(1, ${maxTags - 2}) AS n) WHERE id = $1`,
      [id],
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => create({ tags: [`new ${at}`] })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await listTags(caller)).toHaveLength(maxTags);
  });
});
