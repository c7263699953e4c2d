import fc from "fast-check";
import { beforeEach } from "vitest";
import { seeded } from "@/e2e/support/seeded";
import { modules } from "./modules.mjs";

// The same examples in every run, so that a mutant is killed always or never.
const seed = 20_260_102;
// One counterexample is enough; shrinking it takes longer than the test.
fc.configureGlobal({ seed, endOnFailure: true });
Math.random = seeded(seed);

const skipped = modules[process.env.MUTANTS_MODULE ?? ""]?.skip ?? [];

beforeEach(({ task, skip }) => {
  if (skipped.some((words) => task.name.includes(words))) skip();
});
