import type { Caller } from "@/lib/accounts/schema";
import { ServiceError } from "@/lib/platform/errors";

/** Throws `sandbox_required` unless the caller works on the sandbox. */
export function requireSandbox({ environment }: Caller): void {
  if (environment === "sandbox") return;
  throw new ServiceError("sandbox_required", "This works with a sandbox key only");
}
