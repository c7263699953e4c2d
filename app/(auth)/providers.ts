import { signInProviders } from "@/lib/auth";
import { signInProviderNames } from "@/lib/users/schema";

export function listProviders() {
  return signInProviders().map((id) => ({ id, name: signInProviderNames[id] }));
}
