import type { ApiKeyResource } from "@/lib/api-keys/schema";

/** Why a key is refused, if it is; an expired one cannot be switched on. */
export function stateOf(
  { isActive, expiresAt }: Pick<ApiKeyResource, "isActive" | "expiresAt">,
  nowMs: number,
): "on" | "off" | "expired" {
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return "expired";
  return isActive ? "on" : "off";
}
