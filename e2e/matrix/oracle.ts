import type { Environment, Permission } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";

/** Decisions §§5–7 written down once more, from their text and from nothing that the service reads. */

/** Whose row a request names. */
export const owners = [
  "own",
  "foreign",
  "missing",
  "deleted",
  "soft-deleted",
  "malformed",
  "of the other environment",
] as const;
export type Owner = (typeof owners)[number];

/**
 * What a request names: nothing, a code, a key, a webhook or a domain by its id in the path (with the code an earlier target of it,
 * with the webhook a delivery of it), a tag by its name, or codes by their ids in the body.
 */
type Subject = "nothing" | "code" | "key" | "webhook" | "domain" | "tag" | "codes";

interface Rule {
  /** What a key must hold. "GET api-keys: any valid key", so nothing is possible. */
  needs: readonly Permission[];
  /** Of which it must hold one besides. */
  needsOneOf?: readonly Permission[];
  subject: Subject;
  /** Where it names the code in the query and not in the path: by this parameter. */
  parameter?: "qrCodeId";
  /** What it asks for besides. */
  query?: string;
  /** "With a production key 403 `sandbox_required`." */
  isSandboxOnly?: true;
  /** "Sandbox keys 403 `sandbox_forbidden`." */
  isProductionOnly?: true;
  success: number;
}

const allFour: readonly Permission[] = ["qr:read", "qr:write", "analytics:read", "webhooks:manage"];

/** "`webhooks:manage` = all webhook paths." */
const webhooks: readonly Permission[] = ["webhooks:manage"];

/** "Reading: `qr:read`; changing: a key that may change keys." */
const ofDomains = (needs: readonly Permission[], subject: Subject, success: number): Rule => ({
  needs,
  subject,
  isProductionOnly: true,
  success,
});

/** Every operation of the authenticated interface. */
export const rules: Record<string, Rule> = {
  "POST /api/v1/qr-codes": { needs: ["qr:write"], subject: "nothing", success: 201 },
  "GET /api/v1/qr-codes": { needs: ["qr:read"], subject: "nothing", success: 200 },
  "GET /api/v1/qr-codes/{id}": { needs: ["qr:read"], subject: "code", success: 200 },
  "GET /api/v1/qr-codes/{id}/image": { needs: ["qr:read"], subject: "code", success: 200 },
  "GET /api/v1/qr-codes/{id}/targets": { needs: ["qr:read"], subject: "code", success: 200 },
  "POST /api/v1/qr-codes/{id}/targets/{targetId}/restore": {
    needs: ["qr:write"],
    subject: "code",
    success: 200,
  },
  "POST /api/v1/qr-codes/{id}/resolve": { needs: ["qr:read"], subject: "code", success: 200 },
  "PUT /api/v1/qr-codes/{id}": { needs: ["qr:write"], subject: "code", success: 200 },
  "DELETE /api/v1/qr-codes/{id}": { needs: ["qr:write"], subject: "code", success: 204 },
  "POST /api/v1/qr-codes/bulk": { needs: ["qr:write"], subject: "nothing", success: 201 },
  "DELETE /api/v1/qr-codes/bulk": { needs: ["qr:write"], subject: "codes", success: 200 },
  "GET /api/v1/tags": { needs: ["qr:read"], subject: "nothing", success: 200 },
  "PATCH /api/v1/tags/{name}": { needs: ["qr:write"], subject: "tag", success: 200 },
  "DELETE /api/v1/tags/{name}": { needs: ["qr:write"], subject: "tag", success: 204 },
  "GET /api/v1/analytics": {
    needs: ["analytics:read"],
    subject: "code",
    parameter: "qrCodeId",
    success: 200,
  },
  "GET /api/v1/scans": { needs: ["analytics:read"], subject: "code", parameter: "qrCodeId", success: 200 },
  "POST /api/v1/sandbox/scans": { needs: ["qr:write"], subject: "code", isSandboxOnly: true, success: 201 },
  "POST /api/v1/goals": { needs: ["qr:write"], subject: "code", success: 201 },
  "DELETE /api/v1/qr-codes/{id}/goals": {
    needs: ["qr:write"],
    subject: "code",
    query: "name=signup",
    success: 200,
  },
  "GET /api/v1/api-keys": { needs: [], subject: "nothing", success: 200 },
  "GET /api/v1/api-keys/{id}": { needs: [], subject: "key", success: 200 },
  "POST /api/v1/api-keys": { needs: allFour, subject: "nothing", success: 201 },
  "PATCH /api/v1/api-keys/{id}": { needs: allFour, subject: "key", success: 200 },
  "POST /api/v1/api-keys/{id}/rotate": { needs: allFour, subject: "key", success: 200 },
  "DELETE /api/v1/api-keys/{id}": { needs: allFour, subject: "key", success: 204 },
  "GET /api/v1/domains": ofDomains(["qr:read"], "nothing", 200),
  "POST /api/v1/domains": ofDomains(allFour, "nothing", 201),
  "GET /api/v1/domains/{id}": ofDomains(["qr:read"], "domain", 200),
  "PATCH /api/v1/domains/{id}": ofDomains(allFour, "domain", 200),
  "POST /api/v1/domains/{id}/verify": ofDomains(allFour, "domain", 200),
  "GET /api/v1/domains/{id}/redirect-map": ofDomains(["qr:read"], "domain", 200),
  "DELETE /api/v1/domains/{id}": ofDomains(allFour, "domain", 204),
  // "any key" may call both.
  "GET /api/v1/account": { needs: [], subject: "nothing", success: 200 },
  "GET /api/v1/event-types": { needs: [], subject: "nothing", success: 200 },
  "GET /api/v1/events": {
    needs: [],
    // "`qr:read` sees `qr.*`, `analytics:read` sees `scan.created`, other keys get 403."
    needsOneOf: ["qr:read", "analytics:read"],
    subject: "nothing",
    success: 200,
  },
  "GET /api/v1/webhooks": { needs: webhooks, subject: "nothing", success: 200 },
  "POST /api/v1/webhooks": { needs: webhooks, subject: "nothing", success: 201 },
  "GET /api/v1/webhooks/{id}": { needs: webhooks, subject: "webhook", success: 200 },
  "PUT /api/v1/webhooks/{id}": { needs: webhooks, subject: "webhook", success: 200 },
  "POST /api/v1/webhooks/{id}/rotate-secret": { needs: webhooks, subject: "webhook", success: 200 },
  "POST /api/v1/webhooks/{id}/test": { needs: webhooks, subject: "webhook", success: 202 },
  "GET /api/v1/webhooks/{id}/deliveries": { needs: webhooks, subject: "webhook", success: 200 },
  "GET /api/v1/webhooks/{id}/deliveries/{deliveryId}": { needs: webhooks, subject: "webhook", success: 200 },
  "POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry": {
    needs: webhooks,
    subject: "webhook",
    success: 202,
  },
  "POST /api/v1/webhooks/{id}/deliveries/retry": { needs: webhooks, subject: "webhook", success: 202 },
  "DELETE /api/v1/webhooks/{id}": { needs: webhooks, subject: "webhook", success: 204 },
};

