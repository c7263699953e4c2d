import { findBlocked } from "@/lib/blocklist";
import type { Target } from "./queries";

/** What a visit is to get. Whether the code is used up is known when the visit is counted, and not before. */
export type Verdict =
  /** `url` of a code that leads somewhere, null for a type that has its own page. */
  | { kind: "open"; url: string | null }
  | { kind: "fallback"; url: string }
  | { kind: "closed"; why: "off" | "expired" | "suspended" | "blocked" }
  | { kind: "not_yet"; startsAt: Date };

/** A canonical address of the web, without `user:password@`; all others were refused when they were stored. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+[/?#][\x21-\x7e]*$/;

/** Whether a stored address may be redirected to now: one of the web that the operator does not block. */
export function mayLeadTo(url: string): boolean {
  return webAddress.test(url) && !findBlocked(url);
}

/** What a target is now: the operator's word first, then what its owner has set. */
export async function evaluateTarget(target: Target, now: Date): Promise<Verdict> {
  const { rules, type, url } = target;
  if (target.isSuspended) return { kind: "closed", why: "suspended" };
  if (rules !== null) {
    if (rules.isActive === false) return { kind: "closed", why: "off" };
    const closed = evaluateTime(target, now);
    if (closed !== null) return evaluateFallback(target) ?? closed;
  }
  const mayOpen = type === "url" ? url !== null && mayLeadTo(url) : await mayShow(target);
  return mayOpen ? { kind: "open", url: type === "url" ? url : null } : { kind: "closed", why: "blocked" };
}

/** Whether a page of this content has no link to a blocked address. The code that reads content is loaded for pages alone. */
async function mayShow({ type, content }: Target): Promise<boolean> {
  const { listWebAddresses, readContent } = await import("@/lib/content");
  return !listWebAddresses(readContent(type, content)).some(findBlocked);
}

/** Whether a code had all its scans when the database was asked for it: for visits that make no scan. */
export function isUsedUp({ rules, scanCount }: Target): boolean {
  return rules?.maxScans !== undefined && scanCount >= rules.maxScans;
}

/** Where a visit that came too early, too late or once too often is led; null where its owner has set nothing. */
export function evaluateFallback({ rules }: Target): Exclude<Verdict, { kind: "open" }> | null {
  const { fallbackUrl } = rules ?? {};
  if (fallbackUrl === undefined) return null;
  return mayLeadTo(fallbackUrl) ? { kind: "fallback", url: fallbackUrl } : { kind: "closed", why: "blocked" };
}

function evaluateTime({ rules }: Target, now: Date): Verdict | null {
  const { startsAt, expiresAt } = rules ?? {};
  if (expiresAt !== undefined && now.getTime() >= Date.parse(expiresAt))
    return { kind: "closed", why: "expired" };
  if (startsAt === undefined || now.getTime() >= Date.parse(startsAt)) return null;
  return { kind: "not_yet", startsAt: new Date(startsAt) };
}
