import { describe, expect, it } from "vitest";
import { isFiltered, listHref, orderBy, readListState, splitOrder } from "./list-state";

describe("the state of the list of codes", () => {
  it("is the address and nothing else: what was written is read back", () => {
    const state = readListState({
      view: "table",
      q: "  100 % Menü & more ",
      type: "wifi",
      dynamic: "false",
      sort: "scanCount",
      order: "asc",
      page: "3",
    });
    expect(state).toMatchObject({
      view: "table",
      q: "100 % Menü & more",
      type: "wifi",
      isDynamic: false,
      page: 3,
    });
    const read = Object.fromEntries(new URL(listHref(state), "https://x.example").searchParams);
    expect(readListState(read)).toEqual(state);
    expect(listHref(readListState({}))).toBe("/codes");
  });

  it("takes what it does not know as if it were absent", () => {
    const strange = {
      view: "3d",
      type: "constructor",
      dynamic: "yes",
      sort: "name",
      order: "up",
      page: "-1",
    };
    for (const params of [
      strange,
      { page: "1e3" },
      { q: ["a", "b"] },
      { type: "__proto__", dynamic: "toString" },
    ]) {
      expect(readListState(params)).toEqual(readListState({}));
    }
    expect(readListState({ q: "a\u0000b\ud800" }).q).toBe("a b");
    expect([...readListState({ q: "é".repeat(300) }).q]).toHaveLength(200);
  });

  it("goes back to the first page when something else is looked for, and stays for another view of it", () => {
    const state = readListState({ page: "4" });
    expect(listHref(state, { view: "table" })).toBe("/codes?view=table&page=4");
    expect(listHref(state, { type: "sms" })).toBe("/codes?type=sms");
    expect(listHref(state, { page: 2 })).toBe("/codes?page=2");
    // The state passes from the server to the browser as plain data.
    expect(listHref(JSON.parse(JSON.stringify(state)))).toBe("/codes?page=4");
    expect(isFiltered(state)).toBe(false);
    expect(isFiltered(readListState({ dynamic: "false" }))).toBe(true);
  });

  it("turns an order round at another press of the same head", () => {
    expect(orderBy("name", "updatedAt-desc")).toBe("name-asc");
    expect(orderBy("name", "name-asc")).toBe("name-desc");
    expect(orderBy("name", "name-desc")).toBe("name-asc");
    expect(orderBy("scanCount", "name-asc")).toBe("scanCount-desc");
    expect(orderBy("updatedAt", "updatedAt-desc")).toBe("updatedAt-asc");
    expect(splitOrder("scanCount-asc")).toEqual({ sort: "scanCount", order: "asc" });
  });
});
