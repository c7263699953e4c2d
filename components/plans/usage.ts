import type { Plan } from "@/lib/plans";

/** How much of something is used; `limit` null: as much as there is of what holds it. */
export interface Share {
  used: number;
  limit: number | null;
}

/** What an account uses of its plan, as pages show it. */
export interface PlanUsage {
  plan: Plan;
  codes: Share & { limit: number };
  dynamicCodes: Share;
  keys: Share & { limit: number };
  sandboxCodes: Share & { limit: number };
  /** The change that was asked for and not answered yet. */
  openRequest: { plan: Plan; createdAt: Date } | null;
}
