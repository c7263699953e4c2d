import { expect, it, vi } from "vitest";
import { tagName } from "./schema-fields";

it.each([
  [" Caf\u0065\u0301 ", "caf\u00e9"],
  ["x".repeat(40), "x".repeat(40)],
])("tagName normalises %j to %j", (text, tag) => {
  expect(tagName.parse(text)).toBe(tag);
});

it.each(["", "  ", "x".repeat(41), "a,b", "a/b", "a\nb"])("tagName rejects %j", (text) => {
  expect(tagName.safeParse(text).success).toBe(false);
});

it("tagName rejects a million characters without normalising them", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    expect(tagName.safeParse("\u0301\u0316".repeat(500_000)).success).toBe(false);
    expect(normalize).not.toHaveBeenCalled();
  } finally {
    normalize.mockRestore();
  }
});
