import { signInProviders } from "@/lib/auth";
import { signInProviderNames } from "@/lib/users/schema";

export const listProviders = () => signInProviders().map((id) => ({ id, name: signInProviderNames[id] }));
