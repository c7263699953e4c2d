import { describe, expect, it } from "vitest";
import type { EditedCode } from "./editor-state";
import { describeRename, findSlugFault, shortUrlWith } from "./short-link";

const host = "https://quietzone.example/r/";
const generated = `${host}aZ09bY18`;
const code = (slug: string | null, aliases: readonly string[] = []) =>
  ({ shortUrl: slug === null ? generated : host + slug, slug, aliases }) as EditedCode;

describe("a slug in the editor", () => {
  it.each(["", "menu", "Menu_24", "-menu-2", "m".repeat(60), "123456789"])("accepts %j", (slug) => {
    expect(findSlugFault(slug)).toBeUndefined();
  });

  it.each(["men", "m".repeat(61), "menü-24", "menu 24", "menu/24", "https://quietzone.example/r/menu"])(
    "says what to use instead of %j",
    (slug) => {
      expect(findSlugFault(slug)).toBe("Use 4 to 60 letters, digits, hyphens and underscores.");
    },
  );

  it("keeps 8 letters and digits for generated links", () => {
    expect(findSlugFault("summer24")).toMatch("look like a generated link");
    expect(findSlugFault("summer-24")).toBeUndefined();
  });

  it("is drawn as it will be, and a generated link by the code's own or one of its length", () => {
    const stored = `${host}menu-24`;
    expect(shortUrlWith(stored, "menu-24", code("menu-24"))).toBe(stored);
    expect(shortUrlWith(stored, "lunch", code("menu-24"))).toBe(`${host}lunch`);
    expect(shortUrlWith(stored, "", code("menu-24", [`${host}spring`, generated]))).toBe(generated);
    expect(shortUrlWith(`${host}preview0`, "", null)).toBe(`${host}preview0`);
  });

  it("says that the printed link keeps working, once another is to be saved", () => {
    const said =
      "Printed copies keep working: quietzone.example/r/menu-24 becomes an earlier short link of this code.";
    expect(describeRename(code("menu-24"), "lunch")).toBe(said);
    expect(describeRename(code("menu-24"), "")).toBe(said);
    expect(describeRename(code("menu-24"), " MENU-24 ")).toBeNull();
    expect(describeRename(code("menu-24"), "no")).toBeNull();
    expect(describeRename(code(null), "menu-24")).toMatch("quietzone.example/r/aZ09bY18 becomes");
  });
});
