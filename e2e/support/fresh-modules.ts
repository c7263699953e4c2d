import sharp from "sharp";
import { afterAll, vi } from "vitest";

/**
 * Test files share a process, which saves each the start and the packages. This resets modules, state that is kept once per
 * process, environment and mocks before each file.
 */
const kept = globalThis as {
  quietzoneTestProcess?: { environment: NodeJS.ProcessEnv; fetch: typeof globalThis.fetch };
};

kept.quietzoneTestProcess ??= { environment: { ...process.env }, fetch: globalThis.fetch };
const { environment, fetch: originalFetch } = kept.quietzoneTestProcess;

// The picture code blocks most of sharp's loaders for the whole process.
sharp.unblock({ operation: ["VipsForeignLoad"] });
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();

const state = Symbol.for("quietzone");
const values = globalThis as { [state]?: Map<string, { end?(): Promise<void>; ended?: boolean }> };
delete values[state];
globalThis.fetch = originalFetch;
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);

// Runs after the file's own hooks: connections that nobody closed would outlive it.
afterAll(async () => {
  for (const name of ["database pool", "redirect pool", "replica pool"]) {
    const pool = values[state]?.get(name);
    if (pool?.ended === false) await pool.end?.();
  }
});
