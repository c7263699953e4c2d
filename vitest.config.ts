import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const resolve = { alias: { "@": root } };
// Vite sets BASE_URL to "/"; for the service it is a setting, and unset in tests: in the workers and in the global setups.
const env = { BASE_URL: "", LOG_LEVEL: "error" };
const plugins = [{ name: "keep-base-url-unset", configResolved: () => void delete process.env.BASE_URL }];

/** A wait for a condition ends here; how long the condition takes depends on the machine. */
const expectations = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    // Two cores: one worker often waits for a service, a browser or a timer.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        plugins,
        test: {
          env,
          name: "unit",
          isolate: false,
          setupFiles: "e2e/support/fresh-modules.ts",
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
          isolate: false,
          setupFiles: "e2e/support/fresh-modules.ts",
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
          isolate: false,
          include: ["e2e/{api,conformance,matrix}/**/*.test.ts"],
          globalSetup: ["e2e/support/service.ts", "e2e/conformance/setup.ts"],
          setupFiles: ["e2e/support/fresh-modules.ts", "e2e/conformance/through-prism.ts"],
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
          isolate: false,
          setupFiles: "e2e/support/fresh-modules.ts",
          include: ["e2e/pages/**/*.test.ts"],
          globalSetup: ["e2e/support/service.ts", "e2e/pages/chromium.ts"],
          expect: expectations,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
