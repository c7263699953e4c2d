import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const resolve = { alias: { "@": root } };
// Vite sets BASE_URL to "/"; for the service it is a setting, and unset in tests: in the workers and in the global setups.
const env = { BASE_URL: "", LOG_LEVEL: "error" };
const plugins = [{ name: "keep-base-url-unset", configResolved: () => void delete process.env.BASE_URL }];

/** A wait for a condition ends here; how long the condition takes depends on the machine. */
const expectations = { poll: { timeout: 20_000 } };

/** Prisma's schema engine can be loaded once in a process: what migrates by itself has a process to itself. */
const ownProcess = ["server/database/**/*.db.test.ts"];

/** `npm run test:long` sets it: then files for long runs can be named, too. */
const isLong = process.env.TEST_LONG === "1";
const exclude = isLong ? [] : ["**/*.long.*"];

/**
 * `npm run test:quick` sets it: then one file asks the API, one opens pages, and the unit tests that take longest are left out:
 * those that show hundreds of pictures to readers, start Redis or try thousands of made-up inputs.
 */
const isQuick = process.env.TEST_QUICK === "1";
const slowest = [
  "e2e/scannability/**",
  "lib/qr/{draw/decode,encode/readers,verify/grade,verify/proof}.test.ts",
  "lib/rate-limit/{failing,shared}-store.test.ts",
  "lib/{analytics/window.property,routes/choose}.test.ts",
];

const freshModules = "e2e/support/fresh-modules.ts";

/** What every project has in common: files share processes. */
const common = { env, exclude, isolate: false, expect: expectations, setupFiles: freshModules };

const withDatabase = {
  ...common,
  globalSetup: "e2e/support/database.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Tests that ask a running service. */
const fromOutside = { ...common, testTimeout: 90_000, hookTimeout: 90_000 };

export default defineConfig({
  test: {
    // For two cores, where much of the time is waiting. Long runs say how many (`scripts/long-slices.mjs`).
    maxWorkers: isLong ? Number(process.env.TEST_WORKERS ?? 1) : 3,
    reporters: ["default", "./e2e/support/slowest-files.ts"],
    projects: [
      {
        resolve,
        plugins,
        test: {
          ...common,
          name: "unit",
          globalSetup: "scripts/tools.mjs",
          include: [
            "{lib,server,components,app,inngest,clients,scripts,mutants,e2e/scannability}/**/*.test.{ts,tsx}",
          ],
          exclude: ["**/*.db.test.ts", ...exclude, ...(isQuick ? slowest : [])],
          testTimeout: 90_000,
        },
      },
      {
        resolve,
        plugins,
        test: {
          ...withDatabase,
          name: "db",
          include: isQuick ? [] : ["{lib,server,inngest}/**/*.db.test.ts"],
          exclude: [...ownProcess, ...exclude],
          setupFiles: [freshModules, "e2e/support/worker-database.ts"],
        },
      },
      {
        resolve,
        plugins,
        test: {
          ...withDatabase,
          name: "database",
          isolate: true,
          include: isQuick ? [] : ownProcess,
          setupFiles: [],
        },
      },
      {
        resolve,
        plugins,
        test: {
          ...fromOutside,
          name: "api",
          include: [isQuick ? "e2e/api/codes-create.test.ts" : "e2e/{api,conformance,matrix}/**/*.test.ts"],
          globalSetup: ["scripts/tools.mjs", "e2e/support/service.ts"],
          setupFiles: [freshModules, "e2e/conformance/through-prism.ts"],
        },
      },
      {
        resolve,
        plugins,
        test: {
          ...fromOutside,
          name: "pages",
          include: [isQuick ? "e2e/pages/plan.test.ts" : "e2e/pages/**/*.test.ts"],
          globalSetup: "e2e/support/service.ts",
        },
      },
    ],
  },
});
