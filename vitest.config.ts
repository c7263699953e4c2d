import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const resolve = { alias: { "@": root } };
// Vite sets BASE_URL to "/"; it is a setting of ours, and unset in tests: in the workers and in the global setups.
const env = { BASE_URL: "", LOG_LEVEL: "error" };
const plugins = [{ name: "keep-base-url-unset", configResolved: () => void delete process.env.BASE_URL }];

/**
 * Services, browsers and clocks of a shared machine now and then miss a deadline that is none of ours: what fails here is
 * tried once more, and its line says so. What fails twice is red.
 */
const retry = 1;

/** What is waited for may take as long as a crowded machine needs; what never comes ends here. */
const expectations = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        plugins,
        test: {
          env,
          name: "unit",
          include: ["{lib,server,components,app,inngest,client,scripts}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        plugins,
        test: {
          env,
          name: "db",
          include: ["{lib,server,inngest}/**/*.db.test.ts"],
          globalSetup: "e2e/support/database.ts",
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        plugins,
        test: {
          env,
          name: "api",
          retry,
          include: ["e2e/{api,conformance,matrix}/**/*.test.ts"],
          globalSetup: ["e2e/support/service.ts", "e2e/conformance/setup.ts"],
          setupFiles: "e2e/conformance/through-prism.ts",
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        plugins,
        test: {
          env,
          name: "pages",
          retry,
          include: ["e2e/pages/**/*.test.ts"],
          globalSetup: "e2e/support/service.ts",
          expect: expectations,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
