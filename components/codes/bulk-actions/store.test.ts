import { describe, expect, it } from "vitest";
import { mostSelected, SelectionStore } from "./store";

function newStore(ids = ["a", "b", "c", "d", "e"]) {
  const store = new SelectionStore();
  store.show({ ids, total: 9 });
  return store;
}

describe("the selection of codes", () => {
  it("extends from the last toggled code in either direction, and deselects ranges likewise", () => {
    const store = newStore();
    store.toggle("d");
    store.toggle("b", true);
    expect([...store.list()].sort()).toEqual(["b", "c", "d"]);
    store.toggle("c");
    store.toggle("d", true);
    expect(store.list()).toEqual(["b"]);
    expect(store.chosenOfPage()).toBe("some");
  });

  it("survives a page change, and ranges do not cross pages", () => {
    const store = newStore();
    store.toggle("a");
    store.show({ ids: ["f", "g", "h"], total: 9 });
    store.toggle("h", true);
    expect(store.list()).toEqual(["a", "h"]);
    store.set(["f", "g", "h"], true);
    expect(store.chosenOfPage()).toBe("all");
    expect(store.list()).toEqual(["a", "h", "f", "g"]);
  });

  it("ends when its last code is dropped, and notifies subscribers once per change", () => {
    const store = newStore();
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.clear();
    expect(told).toBe(0);
    store.start();
    expect(store.isOn()).toBe(true);
    store.set(["a", "b"], true);
    store.drop(["a"]);
    expect([store.isOn(), store.list()]).toEqual([true, ["b"]]);
    store.drop(["b"]);
    expect(store.isOn()).toBe(false);
    expect(told).toBe(4);
  });

  it("is limited to its maximum, and accepts another code once one is deselected", () => {
    const ids = Array.from({ length: mostSelected + 1 }, (_, place) => String(place));
    const store = newStore(ids);
    expect(store.set(ids, true)).toBe(false);
    expect(store.list()).toHaveLength(mostSelected);
    expect(store.toggle("0")).toBe(true);
    expect(store.toggle(String(mostSelected))).toBe(true);
  });
});
