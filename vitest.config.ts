import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const resolve = { alias: { "@": root } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["{lib,server,components,app}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        test: {
          name: "db",
          include: ["{lib,server}/**/*.db.test.ts"],
          globalSetup: "e2e/support/database.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "api",
          include: ["e2e/api/**/*.test.ts"],
          globalSetup: "e2e/support/service.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "pages",
          include: ["e2e/pages/**/*.test.ts"],
          globalSetup: "e2e/support/service.ts",
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
