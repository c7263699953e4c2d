import type { ApiKeyResource } from "@/lib/api-keys/schema";

const soonMs = 14 * 24 * 60 * 60 * 1_000;

/** Whole days until a key ends, if that is within two weeks; 0: today. */
export function daysLeft({ expiresAt }: Pick<ApiKeyResource, "expiresAt">, nowMs: number): number | null {
  if (expiresAt === null) return null;
  const ms = Date.parse(expiresAt) - nowMs;
  return ms > 0 && ms < soonMs ? Math.floor(ms / (24 * 60 * 60 * 1_000)) : null;
}

/** Why a key is refused, if it is; an expired one cannot be switched on. */
export function stateOf(
  { isActive, expiresAt }: Pick<ApiKeyResource, "isActive" | "expiresAt">,
  nowMs: number,
): "on" | "off" | "expired" {
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return "expired";
  return isActive ? "on" : "off";
}
