import { signInProviders } from "@/lib/auth";
import { signInProviderNames } from "@/lib/users/schema";

/** The providers that the operator has set up, as their buttons name them. */
export function listProviders() {
  return signInProviders().map((id) => ({ id, name: signInProviderNames[id] }));
}
