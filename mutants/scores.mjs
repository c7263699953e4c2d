import { relative } from "node:path";

/**
 * The modules that are named, in the order of the table; all of them without a name. `encoding` also names every module
 * that begins with `encoding-`. Throws for a name that matches none.
 *
 * @param {string[]} known
 * @param {string[]} names
 */
export function chooseModules(known, names) {
  const matches = (module, name) => module === name || module.startsWith(`${name}-`);
  const unknown = names.filter((name) => !known.some((module) => matches(module, name)));
  if (unknown.length > 0) {
    throw new Error(`there is no module ${unknown.join(", ")}; choose from ${known.join(", ")}`);
  }
  if (names.length === 0) return known;
  return known.filter((module) => names.some((name) => matches(module, name)));
}

/**
 * Counts mutants by what became of them. The score is the percentage that the tests noticed, with two decimals. A mutant
 * that keeps the tests from loading is killed; Stryker calls it a runtime error and leaves it out of its own score.
 *
 * @param {{ status: string }[]} mutants
 */
export function countMutants(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "RuntimeError");
  const timeout = count("Timeout");
  const survived = count("Survived");
  const noCoverage = count("NoCoverage");
  const total = killed + timeout + survived + noCoverage;
  if (total === 0) throw new Error("no mutants were made; check the paths in mutants/modules.mjs");
  return {
    killed,
    timeout,
    survived,
    noCoverage,
    score: Math.round((1e4 * (killed + timeout)) / total) / 100,
  };
}

/**
 * A sentence for each score that is lower than the recorded one, or that has none.
 *
 * @param {Record<string, number>} scores
 * @param {Record<string, number>} recorded
 * @returns {string[]}
 */
export function findLowerScores(scores, recorded) {
  return Object.entries(scores).flatMap(([name, score]) => {
    const least = recorded[name];
    if (least === undefined)
      return [`${name} has no recorded score; run npm run mutants -- ${name} --record`];
    if (score >= least) return [];
    return [
      `${name} scores ${score.toFixed(2)} %, less than the recorded ${least.toFixed(2)} %; ` +
        `npm run mutants -- ${name} --survivors lists what the tests miss`,
    ];
  });
}

/**
 * One line for each mutant that no test noticed: where it is and what replaced the code.
 *
 * @param {{ status: string, fileName: string, location: { start: { line: number, column: number } }, replacement?: string }[]} mutants
 * @param {string} folder the project's
 */
export function listSurvivors(mutants, folder) {
  return mutants
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(({ status, fileName, location: { start }, replacement = "" }) => {
      // Stryker counts lines and columns from 0.
      const place = `${relative(folder, fileName)}:${start.line + 1}:${start.column + 1}`;
      const text = replacement.replace(/\s+/g, " ").slice(0, 120);
      return `${place} ${status === "Survived" ? "survived" : "no coverage"}: ${text}`;
    });
}
