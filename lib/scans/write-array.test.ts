import { expect, it } from "vitest";
import { writeArray } from "./queries.store";

it.each([
  [[], "{}"],
  [["a", "b-c", "0"], "{a,b-c,0}"],
  [[null, "NULL", "null", "nUlL", "NULLS"], '{NULL,"NULL","null","nUlL",NULLS}'],
  [["", " ", "a b", "a,b", "{}", "'"], '{""," ","a b","a,b","{}","\'"}'],
  [['"', "\\", '\\"', "a\nb"], '{"\\"","\\\\","\\\\\\"","a\nb"}'],
])("writes %j as PostgreSQL reads it", (items: (string | null)[], text) => {
  expect(writeArray(items, (item) => item)).toBe(text);
});
