import { describe, expect, it } from "vitest";
import type { Caller, KeyGrant } from "@/lib/accounts/schema";
import { requirePermissions, requirePlan, requireProduction, requireSandbox } from "./authenticate";

const caller: Caller = { accountId: "", plan: "pro", environment: "production", key: null };

function withKey(...permissions: KeyGrant["permissions"]): Caller {
  return { ...caller, key: { id: "", permissions, rateLimit: 1, expiresAt: null } };
}

describe("requirePermissions", () => {
  it("A3: rejects a key that lacks a permission, and names each missing one", () => {
    expect(() => requirePermissions(withKey("qr:read"), ["qr:write", "qr:read"])).toThrow(
      expect.objectContaining({
        code: "insufficient_permission",
        details: [expect.objectContaining({ requiredPermission: "qr:write" })],
      }),
    );
  });

  it("A3: accepts a key with all permissions, and a signed-in user", () => {
    requirePermissions(withKey("qr:write"), ["qr:read", "qr:write"]);
    requirePermissions(caller, ["qr:write"]);
  });
});

describe("requirePlan", () => {
  it.each(["free", "starter"] as const)("A2: rejects the %s plan", (plan) => {
    expect(() => requirePlan({ ...caller, plan })).toThrow(
      expect.objectContaining({ code: "plan_required" }),
    );
  });

  it.each(["developer", "pro"] as const)("A2: accepts the %s plan", (plan) => {
    requirePlan({ ...caller, plan });
  });
});

it("requireSandbox and requireProduction reject the other environment", () => {
  expect(() => requireSandbox(caller)).toThrow(expect.objectContaining({ code: "sandbox_required" }));
  requireSandbox({ ...caller, environment: "sandbox" });
  requireProduction(caller);
  expect(() => requireProduction({ ...caller, environment: "sandbox" })).toThrow(
    expect.objectContaining({ code: "sandbox_forbidden" }),
  );
});
