import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createCode, getCode, listCodes, listCodesBehind, updateCode } from "./";
import { createCodes } from "./bulk";
import { type CodeListQuery, codeListQuery } from "./schema";

let caller: Caller;
const names = ["b", "A", "a", "B", "ä", "100 %", "under_score", "back\\slash", "Ünder", "a"];
beforeAll(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  const items = names.map((name, index) => ({
    name,
    type: index % 2 === 0 ? "text" : "url",
    content: index % 2 === 0 ? `plain ${index} Straße` : `https://example.com/${index}%20x`,
    isDynamic: index < 3,
  }));
  expect((await createCodes(caller, items)).errors).toEqual([]);
  await sql.query(
    `UPDATE qr_code SET scan_count = length(name), created_at = created_at + (length(name) % 3) * interval '1 s'
     WHERE account_id = $1`,
    [caller.accountId],
  );
});

const list = async (query: Partial<CodeListQuery> = {}) => listCodes(caller, { ...firstPage, ...query });
const namesOf = async (query: Partial<CodeListQuery>) => (await list(query)).data.map(({ name }) => name);

describe("sorting codes", () => {
  it("by name uses the root collation, with numbers by value", async () => {
    const sorted = ["100 %", "a", "a", "A", "ä", "b", "B", "back\\slash", "Ünder", "under_score"];
    expect(await namesOf({ sort: "name", order: "asc" })).toEqual(sorted);
    expect(await namesOf({ sort: "name", order: "desc" })).toEqual([...sorted].reverse());
    const other = callerOf(await newAccount("pro"), "pro");
    const numbered = ["École", "Straße", "Table 2", "Table 2b", "Table 10", "Zoo"];
    for (const name of numbered.toReversed()) await createCode(other, { ...plainCode, name });
    const { data } = await listCodes(other, codeListQuery.parse({ sort: "name", order: "asc" }));
    expect(data.map(({ name }) => name)).toEqual(numbered);
  });

  it.each(["createdAt", "updatedAt", "name", "scanCount"] as const)(
    "Q14: by %s breaks ties by id in the same direction, across pages",
    async (sort) => {
      const whole = (await list({ sort, order: "asc", limit: 100 })).data.map(({ id }) => id);
      expect(whole).toHaveLength(names.length);
      const backwards = (await list({ sort, order: "desc", limit: 100 })).data.map(({ id }) => id);
      expect(backwards).toEqual([...whole].reverse());
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list({ sort, order: "asc", limit: 3, page })),
      );
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(whole);
      if (sort === "name") return;
      const keys = (await list({ sort, order: "asc", limit: 100 })).data.map((code) => code[sort]);
      expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : Number(a > b))));
    },
  );
});

describe("filtering codes", () => {
  it.each<[string, Partial<CodeListQuery>, number]>([
    ["by type", { type: "url" }, 5],
    ["by a type without codes", { type: "sms" }, 0],
    ["by isDynamic true", { isDynamic: true }, 3],
    ["by isDynamic false", { isDynamic: false }, 7],
    ["by type and isDynamic", { type: "text", isDynamic: true }, 2],
    ["by an empty search", { search: "" }, 10],
    ["by name and content, in any case", { search: "EXAMPLE.com" }, 5],
    ["by letters in any case, with or without accents", { search: "ÜNDER" }, 2],
    ["by all of them", { type: "url", isDynamic: false, search: "20x" }, 4],
  ])("%s", async (_, query, total) => {
    const { data, pagination } = await list(query);
    expect([data.length, pagination.total]).toEqual([total, total]);
  });

  it.each([
    ["%", ["100 %", ...names.filter((_, index) => index % 2 === 1)]],
    ["100 %", ["100 %"]],
    ["_", ["under_score"]],
    ["\\", ["back\\slash"]],
    ["k\\s", ["back\\slash"]],
    ["a_", []],
    ["%%", []],
    ["' OR 1=1 --", []],
    ["$1", []],
  ])("Q14: a search for %j is taken literally", async (search, found) => {
    expect((await namesOf({ search, limit: 100 })).sort()).toEqual([...new Set(found)].sort());
  });
});

it.each([
  ["ΣΊΣΥΦΟΣ", "σίσυφος"],
  ["σίσυφος", "ΣΊΣΥΦΟΣ"],
  ["οδο", "ΟΔΌΣ"],
  ["CAF\u00c9", "cafe\u0301"],
  ["cafe\u0301", "Caf\u00e9"],
  ["ecole", "École"],
  ["STRASSE", "Hohe Straße"],
  ["straße", "STRASSE"],
  ["елка", "Ёлка"],
  ["istanbul", "İSTANBUL"],
])("a search for %j finds %j", async (search, name) => {
  const other = callerOf(await newAccount("pro"), "pro");
  await createCode(other, { ...plainCode, name });
  expect((await listCodes(other, codeListQuery.parse({ search }))).pagination.total).toBe(1);
});