/** "Free and Starter get 403 plan_required." */
const plansWithAccess: readonly Plan[] = ["developer", "pro"];

/** Every set of permissions, the empty one too. */
export const permissionSets: readonly (readonly Permission[])[] = Array.from({ length: 16 }, (_, bits) =>
  allFour.filter((_, place) => (bits >> place) & 1),
);

export type Outcome =
  | { status: number; code: null }
  | { status: 403; code: "plan_required" | "sandbox_required" | "sandbox_forbidden" }
  | { status: 403; code: "insufficient_permission"; lacks: readonly Permission[] }
  | { status: 404; code: "not_found" };

export interface Situation {
  operation: string;
  plan: Plan;
  environment: Environment;
  permissions: readonly Permission[];
  owner: Owner;
}

/** What must happen. Codes named in a body are never a 404: those that are not the caller's are listed as not found. */
export function foretell({ operation, plan, environment, permissions, owner }: Situation): Outcome {
  const rule = rules[operation]!;
  if (!plansWithAccess.includes(plan)) return { status: 403, code: "plan_required" };
  // "`qr:write` counts as holding `qr:read`."
  const held = permissions.includes("qr:write") ? ["qr:read", ...permissions] : permissions;
  const lacks = rule.needs.filter((permission) => !held.includes(permission));
  const { needsOneOf = [] } = rule;
  if (needsOneOf.length > 0 && !needsOneOf.some((permission) => held.includes(permission)))
    lacks.push(...needsOneOf);
  if (lacks.length > 0) return { status: 403, code: "insufficient_permission", lacks };
  if (rule.isSandboxOnly && environment !== "sandbox") return { status: 403, code: "sandbox_required" };
  if (rule.isProductionOnly && environment === "sandbox") return { status: 403, code: "sandbox_forbidden" };
  const isNamedInPath = ["code", "key", "webhook", "domain", "tag"].includes(rule.subject);
  if (isNamedInPath && !isVisible(rule.subject, environment, owner))
    return { status: 404, code: "not_found" };
  return { status: rule.success, code: null };
}

/** Whether there is anything of an owner to name: only codes are soft-deleted, with their tags. */
export function isNamed(operation: string, owner: Owner): boolean {
  return owner !== "soft-deleted" || ["code", "codes", "tag"].includes(rules[operation]!.subject);
}

/** An account's keys manage those of both environments from production; a sandbox key sees the sandbox alone. */
function isVisible(subject: Subject, environment: Environment, owner: Owner): boolean {
  if (owner === "own") return true;
  return owner === "of the other environment" && subject === "key" && environment === "production";
}
