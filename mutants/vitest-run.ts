import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const vitest = "node_modules/vitest/vitest.mjs";

/** A mutant that makes a test wait for ever ends here. */
const mutantMs = 120_000;
const baselineMs = 600_000;

/** One test as vitest's JSON reporter tells it. */
export interface TestResult {
  file: string;
  fullName: string;
  status: string;
  failure: string;
}

export interface VitestRun {
  tests: TestResult[];
  /** Whether a test worker ran the mutated file. */
  isLoaded: boolean;
  isTimedOut: boolean;
  /** What vitest printed, for a run that reports no test. */
  output: string;
}

interface Report {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Runs test files from source, or only those of their tests whose name matches; with the mutant of that name, if any. */
export async function runTests(
  { tests, only }: { tests: readonly string[]; only?: string | undefined },
  { mutant, signal }: { mutant?: string; signal: AbortSignal },
): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-mutant-"));
  const report = join(folder, "report.json");
  const loaded = join(folder, "loaded");
  const pattern = only === undefined ? [] : ["--testNamePattern", only];
  const args = ["run", "--config", "mutants/vitest-guards.config.ts", "--maxWorkers=1"];
  const reporter = ["--reporter=json", `--outputFile=${report}`];
  const bail = mutant === undefined ? [] : ["--bail=1"];
  try {
    const child = spawn(process.execPath, [vitest, ...args, ...reporter, ...bail, ...pattern, ...tests], {
      env: { ...process.env, ...(mutant && { MUTANT: mutant, MUTANT_LOADED: loaded }) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
    let isTimedOut = false;
    const end = () => child.kill();
    const timer = setTimeout(
      () => {
        isTimedOut = true;
        end();
      },
      mutant === undefined ? baselineMs : mutantMs,
    );
    signal.addEventListener("abort", end);
    await once(child, "close");
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    return {
      tests: existsSync(report) ? readTests(JSON.parse(await readFile(report, "utf8"))) : [],
      isLoaded: existsSync(loaded),
      isTimedOut,
      output,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readTests({ testResults }: Report): TestResult[] {
  const root = resolve(".");
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      file: name.slice(root.length + 1),
      fullName,
      status,
      failure: failureMessages.join("\n"),
    })),
  );
}
