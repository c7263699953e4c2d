import { describe, expect, it } from "vitest";
import { isFiltered } from "./list-filters";
import { orderBy, shownOrder, splitOrder } from "./list-orders";
import { listHref, queryOf, readListState } from "./list-state";

describe("the state of the code list", () => {
  it("is written to the URL and read back from it", () => {
    const state = readListState({
      view: "table",
      q: "  100 % Menü & more ",
      type: "wifi",
      dynamic: "false",
      state: "used_up",
      tags: "summer, MENUS ,summer",
      tagMode: "all",
      changed: "7d",
      archived: "true",
      sort: "scanCount",
      order: "asc",
      page: "3",
    });
    expect(state).toMatchObject({
      view: "table",
      q: "100 % Menü & more",
      type: "wifi",
      isDynamic: false,
      codeState: "used_up",
      tags: ["summer", "menus"],
      tagMode: "all",
      changed: "7d",
      isArchived: true,
      order: "scanCount-asc",
      page: 3,
    });
    const read = Object.fromEntries(new URL(listHref(state), "https://x.example").searchParams);
    expect(readListState(read)).toEqual(state);
    expect(listHref(readListState({}))).toBe("/codes");
  });

  it("ignores invalid values, and cleans and shortens the search text", () => {
    const strange = {
      view: "3d",
      type: "constructor",
      dynamic: "yes",
      state: "ended",
      tags: ` ,a/b,${"x".repeat(41)},\u0000`,
      tagMode: "some",
      changed: "7",
      archived: "yes",
      sort: "name",
      order: "up",
      page: "-1",
    };
    for (const params of [
      strange,
      { page: "1e3" },
      { q: ["a", "b"] },
      { type: "__proto__", dynamic: "toString", state: "toString", changed: "constructor" },
    ]) {
      expect(readListState(params)).toEqual(readListState({}));
    }
    expect(readListState({ q: "a\u0000b\ud800" }).q).toBe("a b");
    expect([...readListState({ q: "é".repeat(300) }).q]).toHaveLength(200);
  });

  it("returns to page 1 when a filter changes, and keeps the page when the view changes", () => {
    const state = readListState({ page: "4" });
    expect(listHref(state, { view: "table" })).toBe("/codes?view=table&page=4");
    expect(listHref(state, { type: "sms" })).toBe("/codes?type=sms");
    expect(listHref(state, { page: 2 })).toBe("/codes?page=2");
    // The state passes from the server to the browser as plain data.
    expect(listHref(JSON.parse(JSON.stringify(state)))).toBe("/codes?page=4");
    expect(isFiltered(state)).toBe(false);
    expect(isFiltered(readListState({ dynamic: "false" }))).toBe(true);
    expect(isFiltered(readListState({ tags: "a" }))).toBe(true);
    expect(isFiltered(readListState({ archived: "true", tagMode: "all" }))).toBe(false);
  });

  it("ranks search results unless an order is chosen", () => {
    const search = readListState({ q: "menu" });
    expect(shownOrder(search)).toBeNull();
    expect(queryOf(search, 0)).toEqual({ search: "menu", order: "desc", archived: "false" });
    const sorted = { ...search, order: "updatedAt-desc" } as const;
    expect(queryOf(sorted, 0)).toMatchObject({ sort: "updatedAt", order: "desc" });
    expect(
      readListState(Object.fromEntries(new URL(listHref(sorted), "https://x.example").searchParams)),
    ).toEqual(sorted);
    expect(shownOrder(readListState({}))).toBe("updatedAt-desc");
    expect(listHref({ ...readListState({}), order: "updatedAt-desc" })).toBe("/codes");
  });

  it("becomes the query of the API's list request", () => {
    const list = readListState({
      state: "off",
      tags: "a,b",
      tagMode: "all",
      changed: "7d",
      archived: "true",
    });
    expect(queryOf(list, Date.parse("2026-01-08T00:00:00Z"))).toEqual({
      archived: "true",
      state: "off",
      tags: ["a", "b"],
      tagMode: "all",
      updatedSince: "2026-01-01T00:00:00.000Z",
      sort: "updatedAt",
      order: "desc",
    });
  });

  it("reverses the order when the same column heading is pressed again", () => {
    expect(orderBy("name", "updatedAt-desc")).toBe("name-asc");
    expect(orderBy("name", "name-asc")).toBe("name-desc");
    expect(orderBy("name", "name-desc")).toBe("name-asc");
    expect(orderBy("scanCount", "name-asc")).toBe("scanCount-desc");
    expect(orderBy("updatedAt", "updatedAt-desc")).toBe("updatedAt-asc");
    expect(orderBy("name", null)).toBe("name-asc");
    expect(splitOrder("scanCount-asc")).toEqual({ sort: "scanCount", order: "asc" });
  });
});
