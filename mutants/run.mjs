// Runs Stryker over the pure modules and compares each score with the recorded one. A lower score fails.
//
//   npm run mutants                          all modules
//   npm run mutants -- plans encoding        a module, or all that begin with "encoding-"
//   npm run mutants -- plans --survivors     also lists the mutants that no test noticed
//   npm run mutants -- --record              writes the scores that rose to mutants/scores.json
//   npm run mutants -- plans --record --lower   writes a score that fell, too
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureTools } from "../scripts/tools.mjs";
import { modules } from "./modules.mjs";
import { chooseModules, countMutants, findLowerScores, listSurvivors } from "./scores.mjs";

const scoresFile = "mutants/scores.json";

/** All that the tests read; everything else stays out of the sandbox. */
const ignored = [
  "/*",
  "!/lib",
  "!/components",
  "!/e2e",
  "/e2e/*",
  "!/e2e/support",
  "!/mutants",
  "!/prisma",
  "!/package.json",
  "!/tsconfig.json",
];

/** Runs the tests of a module against each of its mutants. Rejects if they fail on the unchanged code. */
async function runModule(name, folder) {
  // The Vitest configuration of the child processes reads it.
  process.env.MUTANTS_MODULE = name;
  const { Stryker } = await import("../tools/stryker.mjs");
  const stryker = new Stryker({
    mutate: [...modules[name].mutate, "!**/*.test.ts"],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 2,
    // Generous, so that a busy machine does not turn a survivor into a timeout, which counts as killed.
    timeoutMS: 6_000,
    timeoutFactor: 3,
    disableTypeChecks: false,
    reporters: [],
    logLevel: "error",
    tempDirName: folder,
    ignorePatterns: ignored,
  });
  return stryker.runMutationTest();
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { record: { type: "boolean" }, lower: { type: "boolean" }, survivors: { type: "boolean" } },
  });
  return { ...values, names: chooseModules(Object.keys(modules), positionals) };
}

function printModule(name, { killed, timeout, survived, noCoverage, score }, seconds) {
  const counts = `killed ${killed}, timeout ${timeout}, survived ${survived}, no coverage ${noCoverage}`;
  console.error(`${name}: ${score.toFixed(2)} % (${counts}) in ${Math.round(seconds)} s`);
}

const readScores = () => JSON.parse(readFileSync(scoresFile, "utf8"));

/** Keeps the scores of the other modules. */
function record(name, score) {
  const scores = { ...readScores(), [name]: score };
  const ordered = Object.keys(modules).flatMap((key) => (key in scores ? [[key, scores[key]]] : []));
  writeFileSync(scoresFile, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
}

async function measure({ names, survivors, record: isRecording, lower: mayFall }) {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-mutants-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const scores = {};
  for (const name of names) {
    const start = performance.now();
    const mutants = await runModule(name, folder);
    const counts = countMutants(mutants);
    scores[name] = counts.score;
    printModule(name, counts, (performance.now() - start) / 1_000);
    if (survivors) for (const line of listSurvivors(mutants, process.cwd())) console.error(`  ${line}`);
    if (isRecording && (mayFall || counts.score > (readScores()[name] ?? -1))) record(name, counts.score);
  }
  return scores;
}

try {
  ensureTools();
  const scores = await measure(readOptions());
  const faults = findLowerScores(scores, readScores());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`mutants: ${error.message}`);
  process.exitCode = 1;
}
