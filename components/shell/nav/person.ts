import type { Usage } from "@/lib/accounts/schema";

/** Who is signed in, as the shell shows them. */
export interface Person {
  /** The name, or the address where there is none. */
  name: string;
  usage: Usage;
  isOperator: boolean;
  signOut: () => Promise<void>;
}
