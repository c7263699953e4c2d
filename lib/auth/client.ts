import { headers } from "next/headers";
import { crossSiteError, isFromOwnPage, readProvenance } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";
import {
  clientHeader,
  findClientAddress,
  isFromTrustedProxy,
  rateKeyOf,
  readClientAddress,
} from "@/lib/platform/ip-address";
import { describeOrigin, type Origin } from "@/lib/scans/visitor";

/** The client that limits count by: the vetted address (IPv6: its /64), or what trusted proxies say, else one bucket for all. */
export async function readClient(): Promise<string> {
  const all = await headers();
  return rateKeyOf(
    readClientAddress(all.get(clientHeader)) ??
      findClientAddress(all.get("x-forwarded-for"), env.trustedProxies),
  );
}

/** Describes where a request comes from. A proxy's word on the place is believed only from a trusted proxy or a vetted header. */
export async function readOrigin(): Promise<Origin> {
  const all = await headers();
  const vetted = readClientAddress(all.get(clientHeader));
  const forwardedFor = all.get("x-forwarded-for");
  const isPlaceTold = vetted !== null || isFromTrustedProxy(forwardedFor, env.trustedProxies);
  const country = isPlaceTold && env.geoCountryHeader !== undefined ? all.get(env.geoCountryHeader) : null;
  return describeOrigin({
    userAgent: all.get("user-agent") ?? undefined,
    clientAddress: vetted ?? findClientAddress(forwardedFor, env.trustedProxies),
    country: country ?? undefined,
  });
}

/** Throws unless the request comes from a page of our own (A8); the front and proxy.ts have asked it before. */
export async function requireSameOrigin(): Promise<void> {
  if (!isFromOwnPage(readProvenance(await headers()), env)) throw crossSiteError();
}
