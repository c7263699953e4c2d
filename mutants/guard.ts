import { readFileSync } from "node:fs";
import type { TestResult, VitestRun } from "@/mutants/vitest-run";

/** A line that protects something, the text that removes it, and the tests that must then fail. */
export interface Guard {
  /** What the line ensures, as a fact. */
  name: string;
  file: string;
  /** Text that occurs in the file exactly once. */
  find: string;
  replace: string;
  /** Test files of the vitest projects `unit` and `db`. */
  tests: readonly string[];
  /** Runs only tests whose full name matches, as `vitest -t` does. */
  only?: string;
}

/** The source without its guard. Throws unless the text to replace is there exactly once. */
export function removeGuard(guard: Guard, source: string): string {
  const count = source.split(guard.find).length - 1;
  if (count === 1) return source.replace(guard.find, () => guard.replace);
  throw new Error(`"${guard.name}": the text to replace occurs ${count} times in ${guard.file}, not once`);
}

/** The faults of a table that can be seen without running a test. */
export function findTableFaults(guards: readonly Guard[]): string[] {
  const names = guards.map(({ name }) => name);
  const repeated = names.filter((name, place) => names.indexOf(name) !== place);
  return [
    ...repeated.map((name) => `"${name}": another entry has this name`),
    ...guards.flatMap((guard) => {
      try {
        removeGuard(guard, readFileSync(guard.file, "utf8"));
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    }),
  ];
}

/**
 * The entries that a command asks for: with `--part 2/4` the second of four parts, with other words those that have them in
 * their name, without words all.
 */
export function chooseGuards(guards: readonly Guard[], words: string): Guard[] {
  const [, part, parts] = /^--part (\d+)\/(\d+)$/.exec(words) ?? [];
  if (part === undefined)
    return guards.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  return guards.filter((_, place) => place % Number(parts) === Number(part) - 1);
}

type State = "killed" | "survived" | "broken";

export interface Verdict {
  state: State;
  /** The test that failed and what it says, or why the entry shows nothing. */
  reason: string;
}

/** The mutant itself does not run, so a red test says nothing about the guard. */
const malformed =
  /SyntaxError|ReferenceError|is not a function|syntax error at|could not determine data type|(?:column|relation|function|operator) .+ does not exist|bind message supplies|missing FROM-clause|invalid input syntax|timed out in \d+ms|too many clients|ECONNREFUSED|Connection terminated/;

/** What a run of a mutant shows. Only a failed test kills; a suite that fails before its tests does not. */
export function evaluateRun({ tests, isLoaded, isTimedOut, output }: VitestRun): Verdict {
  if (isTimedOut) return { state: "broken", reason: "the tests did not end in time" };
  const ran = tests.filter(({ status }) => status === "passed" || status === "failed");
  if (ran.length === 0) return { state: "broken", reason: `no test ran\n${output}` };
  if (!isLoaded) return { state: "broken", reason: "not loaded: no test of the entry loads this file" };
  const [failed] = ran.filter(({ status }) => status === "failed");
  if (failed === undefined) return { state: "survived", reason: `${ran.length} tests passed` };
  const fault = malformed.exec(failed.failure);
  if (fault !== null) return { state: "broken", reason: `${fault[0]}, in "${failed.fullName}"` };
  const [firstLine = ""] = failed.failure.split("\n");
  return { state: "killed", reason: `${failed.fullName}: ${firstLine.slice(0, 120)}` };
}

/** Why an entry could not be judged by its tests, given how they end without a mutant; undefined when they are green. */
export function findBaselineFault(
  { name, tests, only = "" }: Guard,
  results: readonly TestResult[],
): string | undefined {
  const named = results.filter(
    ({ file, fullName }) => tests.includes(file) && new RegExp(only).test(fullName),
  );
  const failed = named.find(({ status }) => status === "failed");
  if (failed !== undefined) return `"${name}": "${failed.fullName}" fails without a mutant`;
  const silent = tests.find((file) => !named.some((test) => test.file === file && test.status === "passed"));
  return silent && `"${name}": no test of ${silent} passes without a mutant`;
}
