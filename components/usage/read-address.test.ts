import { describe, expect, it } from "vitest";
import { readUsageView } from "./read-address";
import { writeUsageView } from "./view";

const keyId = "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47";

describe("the URL of the usage page", () => {
  it.each([
    ["/usage", { range: "24h", environment: "production" }],
    ["/usage?range=7d", { range: "7d", environment: "production" }],
    [`/usage?range=30d&key=${keyId}&environment=sandbox`, { range: "30d", environment: "sandbox", keyId }],
  ] as const)("is read as a view and written back: %s", (address, view) => {
    const query = Object.fromEntries(new URL(address, "http://localhost").searchParams);
    expect(readUsageView(query)).toEqual({ view });
    expect(writeUsageView(view)).toBe(address);
  });

  it.each([
    [{ range: "1y" }, "range"],
    [{ range: ["7d", "30d"] }, "range"],
    [{ environment: "staging" }, "environment"],
    [{ key: "' OR 1=1" }, "key"],
    [{ key: [keyId, keyId] }, "key"],
  ] as const)("with the query %j is rejected at the parameter %s", (query, name) => {
    expect(readUsageView(query as unknown as Record<string, string>)).toMatchObject({ fault: { name } });
  });
});
