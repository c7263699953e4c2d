import { describe, expect, it } from "vitest";
import type { Caller, KeyGrant } from "@/lib/accounts/schema";
import { requirePermissions, requirePlan, requireProduction, requireSandbox } from "./authenticate";

const caller: Caller = { accountId: "", plan: "pro", environment: "production", key: null };

function withKey(...permissions: KeyGrant["permissions"]): Caller {
  return { ...caller, key: { id: "", permissions, rateLimit: 1, expiresAt: null } };
}

describe("permissions of a key", () => {
  it("A3: refuses a key that lacks one of them, and names each that it lacks", () => {
    expect(() => requirePermissions(withKey("qr:read"), ["qr:write", "qr:read"])).toThrow(
      expect.objectContaining({
        code: "insufficient_permission",
        details: [expect.objectContaining({ requiredPermission: "qr:write" })],
      }),
    );
  });

  it("A3: accepts a key that holds all of them, and a signed-in user", () => {
    requirePermissions(withKey("qr:write"), ["qr:read", "qr:write"]);
    requirePermissions(caller, ["qr:write"]);
  });
});

describe("plan of an account", () => {
  it.each(["free", "starter"] as const)("A2: refuses %s", (plan) => {
    expect(() => requirePlan({ ...caller, plan })).toThrow(
      expect.objectContaining({ code: "plan_required" }),
    );
  });

  it.each(["developer", "pro"] as const)("A2: accepts %s", (plan) => {
    requirePlan({ ...caller, plan });
  });
});

it("refuses production where only the sandbox is served", () => {
  expect(() => requireSandbox(caller)).toThrow(expect.objectContaining({ code: "sandbox_required" }));
  requireSandbox({ ...caller, environment: "sandbox" });
  requireProduction(caller);
  expect(() => requireProduction({ ...caller, environment: "sandbox" })).toThrow(
    expect.objectContaining({ code: "sandbox_forbidden" }),
  );
});
