import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import config from "../vitest.config";
import { chooseSlice, longCommands, slices } from "./long-slices.mjs";

const listed = slices.flatMap(({ files }) => files);

const tests = execFileSync(
  "git",
  [
    "-c",
    "safe.directory=*",
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "*.test.ts",
    "*.test.tsx",
  ],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((file) => existsSync(file));

/** The globs of the configuration: folders, alternatives in braces and stars. */
function matches(file: string, glob: string): boolean {
  const parts: Record<string, string> = {
    "**/": "(?:.*/)?",
    "*": "[^/]*",
    "{": "(?:",
    "}": ")",
    ",": "|",
    ".": "\\.",
  };
  return new RegExp(`^${glob.replaceAll(/\*\*\/|[*{},.]/g, (part) => parts[part] as string)}$`).test(file);
}

// A quick run leaves most files out of their projects.
it.skipIf(process.env.TEST_QUICK === "1")("each test file belongs to exactly one Vitest project", () => {
  const projects = (config.test?.projects ?? []) as { test: { include: string[]; exclude: string[] } }[];
  const ownersOf = (file: string) =>
    projects.filter(({ test }) => {
      const excluded = test.exclude.filter((glob) => glob !== "**/*.long.*");
      const among = (globs: string[]) => globs.some((glob) => matches(file, glob));
      return among(test.include) && !among(excluded);
    });
  expect(tests.length).toBeGreaterThan(600);
  expect(tests.filter((file) => ownersOf(file).length !== 1)).toEqual([]);
});

it("the slices list exactly the long test files, each once", () => {
  const long = tests.filter(
    (file) =>
      file.includes(".long.") || /from ".*support\/long"|\blooks\b[^;]*from/.test(readFileSync(file, "utf8")),
  );
  expect([...listed].sort()).toEqual(long.sort());
});

it("--slice selects a slice by its number, and no argument selects all slices", () => {
  expect(chooseSlice([])).toBeNull();
  expect(chooseSlice(["--slice", "2"])).toBe(1);
  expect(chooseSlice(["--slice", String(slices.length)])).toBe(slices.length - 1);
  expect(longCommands(0)[0]?.words.slice(2)).toEqual(slices[0]?.files);
  const all = longCommands(null).filter(({ environment }) => "TEST_LONG" in environment);
  expect(all.flatMap(({ words }) => words.slice(2))).toEqual(listed);
});

it("consecutive --turn numbers select every slice", () => {
  const turns = slices.map((_, step) => chooseSlice(["--turn", String(0xfffffff - step)]));
  expect(new Set(turns)).toEqual(new Set(slices.keys()));
});

it("each part of the guard mutants runs in its own slice", () => {
  const parts = slices.flatMap((_, slice) => {
    const commands = longCommands(slice).map(({ words }) => words.join(" "));
    return commands.some((words) => words.includes("mutants")) ? [commands] : [];
  });
  expect(parts).toEqual([1, 2, 3].map((part) => [`run --silent mutants:guards -- --part ${part}/3`]));
});

it("other arguments are rejected with an error message", () => {
  for (const words of [
    ["--slice"],
    ["--slice", "0"],
    ["--slice", String(slices.length + 1)],
    ["--slice", "xyz"],
    ["--part", "1"],
    ["--turn"],
    ["--turn", "-1"],
    ["--turn", "1.5"],
    ["--turn", "1", "2"],
    ["1"],
  ]) {
    expect(() => chooseSlice(words)).toThrow(
      /^Use --slice with a number from 1 to \d+, or --turn with a whole number\.$/,
    );
  }
});
