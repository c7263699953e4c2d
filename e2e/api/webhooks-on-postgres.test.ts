import { describe, inject } from "vitest";
import { runCases } from "../support/webhooks/run-cases";

describe("deliveries through the PostgreSQL engine", () => {
  runCases(() => ({ baseUrl: inject("baseUrl") }));
});
