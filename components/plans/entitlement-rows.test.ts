import { expect, it } from "vitest";
import { entitlements, hasApiAccess, plans } from "@/lib/plans";
import { entitlementRows } from "./entitlement-rows";

it("API requests are shown per hour, or as “Public interface only” for plans without the API", () => {
  const row = entitlementRows.find(({ name }) => name === "API requests");
  expect(row?.withoutAccount).toBe("Public interface only");
  for (const plan of plans) {
    const words = row?.format(entitlements[plan]);
    if (hasApiAccess(plan)) expect(words).toMatch(/^[\d,]+ per hour$/);
    else expect(words).toBe(row?.withoutAccount);
  }
});
