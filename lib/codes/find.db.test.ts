import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { newId } from "@/lib/platform/ids";
import { listCodes, updateCode } from "./";
import { createCodes } from "./bulk";
import { findByWords } from "./read";
import { softDeleteCodes } from "./soft-delete";

let caller: Caller;
const ids: Record<string, string> = {};
const names = ["Table menu", "Menu, table cards", "100 % menu_a", "Ünder STRASSE", "Door"];

beforeAll(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  for (const [index, name] of names.entries()) {
    const content = index === 4 ? "plain words" : `https://halden.example/${index}/Target`;
    const type = index === 4 ? "text" : "url";
    const { created } = await createCodes(caller, [{ name, type, content, isDynamic: index === 0 }]);
    ids[name] = created[0]?.id ?? "";
  }
});

const find = async (words: string, place: "names" | "targets" = "names") =>
  (await findByWords(caller, { words, place })).map(({ name }) => name);

describe("findByWords", () => {
  it("finds codes with every word, in any case and order", async () => {
    expect(await find("TABLE  menu")).toEqual(["Table menu", "Menu, table cards"]);
    expect(await find("menu table")).toEqual(["Menu, table cards", "Table menu"]);
    expect(await find("ünder strasse")).toEqual(["Ünder STRASSE"]);
    expect(await find("menu door")).toEqual([]);
  });

  it("sorts names that begin with the words first, then the newest, and without words by last change", async () => {
    expect(await find("menu")).toEqual(["Menu, table cards", "100 % menu_a", "Table menu"]);
    await updateCode(caller, ids["Table menu"] ?? "", { content: "https://halden.example/0/target/new" });
    expect(await find("menu")).toEqual(["Menu, table cards", "100 % menu_a", "Table menu"]);
    expect((await find("")).at(0)).toBe("Table menu");
  });

  it("ranks as the list does, also by words of one or two letters", async () => {
    const own = callerOf(await newAccount("pro"), "pro");
    const menu = { type: "url", content: "https://halden.example/", isDynamic: true } as const;
    await createCodes(own, [{ ...menu, name: "Banana", slug: "an-offer-of-ours" }]);
    await createCodes(own, [{ ...menu, name: "Old an item" }]);
    await createCodes(own, [{ ...menu, name: "Banana again", slug: "an-offer-again" }]);
    const { data } = await listCodes(own, { ...firstPage, sort: undefined, search: "an" });
    expect(data.map(({ name }) => name)).toEqual(["Old an item", "Banana again", "Banana"]);
    const found = await findByWords(own, { words: "an", place: "names" });
    expect(found.map(({ name }) => name)).toEqual(data.map(({ name }) => name));
  });

  it("takes wildcards literally and returns all codes for an empty search", async () => {
    expect(await find("%")).toEqual(["100 % menu_a"]);
    expect(await find("menu_a")).toEqual(["100 % menu_a"]);
    expect(await find("menu_t")).toEqual([]);
    expect(await find(" ")).toHaveLength(5);
  });

  it("searches targets on request", async () => {
    expect(await find("3 target", "targets")).toEqual(["Ünder STRASSE"]);
    expect(await find("plain", "targets")).toEqual(["Door"]);
    const [door] = await findByWords(caller, { words: "door", place: "names" });
    expect(door).toMatchObject({ target: null, shortUrl: null, type: "text" });
  });

  it("returns at most eight codes, only the caller's and without soft-deleted ones", async () => {
    const other = callerOf(await newAccount("pro"), "pro");
    const many = Array.from({ length: 9 }, (_, index) => ({
      name: `Menu ${index}`,
      type: "text",
      content: "x",
    }));
    const { created } = await createCodes(other, many);
    expect(await findByWords(other, { words: "menu", place: "names" })).toHaveLength(8);
    await softDeleteCodes(
      other,
      created.map(({ id }) => id),
    );
    expect(await findByWords(other, { words: "", place: "names" })).toEqual([]);
    expect(await find("menu")).toHaveLength(3);
  });

  it("finds a code by its slug, alone or among words of the name", async () => {
    const slug = `zebra-${newId()}`;
    await updateCode(caller, ids["Table menu"] ?? "", { slug });
    expect([await find(slug), await find("zebra table"), await find("zebra", "targets")]).toEqual([
      ["Table menu"],
      ["Table menu"],
      [],
    ]);
  });
});
