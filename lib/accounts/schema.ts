import { z } from "zod";
import { type Plan, plans } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { plainText } from "@/lib/platform/schema-fields";

/** Two data sets of an account behind the same endpoints (decisions §6). */
export const environments = ["production", "sandbox"] as const;
export type Environment = (typeof environments)[number];

/** What a key may do; `qr:write` counts as holding `qr:read` too. */
export const permissions = ["qr:read", "qr:write", "analytics:read", "webhooks:manage"] as const;
export type Permission = (typeof permissions)[number];

/** Whether a permission is held, or counts as held: `qr:write` is `qr:read`, too (decisions §6). */
export function holdsPermission(held: readonly Permission[], wanted: Permission): boolean {
  return held.includes(wanted) || (wanted === "qr:read" && held.includes("qr:write"));
}

/** Names each permission that a key lacks. */
export function insufficientPermission(
  missing: readonly Permission[],
  words = missing.join(", "),
): ServiceError {
  return new ServiceError("insufficient_permission", `This needs a key that holds ${words}`, {
    details: missing.map((requiredPermission) => ({
      field: "Authorization",
      code: "insufficient_permission",
      message: `The key lacks the permission ${requiredPermission}`,
      requiredPermission,
    })),
  });
}

/** The rights of one key: what nothing that it makes may exceed. */
export interface KeyGrant {
  id: string;
  permissions: readonly Permission[];
  /** Requests per hour. */
  rateLimit: number;
  expiresAt: Date | null;
}

/**
 * Who calls, as every function of the domain is told: the account whose rows alone it sees, its plan as of this request,
 * and the key, or null for the signed-in user of the dashboard.
 */
export interface Caller {
  accountId: string;
  plan: Plan;
  environment: Environment;
  key: KeyGrant | null;
  /** The signed-in user, for the audit; absent for a key and for the operator. */
  userId?: string;
}

/** What happened, as an audit entry names it; at most 32 characters. */
export type AuditAction =
  | "account.created"
  | "account.deleted"
  | "account.exported"
  | `plan.${"requested" | "withdrawn" | "declined"}`
  | `plan.changed.${Plan}`
  | `code.${"suspended" | "resumed"}`
  | "reports.settled"
  | "slug.released"
  | `domain.${"added" | "changed" | "verified" | "failing" | "lost" | "deleted" | "suspended" | "resumed"}`
  | "question.answered"
  | `key.${"created" | "changed" | "rotated" | "deleted"}`
  | `webhook.${"created" | "changed" | "rotated" | "deleted" | "paused"}`
  | `user.${"signed_in" | "signed_out" | "session_ended" | "password_changed" | "password_reset" | "email_changed"}`
  | `user.${"two_factor_on" | "two_factor_off" | "recovery_code_used" | "recovery_codes_renewed"}`
  | `user.${"reset_mailed" | "operator_granted" | "operator_withdrawn"}`
  | `user.link_made.${"sign_up" | "reset" | "email_change"}`
  | "identity.linked";

/** Who did what: ids alone, no content. */
export interface AuditEntry {
  accountId: string;
  userId?: string | undefined;
  keyId?: string | undefined;
  action: AuditAction;
  /** What it was done to. */
  subjectId?: string | undefined;
}

/** A wish for another plan, as its form sends it. */
export const planRequestSchema = z.object({
  plan: z.enum(plans),
  note: plainText({ max: 500, lines: true }).optional(),
});
export type PlanRequest = z.infer<typeof planRequestSchema>;

/** Why a wish is not granted, as the operator's form sends it. */
export const planRefusalSchema = z.object({ note: plainText({ min: 1, max: 500, lines: true }) });
export type PlanRefusal = z.infer<typeof planRefusalSchema>;

/** A wish that waits for the operator. */
export interface OpenPlanRequest {
  id: string;
  accountId: string;
  /** Null for an account without a user. */
  email: string | null;
  /** The plan that the account has now. */
  plan: Plan;
  requestedPlan: Plan;
  note: string | null;
  createdAt: string;
}

/** How much of a plan is used; `limit: null` is without limit. */
export interface Usage {
  plan: Plan;
  codes: { used: number; limit: number };
  dynamicCodes: { used: number; limit: number | null };
  /** Keys that are switched on and have not expired. */
  keys: { used: number; limit: number };
  /** Of both environments. */
  webhooks: { used: number; limit: number };
  sandboxCodes: { used: number; limit: number };
  /**
   * Of this calendar month (UTC), production alone: those kept in detail, how many of them the plan keeps, and those
   * beyond, of which only the number is kept. All scans of the month are `used + capped`.
   */
  scans: { used: number; limit: number | null; capped: number };
  /** Hosts of its own, whatever their status. */
  domains: { used: number; limit: number };
  /** Of this calendar month in the sandbox, which has no limit. */
  sandboxScans: number;
  openRequest: { plan: Plan; createdAt: string } | null;
}

const bound = (description: string) => z.int().min(0).nullable().meta({ description });
const amount = (description: string) => z.int().min(0).meta({ description });

/** The answer of GET /api/v1/account. */
export const accountSchema = z
  .object({
    plan: z.enum(plans),
    environment: z.enum(environments).meta({ description: "The key's." }),
    limits: z
      .object({
        codes: bound("Codes."),
        dynamicCodes: bound("Dynamic codes."),
        keys: bound("Keys that are switched on and have not expired, of both environments together."),
        webhooks: bound("Webhooks, of both environments together."),
        domains: bound("Domains that take new codes; 0 in the sandbox."),
        scansThisMonth: bound(
          "Scans of a calendar month (UTC) that are kept in detail; more are counted alone.",
        ),
      })
      .meta({ id: "AccountLimits", description: "null: without limit." }),
    usage: z
      .object({
        codes: amount("Codes."),
        dynamicCodes: amount("Dynamic codes."),
        keys: amount("Keys that are switched on and have not expired."),
        webhooks: amount("Webhooks."),
        domains: amount("Domains, whatever their status."),
        scansThisMonth: amount("All scans of this calendar month (UTC), those beyond the limit too."),
      })
      .meta({ id: "AccountUsage", description: "What is used of each limit." }),
    rateLimit: z
      .object({
        limit: amount("Requests per hour: the key's limit or its account's, whichever is nearer."),
        remaining: amount("Requests left in this hour, after this one."),
        resetAt: z.string().meta({
          format: "date-time",
          description: "When the hour is over.",
          examples: ["2026-11-21T10:00:00.000Z"],
        }),
      })
      .meta({ id: "RateLimit", description: "The same as the headers `X-RateLimit-*`." }),
  })
  .meta({ id: "Account" });
export type AccountResource = z.infer<typeof accountSchema>;

/** `data` of the event `quota.reached`. */
export const quotaDataSchema = z
  .object({
    quota: z.enum(["codes", "dynamicCodes", "scans"]).meta({ description: "What is used up." }),
    limit: z
      .int()
      .min(0)
      .meta({ description: "How many the plan includes; of scans, per calendar month (UTC)." }),
    at: z.string().meta({
      format: "date-time",
      description: "When this was noticed, in UTC: within a minute.",
      examples: ["2026-11-21T09:30:00.125Z"],
    }),
  })
  .meta({ id: "QuotaReachedData", description: "What of the plan is used up." });
export type QuotaData = z.infer<typeof quotaDataSchema>;

/** The account was deleted while a request of it was under way: for its key that is as if it had come a moment later. */
export function accountGone(): ServiceError {
  return new ServiceError("invalid_api_key", "This account was deleted");
}
