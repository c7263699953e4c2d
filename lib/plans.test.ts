import { describe, expect, it } from "vitest";
import {
  bulkRequired,
  entitlements,
  hasApiAccess,
  hasBulk,
  hasDashboard,
  namePlanWith,
  plans,
  plansWithWebhooks,
  requireBulk,
  sandboxEntitlements,
} from "./plans";

const plansThat = (holds: (plan: (typeof plans)[number]) => boolean) => plans.filter(holds);

describe("entitlements", () => {
  it("lists the plans from the smallest to the largest", () => {
    expect(plans).toEqual(["free", "starter", "developer", "pro"]);
    expect(plans.map((plan) => entitlements[plan].name)).toEqual(["Free", "Starter", "Developer", "Pro"]);
  });

  it.each([
    ["free", 10, 1, 1_000, "daily", 0],
    ["starter", 100, null, null, "full", 0],
    ["developer", 500, null, null, "api", 5_000],
    ["pro", 500, null, null, "live", 5_000],
  ] as const)(
    "limits %s to its codes, scans and requests",
    (plan, codes, dynamicCodes, scans, analytics, requests) => {
      expect(entitlements[plan]).toMatchObject({
        codes,
        dynamicCodes,
        detailedScansPerMonth: scans,
        analytics,
        apiRequestsPerHour: requests,
      });
    },
  );

  it("gives frames, bulk work and priority support to Pro alone", () => {
    expect(plansThat((plan) => entitlements[plan].frames)).toEqual(["pro"]);
    expect(plansThat(hasBulk)).toEqual(["pro"]);
    expect(plansThat((plan) => entitlements[plan].prioritySupport)).toEqual(["pro"]);
  });

  it("gives slugs and goals to every plan but Free, and each plan its domains and rules", () => {
    expect(plansThat((plan) => entitlements[plan].slugs)).toEqual(["starter", "developer", "pro"]);
    expect(plansThat((plan) => entitlements[plan].goals)).toEqual(["starter", "developer", "pro"]);
    expect(plans.map((plan) => [entitlements[plan].domains, entitlements[plan].routes])).toEqual([
      [0, 0],
      [1, 3],
      [3, 20],
      [5, 20],
    ]);
  });

  it("gives the dashboard to all plans but Developer", () => {
    expect(plansThat(hasDashboard)).toEqual(["free", "starter", "pro"]);
  });

  it("gives API access and webhooks to Developer and Pro", () => {
    expect(plansThat(hasApiAccess)).toEqual(["developer", "pro"]);
    expect(plansWithWebhooks).toEqual(["developer", "pro"]);
  });

  it("limits the sandbox in the same way on every plan", () => {
    expect(sandboxEntitlements).toEqual({ codes: 100, requestsPerHour: 1_000, keptDays: 30 });
  });
});

describe("plan requirements", () => {
  it("names the smallest plan with an entitlement", () => {
    expect(namePlanWith(({ apiRequestsPerHour }) => apiRequestsPerHour > 0)).toBe("Developer");
    expect(namePlanWith(({ codes }) => codes > 500)).toBeUndefined();
  });

  it("refuses bulk work with plan_required below Pro", () => {
    for (const plan of ["free", "starter", "developer"] as const) {
      expect(() => requireBulk(plan, "Importing codes is")).toThrow(
        expect.objectContaining({ code: "plan_required", message: "Importing codes is part of Pro" }),
      );
    }
    expect(() => requireBulk("pro", "Importing codes is")).not.toThrow();
    expect(bulkRequired("Label sheets are").message).toBe("Label sheets are part of Pro");
  });
});
