import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chooseGuards, evaluateRun, findTableFaults } from "@/mutants/guard";
import { guards } from "./guards";

describe("the table of guards", () => {
  it("finds each guard exactly once in its file, under a unique name", () => {
    expect(findTableFaults(guards)).toEqual([]);
    // One that is taken out is taken out here, too.
    expect(guards.length).toBe(94);
  });

  it("names test files that exist and run from source", () => {
    const tests = guards.flatMap((guard) => guard.tests);
    expect(tests.filter((test) => !existsSync(test) || /^e2e\/|\.long\./.test(test))).toEqual([]);
    expect(guards.filter((guard) => guard.tests.length === 0)).toEqual([]);
  });

  it("selects tests by words that occur in one of their files", () => {
    const wordless = guards.filter(({ tests, only }) => {
      const sources = tests.map((test) => readFileSync(test, "utf8"));
      return only !== undefined && !sources.some((source) => new RegExp(only).test(source));
    });
    expect(wordless.map(({ name }) => name)).toEqual([]);
  });

  it("reports a guard that is missing or occurs twice, and a name that is used twice", () => {
    const guard = { name: "one", file: "LICENSE", find: "no such text", replace: "", tests: [] };
    expect(findTableFaults([guard])).toEqual([expect.stringContaining("occurs 0 times in LICENSE")]);
    expect(findTableFaults([{ ...guard, find: "the" }])).toEqual([expect.stringMatching(/occurs \d+ times/)]);
    const found = { ...guard, find: "MIT License" };
    expect(findTableFaults([found, found])).toEqual([expect.stringContaining("another entry")]);
  });
});

describe("the command's arguments", () => {
  const names = (words: string) => chooseGuards(guards, words).map(({ name }) => name);
  const all = guards.map(({ name }) => name);

  it("select all guards, or those whose names contain the words", () => {
    expect(names("")).toEqual(all);
    expect(names("quota")).toEqual(all.filter((name) => /quota/i.test(name)));
    expect(names("no such guard")).toEqual([]);
  });

  it("select a part, and all parts together cover every guard", () => {
    const parts = [1, 2, 3, 4].map((part) => names(`--part ${part}/4`));
    expect(parts.flat().sort()).toEqual([...all].sort());
    expect(parts.map(({ length }) => length)).toEqual([24, 24, 23, 23]);
    expect([names("--part 5/4"), names("--part 0/4")]).toEqual([[], []]);
  });
});

describe("a mutant", () => {
  const passed = { file: "a.test.ts", fullName: "passes", status: "passed", failure: "" };
  const failed = {
    ...passed,
    fullName: "fails",
    status: "failed",
    failure: "AssertionError: expected 1 to be 2",
  };
  const run = { tests: [passed, failed], isLoaded: true, isTimedOut: false, output: "" };

  it("is killed by a failed test", () => {
    expect(evaluateRun(run)).toEqual({
      state: "killed",
      reason: "fails: AssertionError: expected 1 to be 2",
    });
  });

  it("survives tests that pass", () => {
    expect(evaluateRun({ ...run, tests: [passed] }).state).toBe("survived");
  });

  it.each([
    ["no test ran", { ...run, tests: [{ ...passed, status: "skipped" }] }],
    ["no test loads its file", { ...run, isLoaded: false }],
    ["its tests do not end", { ...run, isTimedOut: true }],
    [
      "it is not valid code",
      { ...run, tests: [{ ...failed, failure: "ReferenceError: gone is not defined" }] },
    ],
    [
      "it is not valid SQL",
      { ...run, tests: [{ ...failed, failure: 'error: syntax error at or near "AND"' }] },
    ],
  ])("is broken if %s", (_, broken) => {
    expect(evaluateRun(broken).state).toBe("broken");
  });
});
