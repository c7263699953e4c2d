import { expect, it } from "vitest";
import { listCodeNames, readCodeName } from "./schema";

const id = "0199aa00-0000-7000-8000-000000000000";

it.each<[string, string | null]>([
  ["aZ09bY18", "aZ09bY18"],
  ["  aZ09bY18\n", "aZ09bY18"],
  ["https://qr.example.com/r/aZ09bY18", "aZ09bY18"],
  ["https://old.example:8080/r/aZ09bY18+", "aZ09bY18"],
  ["qr.example.com/r/aZ09bY18/contact.vcf", "aZ09bY18"],
  ["https://qr.example.com/r/aZ09bY18?utm=1#x", "aZ09bY18"],
  ["/r/aZ09bY18", "aZ09bY18"],
  ["r/aZ09bY18", "aZ09bY18"],
  ["https://qr.example.com/report/aZ09bY18", "aZ09bY18"],
  [id, id],
  [id.toUpperCase(), id],
  ["", null],
  ["Summer-Menu", "Summer-Menu"],
  ["https://qr.example.com/r/summer_menu?utm=1", "summer_menu"],
  ["https://qr.example.com/report/summer-menu", "summer-menu"],
  ["qr.example.com/r/summer-menu/contact.vcf", "summer-menu"],
  ["https://go.example.com/menu", "go.example.com/menu"],
  ["Go.Example.com/aZ09bY18+", "go.example.com/aZ09bY18"],
  ["go.example.com/a/contact.vcf?x", "go.example.com/a"],
  ["aZ0", null],
  ["a".repeat(61), null],
  ["aZ09 bY18", null],
  ["https://qr.example.com/", null],
  ["' OR 1=1 --", null],
])("readCodeName reads %j as %j", (text, name) => {
  expect(readCodeName(text)).toBe(name);
});

it("listCodeNames puts the code on the URL's domain first for a report URL", () => {
  expect(listCodeNames("https://go.example.com/report/menu")).toEqual(["go.example.com/menu", "menu"]);
  expect(listCodeNames("https://qr.example.com/r/menu")).toEqual(["menu"]);
});