describe("searching for a slug", () => {
  const [slug, earlier] = [`Zebra-${newId()}`, `spring-${newId()}`];
  let owner: Caller;
  const find = async (search: string, caller = owner) =>
    (await listCodes(caller, codeListQuery.parse({ search }))).data.map(({ name }) => name);

  beforeAll(async () => {
    owner = callerOf(await newAccount("pro"), "pro");
    const { id } = await createCode(owner, { ...plainCode, name: "A", isDynamic: true, slug: earlier });
    await updateCode(owner, id, { slug });
    await createCode(owner, { ...plainCode, name: "B", isDynamic: true });
  });

  it.each([
    ["the slug in any case", slug.toLowerCase()],
    ["a part of the slug", slug.slice(0, -3)],
    ["the beginning of the slug", "ze"],
    ["the short URL", `https://quietzone.example/r/${slug}`],
    ["an earlier slug", earlier],
    ["the short URL of an earlier slug", `https://quietzone.example/r/${earlier}`],
  ])("finds the code by %s", async (_, search) => {
    expect(await find(search)).toEqual(["A"]);
  });

  it("finds a code by its generated short URL and by its short code", async () => {
    const { data } = await listCodes(owner, codeListQuery.parse({ search: "B" }));
    const shortUrl = data[0]?.shortUrl ?? "";
    const path = shortUrl.split("/").at(-1) ?? "";
    expect([await find(shortUrl), await find(path), await find(`${path}x`)]).toEqual([["B"], ["B"], []]);
  });

  it("A5: finds no code of another account", async () => {
    const other = callerOf(await newAccount("pro"), "pro");
    expect(await find(slug, other)).toEqual([]);
  });
});

describe("searching names", () => {
  let other: Caller;
  const found = async (query: Record<string, string>) =>
    (await listCodes(other, codeListQuery.parse(query))).data.map(({ name }) => name);
  beforeAll(async () => {
    other = callerOf(await newAccount("pro"), "pro");
    const named: [string, string][] = [
      ["Old table plan", "x"],
      ["Poster", "The table by the door"],
      ["Table 4", "x"],
      ["TABLE", "x"],
      ["Vegetables", "x"],
      ["Tänzer", "x"],
      ["がくせい", "x"],
    ];
    for (const [name, content] of named) await createCode(other, { name, type: "text", content });
  });

  it("lists the exact name first, then names beginning with it, names containing it, then content", async () => {
    const newestFirst = ["TABLE", "Table 4", "Vegetables", "Old table plan", "Poster"];
    expect(await found({ search: "table" })).toEqual(newestFirst);
    const oldestFirst = ["TABLE", "Table 4", "Old table plan", "Vegetables", "Poster"];
    expect(await found({ search: "table", order: "asc" })).toEqual(oldestFirst);
    const byName = ["Old table plan", "Poster", "TABLE", "Table 4", "Vegetables"];
    expect(await found({ search: "table", sort: "name", order: "asc" })).toEqual(byName);
  });

  it("pages by cursor in the same order", async () => {
    const walked: string[] = [];
    const query = codeListQuery.parse({ search: "table", limit: "2" });
    const first = await listCodes(other, query);
    walked.push(...first.data.map(({ name }) => name));
    for (let cursor = first.pagination.nextCursor; cursor !== null; ) {
      const { data, pagination } = await listCodesBehind(other, { ...query, cursor });
      walked.push(...data.map(({ name }) => name));
      cursor = pagination.nextCursor;
    }
    expect(walked).toEqual(await found({ search: "table" }));
  });

  it("matches one or two letters only at the start of a word", async () => {
    expect(await found({ search: "ta" })).toEqual(["Tänzer", "TABLE", "Table 4", "Old table plan", "Poster"]);
    expect(await found({ search: "4" })).toEqual(["Table 4"]);
    expect(await found({ search: "bl" })).toEqual([]);
  });

  it("respects the marks of other scripts", async () => {
    expect(await found({ search: "がくせい" })).toEqual(["がくせい"]);
    expect(await found({ search: "かくせい" })).toEqual([]);
  });

  it("follows a change of the name", async () => {
    const code = await createCode(other, { ...plainCode, name: "Before" });
    await updateCode(other, code.id, { name: "Äfter" });
    expect(await found({ search: "before" })).toEqual([]);
    expect(await found({ search: "after" })).toEqual(["Äfter"]);
  });
});

describe("pages of codes", () => {
  it("report totals and page counts, even past the last page", async () => {
    expect((await list({ limit: 4, page: 3 })).pagination).toEqual({
      page: 3,
      limit: 4,
      total: 10,
      pages: 3,
      nextCursor: null,
    });
    for (const page of [4, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const query = codeListQuery.parse({ page: String(page), limit: "100" });
      expect(await listCodes(caller, query)).toEqual({
        data: [],
        pagination: { page, limit: 100, total: 10, pages: 1, nextCursor: null },
      });
    }
    expect((await list({ search: "nowhere" })).pagination).toEqual({
      page: 1,
      limit: 20,
      total: 0,
      pages: 0,
      nextCursor: null,
    });
  });

  it("A5: contain only codes of the caller's account and environment", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    for (const who of [foreign, { ...caller, environment: "sandbox" as const }]) {
      expect((await listCodes(who, firstPage)).pagination.total).toBe(0);
    }
  });
});

describe("codes stored by an older release", () => {
  it("are returned even if they would be refused now", async () => {
    const [code] = (await list({ type: "url" })).data;
    await sql.query("UPDATE qr_code SET content = 'no address' WHERE id = $1", [code?.id]);
    expect(await getCode(caller, code?.id ?? "")).toMatchObject({
      content: "no address",
      settings: { size: 256 },
    });
  });
});
