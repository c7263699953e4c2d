import { chromium } from "playwright";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the run's browser; a file of tests connects to it and gives each test a context. */
    browserEndpoint: string;
  }
}

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launches Debian's Chromium once for all page tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: "/usr/bin/chromium", args });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
