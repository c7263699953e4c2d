import { expect, it } from "vitest";
import { readMeasure } from "./print-check";

it.each([
  ["30", 30],
  [" 30.25 ", 30.25],
  ["30,5", 30.5],
  ["1,000", null],
  ["30,", null],
  ["4.9", null],
  ["1e2", null],
  ["", null],
])("a width of %j mm is read as %s", (text, width) => {
  expect(readMeasure("widthMm", text)).toBe(width);
});
