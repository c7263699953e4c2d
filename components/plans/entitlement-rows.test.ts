import { expect, it } from "vitest";
import { entitlements, hasApiAccess, plans } from "@/lib/plans";
import { entitlementRows } from "./entitlement-rows";

it("plans without the API promise none of its requests, in the words of no account at all", () => {
  const row = entitlementRows.find(({ name }) => name === "API requests");
  expect(row?.withoutAccount).toBe("Public interface only");
  for (const plan of plans) {
    const words = row?.format(entitlements[plan]);
    if (hasApiAccess(plan)) expect(words).toMatch(/^[\d,]+ per hour$/);
    else expect(words).toBe(row?.withoutAccount);
  }
});
