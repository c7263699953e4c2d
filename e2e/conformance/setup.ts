import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type Described, startValidatingProxy } from "./validating-proxy";

declare module "vitest" {
  export interface ProvidedContext {
    /** Origin of Prism in front of the service under test. */
    validatedOrigin: string;
  }
}

const folder = fileURLToPath(new URL("../../docs/openapi/", import.meta.url));

/**
 * The committed descriptions; a test holds them equal to those that the service gives out. A path whose fixed part is
 * spelt with percent-escapes is another path to the service, and the same to Prism.
 */
export const descriptions: readonly Described[] = [
  { document: `${folder}public.json`, targets: /^\/api\/public\/[a-z-]+(?:[/?]|$)/ },
  { document: `${folder}v1.json`, targets: /^\/api\/v1\/[a-z.-]+(?:[/?]|$)/ },
];

/** Prism in front of the service that the setup before this one has started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const proxy = await startValidatingProxy(project.getProvidedContext().baseUrl, descriptions);
  project.provide("validatedOrigin", proxy.origin);
  return async () => {
    process.stdout.write(`Prism compared ${proxy.countJudged()} answers with openapi.json.\n`);
    await proxy.stop();
  };
}
