import { readFileSync } from "node:fs";

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
