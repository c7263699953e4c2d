import { headers } from "next/headers";
import { clientHeader, readClientAddress } from "@/lib/platform/addresses";
import { findClientAddress, rateKeyOf } from "@/lib/platform/client-address";
import { crossSiteError, isFromOwnPage, readProvenance } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";

/**
 * What limits count this request's client by: the address that the front has vetted, of IPv6 its /64; without a front
 * (plain `next start`) what trusted proxies say, else one client for all.
 */
export async function readClient(): Promise<string> {
  const all = await headers();
  return rateKeyOf(readClientAddress(all.get(clientHeader)) ?? findClientAddress(all.get("x-forwarded-for")));
}

/** Throws unless the request comes from a page of our own (A8); the front and proxy.ts have asked it before. */
export async function requireSameOrigin(): Promise<void> {
  if (!isFromOwnPage(readProvenance(await headers()), env)) throw crossSiteError();
}
