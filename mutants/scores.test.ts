import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { modules } from "./modules.mjs";
import { chooseModules, countMutants, findLowerScores, listSurvivors } from "./scores.mjs";

const known = ["content-cards", "content-input", "plans"];

describe("the modules of npm run mutants", () => {
  it("are all selected without a name", () => expect(chooseModules(known, [])).toEqual(known));

  it("are chosen by name or by the part before the hyphen, in the order of the table", () => {
    expect(chooseModules(known, ["plans", "content"])).toEqual(known);
    expect(chooseModules(known, ["content-input"])).toEqual(["content-input"]);
  });

  it("cannot be selected by an unknown name", () => {
    expect(() => chooseModules(known, ["plans", "cont"])).toThrow(
      "there is no module cont; choose from content-cards, content-input, plans",
    );
  });

  it("each have a recorded score", () => {
    const recorded = JSON.parse(readFileSync("mutants/scores.json", "utf8"));
    expect(Object.keys(recorded)).toEqual(Object.keys(modules));
  });
});

/** `lib/{a,b}.ts` as the paths that it stands for. */
function expand(pattern: string): string[] {
  const [, start, names, end] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(",").map((name) => `${start}${name}${end}`);
}

it("modules name files that exist", () => {
  const patterns = Object.values(modules).flatMap(({ mutate, tests }) => [...mutate, ...tests]);
  expect(patterns.flatMap(expand).filter((path) => !existsSync(path))).toEqual([]);
});

describe("the score of a module", () => {
  const mutants = (...statuses: string[]) => statuses.map((status) => ({ status }));

  it("is the percentage of mutants that the tests noticed, with two decimals", () => {
    expect(countMutants(mutants("Killed", "Timeout", "Survived"))).toEqual({
      killed: 1,
      timeout: 1,
      survived: 1,
      noCoverage: 0,
      score: 66.67,
    });
    expect(countMutants(mutants("Killed", "NoCoverage")).score).toBe(50);
  });

  it("counts a mutant that keeps the tests from loading as killed, and leaves out ignored ones", () => {
    expect(countMutants(mutants("RuntimeError", "Survived", "Ignored"))).toMatchObject({
      killed: 1,
      score: 50,
    });
  });

  it("cannot be computed without mutants", () => {
    expect(() => countMutants([])).toThrow("check the paths in mutants/modules.mjs");
  });

  it("fails when it is lower than recorded or not recorded", () => {
    const recorded = { plans: 90, content: 80.5, schedule: 70 };
    expect(findLowerScores({ plans: 90, content: 80.49, schedule: 71, guard: 100 }, recorded)).toEqual([
      "content scores 80.49 %, less than the recorded 80.50 %; npm run mutants -- content --survivors lists what the tests miss",
      "guard has no recorded score; run npm run mutants -- guard --record",
    ]);
  });
});

it("lists the mutants that no test noticed by file, line and replacement", () => {
  const location = { start: { line: 3, column: 7 } };
  const fileName = "/project/lib/plans.ts";
  const mutants = [
    { status: "Survived", fileName, location, replacement: "a\n  + b" },
    { status: "NoCoverage", fileName, location, replacement: "{}" },
    { status: "Killed", fileName, location, replacement: "false" },
  ];
  expect(listSurvivors(mutants, "/project")).toEqual([
    "lib/plans.ts:4:8 survived: a + b",
    "lib/plans.ts:4:8 no coverage: {}",
  ]);
});
