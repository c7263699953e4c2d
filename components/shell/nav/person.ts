import type { Usage } from "@/lib/accounts/schema";
import type { LimitUse } from "@/lib/api-uses/schema";

/** Who is signed in, as the shell shows them. */
export interface Person {
  /** The name, or the address where there is none. */
  name: string;
  usage: Usage;
  /** Requests of this hour, where they are what the plan is used by; else null. */
  requests: LimitUse | null;
  isOperator: boolean;
  signOut: () => Promise<void>;
}
