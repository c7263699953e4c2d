import fc from "fast-check";
import { expect, it } from "vitest";
import { ValueCounter } from "./count-values";

/** Values of a piece of JSON, itself among them. */
function countParsed(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countParsed(inner), 1);
}

/** Whether text that comes in parts of so many bytes has at most `most` values. */
function fits(text: string, most: number, part: number): boolean {
  const counter = new ValueCounter(most);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += part) counter.take(bytes.subarray(at, at + part));
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: "invalid_request",
      message: `The body must have at most ${most} JSON values`,
    });
    return false;
  }
}

it("I7: counts what a parser finds, wherever the text is cut", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), fc.integer({ min: 1, max: 9 }), (compact, indent, part) => {
      const value = JSON.parse(compact);
      const text = JSON.stringify(value, null, indent);
      const values = countParsed(value);
      expect([fits(text, values, part), fits(text, values - 1, part)]).toEqual([true, false]);
    }),
  );
});

it.each([
  ['{"a":"[,,,{,"}', 2],
  ['["\\",\\"","\\\\",[ ],{ }]', 5],
  ["[[[[1]]]]", 5],
  ["", 1],
  ["]]}},", 2],
])("I7: %s has %d", (text, values) => {
  for (const part of [1, 2, 3, 100]) expect(fits(text, values, part)).toBe(true);
  if (values > 1) expect(fits(text, values - 1, 1)).toBe(false);
});
