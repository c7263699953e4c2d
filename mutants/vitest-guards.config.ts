import { resolve } from "node:path";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import rootConfig from "../vitest.config";
import { removeGuard } from "./guard";
import { guards } from "./guards";

const name = process.env.MUTANT;
const guard = guards.find((entry) => entry.name === name);
if (name !== undefined && guard === undefined) throw new Error(`no guard is named "${name}"`);

/** Appended to the mutant: creates a file when a test worker, not the global setup, runs the module. */
const reportLoaded = `
;if (process.env.VITEST_POOL_ID !== undefined)
  process.getBuiltinModule("node:fs").writeFileSync(process.env.MUTANT_LOADED, "");
`;

/** Removes the guard that `MUTANT` names when its file is loaded. The working tree stays as it is. */
const plugin: Plugin = {
  name: "remove-guard",
  enforce: "pre",
  transform(source, id) {
    if (guard === undefined || id.split("?")[0] !== resolve(guard.file)) return;
    return { code: removeGuard(guard, source) + reportLoaded, map: null };
  },
};

/** Tests of `api` and `pages` ask a finished build, where no source is transformed. */
const names = ["unit", "db"];

function isFromSource(project: unknown): project is TestProjectInlineConfiguration {
  const { test } = project as TestProjectInlineConfiguration;
  return typeof test?.name === "string" && names.includes(test.name);
}

function prepare(project: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  const { test = {}, plugins = [] } = project;
  const globalSetup = test.name === "db" ? { globalSetup: "mutants/own-database.ts" } : {};
  return { ...project, plugins: [plugin, ...plugins], test: { ...test, ...globalSetup } };
}

export default defineConfig({
  ...rootConfig,
  test: { ...rootConfig.test, projects: (rootConfig.test?.projects ?? []).filter(isFromSource).map(prepare) },
});
