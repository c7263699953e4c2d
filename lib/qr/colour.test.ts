import { expect, it } from "vitest";
import { measureContrast, mixColours, parseColour, toHex } from "./colour";

it("measureContrast follows WCAG", () => {
  expect(measureContrast(0x000000, 0xffffff)).toBe(21);
  expect(measureContrast(0x777777, 0xffffff)).toBeCloseTo(4.48, 2);
  expect(measureContrast(0xff0000, 0x00ff00)).toBeCloseTo(2.91, 2);
});

it("parseColour reads both hex notations, and mixColours mixes", () => {
  expect(parseColour("#aBc")).toBe(0xaabbcc);
  expect(parseColour("#0F1e2D")).toBe(0x0f1e2d);
  expect(toHex(0x00000f)).toBe("#00000f");
  expect(mixColours(0xffffff, 0x000000, 0.5)).toBe(0x808080);
  expect(mixColours(0x102030, 0xffffff, 0)).toBe(0x102030);
});
