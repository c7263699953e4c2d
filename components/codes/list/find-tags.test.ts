import { expect, it } from "vitest";
import { findMeantTag, findTags } from "./tag-dialog";

const tags = ["café", "menus", "menus 2027", "summer"].map((name) => ({ name, codes: 1, scanCount: 0 }));

it.each([
  ["MENU", ["menus", "menus 2027"], null],
  [" Menus ", ["menus", "menus 2027"], "menus"],
  ["2027", ["menus 2027"], "menus 2027"],
  ["Cafe\u0301", ["café"], "café"],
  ["winter", [], null],
])("the search %j finds the tags %j, and Enter selects %j", (words, found, meant) => {
  expect(findTags(tags, words).map(({ name }) => name)).toEqual(found);
  expect(findMeantTag(tags, words)).toBe(meant);
});
