import { describe, inject } from "vitest";
import { runCases } from "../support/webhooks/run-cases";

describe("deliveries by the engine on PostgreSQL", () => {
  runCases(() => ({ baseUrl: inject("baseUrl") }));
});
