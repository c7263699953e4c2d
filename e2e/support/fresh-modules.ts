import sharp from "sharp";
import { vi } from "vitest";

/**
 * Files of tests share a process, which saves each of them its start and the packages. Their own state they don't share:
 * before each file the project's modules, what they keep once per process, the environment and the mocks are as new.
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
Reflect.deleteProperty(globalThis, Symbol.for("quietzone"));
globalThis.fetch = originalFetch;
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);
