import setUp from "@/e2e/support/database";
import {
  chooseGuards,
  evaluateRun,
  findBaselineFault,
  findTableFaults,
  type Guard,
  type Verdict,
} from "@/mutants/guard";
import { guards } from "./guards";
import { runTests, type TestResult } from "./vitest-run";

/**
 * `npm run mutants:guards` removes each guard of the table in turn and runs the tests that must notice;
 * `npm run mutants:guards -- session` tests the entries whose name has that in it, `-- --part 2/4` the second of four parts.
 * Exits with 1 unless all are killed.
 */
const wanted = process.argv.slice(2).join(" ");
const chosen = chooseGuards(guards, wanted);

/** As many as CI has cores. */
const atOnce = 2;

const abort = new AbortController();
const { signal } = abort;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function testAll(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = chosen.values();
  const work = async () => {
    for (const guard of waiting) {
      const startedAt = performance.now();
      const verdict = evaluateRun(await runTests(guard, { mutant: guard.name, signal }));
      signal.throwIfAborted();
      verdicts.push(verdict);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(`${verdict.state.padEnd(8)} ${seconds.padStart(5)} s  ${guard.name} (${verdict.reason})`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return verdicts;
}

/** Tests that fail anyway kill every mutant, so they run once without one. */
async function findBaselineFaults(): Promise<string[]> {
  const whole = chosen.filter(({ only }) => only === undefined);
  const partial = chosen.filter(({ only }) => only !== undefined);
  const patterns = [...new Set(partial.map(({ only }) => only))].join("|");
  const runs = await Promise.all([runBaseline(whole), runBaseline(partial, patterns)]);
  signal.throwIfAborted();
  return chosen.flatMap(
    (guard) => findBaselineFault(guard, guard.only === undefined ? runs[0] : runs[1]) ?? [],
  );

  async function runBaseline(entries: readonly Guard[], only?: string): Promise<TestResult[]> {
    const tests = [...new Set(entries.flatMap((guard) => guard.tests))];
    if (tests.length === 0) return [];
    const { tests: results, output } = await runTests({ tests, only }, { signal });
    if (results.length === 0) console.error(output);
    return results;
  }
}

async function run(): Promise<boolean> {
  const close = await setUp();
  try {
    const faults = await findBaselineFaults();
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) return false;
    const verdicts = await testAll();
    const count = (state: Verdict["state"]) => verdicts.filter((verdict) => verdict.state === state).length;
    print(`${count("killed")} killed, ${count("survived")} survived, ${count("broken")} broken`);
    return count("killed") === chosen.length;
  } finally {
    await close();
  }
}

for (const event of ["SIGINT", "SIGTERM"] as const) process.once(event, () => abort.abort());
const faults = findTableFaults(guards);
if (chosen.length === 0) faults.push(`"${wanted}" names no entry`);
for (const fault of faults) console.error(fault);
const isGood = faults.length === 0 && (await run());
process.exitCode = isGood ? 0 : 1;
