import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { newId } from "@/lib/platform/ids";
import { readAuthSecret } from "@/lib/platform/secrets";
import type { KnownDevice } from "@/lib/users/sign-in";
import { hasSecureCookies } from "./session-token";

/** A device stays known for so long after its last sign-in. */
const knownSeconds = 180 * 24 * 60 * 60;
/** Accounts that one browser is known to; the one that signed in longest ago gives way. */
const maxAccounts = 5;
/** Keys of their own: this cookie opens as no session, and a session's as no device. */
const salt = "known device";

const claimsSchema = z.object({
  known: z.array(z.object({ id: z.string(), userId: z.string(), version: z.int(), endsAt: z.int() })),
});

function cookieName(): string {
  return `${hasSecureCookies() ? "__Host-" : ""}quietzone.known-device`;
}

/** The accounts that this browser signed in to within 180 days; none for a cookie that is not ours. */
export async function readDevices(): Promise<(KnownDevice & { endsAt: number })[]> {
  const token = (await cookies()).get(cookieName())?.value;
  if (token === undefined) return [];
  const claims = await decode({ token, secret: readAuthSecret(), salt }).catch(() => null);
  const read = claimsSchema.safeParse(claims);
  return read.success ? read.data.known.filter(({ endsAt }) => endsAt > Date.now() / 1_000) : [];
}

/** Makes this browser a known device, so that wrong passwords from elsewhere never lock it out (A10). Signing out keeps it. */
export async function keepDevice({
  userId,
  deviceVersion: version,
}: {
  userId: string;
  deviceVersion: number;
}): Promise<void> {
  const before = await readDevices();
  // The same id while it is known: signing in again gives no new guesses.
  const id = before.find((one) => one.userId === userId && one.version === version)?.id ?? newId();
  const endsAt = Math.floor(Date.now() / 1_000) + knownSeconds;
  const others = before.filter((one) => one.userId !== userId);
  const known = [{ id, userId, version, endsAt }, ...others].slice(0, maxAccounts);
  const value = await encode({ token: { known }, secret: readAuthSecret(), maxAge: knownSeconds, salt });
  (await cookies()).set(cookieName(), value, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: hasSecureCookies(),
    maxAge: knownSeconds,
  });
}
