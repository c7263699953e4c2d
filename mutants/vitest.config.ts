import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter, Vitest } from "vitest/node";
import { modules } from "./modules.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { tests = [] } = modules[process.env.MUTANTS_MODULE ?? ""] ?? {};

/**
 * Reports a test file that cannot be loaded. Stryker looks at the results of tests alone, and such a file has none, so a
 * mutant that throws while its module loads would survive.
 */
class LoadErrors implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd: NonNullable<Reporter["onTestModuleEnd"]> = (module) => {
    for (const { message } of module.errors()) {
      this.#vitest?.state.catchError(new Error(message), "Load Error");
    }
  };
}

export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  // Vite sets BASE_URL to "/", which the settings would read.
  plugins: [{ name: "keep-base-url-unset", configResolved: () => void delete process.env.BASE_URL }],
  test: {
    env: { BASE_URL: "", LOG_LEVEL: "error" },
    include: tests,
    setupFiles: [fileURLToPath(new URL("setup.ts", import.meta.url))],
    reporters: [new LoadErrors()],
    testTimeout: 60_000,
    cache: false,
    // One worker for all files of a mutant's run; each run has a new one.
    isolate: false,
  },
});
