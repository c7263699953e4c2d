import { describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import { ServiceError } from "./errors";
import { checkJsonText } from "./json-text";

const check = (text: string) =>
  checkJsonText(text, (says) => new ServiceError("invalid_request", `The body ${says}`));

describe("checkJsonText", () => {
  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\","b":"[[[["}',
    `${"[".repeat(32)}${"]".repeat(32)}`,
    '"just text"',
    '["a","a"]',
    '{"a":["x","x"],"b":"a"}',
  ])("accepts %s", (text) => {
    expect(() => check(text)).not.toThrow();
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each([
    ['{"a":1,"a":2}', "twice"],
    ['{"a":1,"b":2,"\\u0061":3}', "twice"],
    ['{"x":{"__proto__":1,"__proto__":2}}', "twice"],
    ['[{"a":[],"a":{}}]', "twice"],
    [`${"[".repeat(33)}${"]".repeat(33)}`, "32 levels"],
    ['{"a":'.repeat(33), "32 levels"],
  ])("I7: refuses %s", (text, words) => {
    expect(() => check(text)).toThrow(words);
  });

  it.each([100, 255, 256, 257, 600])("finds the end of a string of %d characters", (length) => {
    for (const inner of [
      "x".repeat(length),
      "\\\\".repeat(length),
      '\\"'.repeat(length),
      `x${'\\"'.repeat(length)}y`,
    ]) {
      expect(() => check(`{"a":"${inner}","b":"${inner}"}`)).not.toThrow();
      expect(() => check(`{"a":"${inner}","a":1}`)).toThrow("twice");
      expect(() => check(`{"a":"${inner}`)).not.toThrow();
    }
  });

  it.each(['{"a', '{"a\\', "}}}]]]", '{"\\u00zz":1,"\\u00zz":2}', ""])(
    "leaves malformed %s to the parser or refuses it",
    (text) => {
      try {
        check(text);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_request" });
      }
    },
  );

  it("I7: takes at most a second for a megabyte of hostile JSON", () => {
    const megabyte = 1 << 20;
    const bodies = ["[", '{"a":', '"', "\\", '{"a":1,', ",", "]"].map((part) =>
      part.repeat(Math.ceil(megabyte / part.length)),
    );
    const manyNames = `{${Array.from({ length: 90_000 }, (_, index) => `"n${index}":1`).join(",")}}`;
    for (const body of [...bodies, manyNames]) {
      const start = processorMs();
      try {
        check(body);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_request" });
      }
      expect(processorMs() - start).toBeLessThan(1_000);
    }
  });
});
