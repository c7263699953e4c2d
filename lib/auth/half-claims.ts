import { halfSignInSeconds, signInProviderNames } from "@/lib/users/schema";
import type { signInWithCode } from "@/lib/users/sign-in";

/** How far somebody has come who still has to show a code. */
export type Half = Parameters<typeof signInWithCode>[0];

/** The claims of half a sign-in that begins now. */
export function writeHalf(
  { userId, sessionVersion, identity }: Half,
  nowMs: number,
): Record<string, unknown> {
  return { sub: userId, version: sessionVersion, begun: Math.floor(nowMs / 1_000), ...identity };
}

/** Half a sign-in from its claims; null for claims of another kind, and 5 minutes after it began. */
export function readHalf(claims: Record<string, unknown> | null, nowMs: number): Half | null {
  const { sub, version, begun, provider, providerUserId } = claims ?? {};
  if (typeof sub !== "string" || typeof version !== "number" || !Number.isSafeInteger(begun)) return null;
  if (nowMs / 1_000 - Number(begun) >= halfSignInSeconds) return null;
  const half: Half = { userId: sub, sessionVersion: version, sessionId: null };
  if (typeof providerUserId !== "string" || !isProvider(provider)) return half;
  return { ...half, identity: { provider, providerUserId } };
}

function isProvider(name: unknown): name is keyof typeof signInProviderNames {
  return typeof name === "string" && Object.hasOwn(signInProviderNames, name);
}
