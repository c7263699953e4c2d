import type { Plan } from "@/lib/plans";

/** Two data sets of an account behind the same endpoints (decisions §6). */
export const environments = ["production", "sandbox"] as const;
export type Environment = (typeof environments)[number];

/** What a key may do; `qr:write` counts as holding `qr:read` too. */
export const permissions = ["qr:read", "qr:write", "analytics:read", "webhooks:manage"] as const;
export type Permission = (typeof permissions)[number];

/** The rights of one key: what nothing that it makes may exceed. */
export interface KeyGrant {
  id: string;
  permissions: readonly Permission[];
  /** Requests an hour. */
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
}
