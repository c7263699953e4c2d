import { findBlocked } from "@/lib/blocklist";
import { type CompiledRoutes, chooseTarget, compileRoutes, type RouteContext } from "@/lib/routes";
import type { Target } from "./queries";

/** What a visit is to get. Whether the code is used up is known when the visit is counted, and not before. */
export type Verdict =
  /**
   * `url` of a code that leads somewhere, with its campaign parameters; null for a type that has its own page. `route` and
   * `variant` as a scan has them.
   */
  | { kind: "open"; url: string | null; route?: string; variant?: string }
  | { kind: "fallback"; url: string }
  | { kind: "closed"; why: "off" | "expired" | "suspended" | "blocked" }
  | { kind: "not_yet"; startsAt: Date };

/** A canonical address of the web, without `user:password@`; all others were refused when they were stored. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+[/?#][\x21-\x7e]*$/;

/** Whether a stored address may be redirected to now: one of the web that the operator does not block. */
export function mayLeadTo(url: string): boolean {
  return webAddress.test(url) && !findBlocked(url);
}

/** What makes rules of targets quick to ask, kept as long as the target that it was made of. */
const compiled = new WeakMap<object, CompiledRoutes>();

/** The rules of a code that leads somewhere; null for any other. */
export function routesOf(target: Pick<Target, "type" | "url" | "rules">): CompiledRoutes | null {
  const known = compiled.get(target);
  if (known !== undefined) return known;
  const { type, url, rules } = target;
  if (type !== "url" || url === null) return null;
  const made = compileRoutes({ url, routes: rules?.routes, utm: rules?.utm });
  compiled.set(target, made);
  return made;
}

/**
 * What a target is now: the operator's word first, then what its owner has set. Of several addresses that a code can lead to,
 * the one that is chosen alone is judged.
 *
 * @param readContext what rules are asked about the visit, read only where there are rules; absent: there is no visit, and
 *   none applies.
 */
export async function evaluateTarget(
  target: Target,
  now: Date,
  readContext?: (routes: CompiledRoutes) => Promise<RouteContext>,
): Promise<Verdict> {
  const { rules, type, url } = target;
  if (target.isSuspended) return { kind: "closed", why: "suspended" };
  if (rules !== null) {
    if (rules.isActive === false) return { kind: "closed", why: "off" };
    const closed = evaluateTime(target, now);
    if (closed !== null) return evaluateFallback(target) ?? closed;
  }
  if (type !== "url") return (await mayShow(target)) ? { kind: "open", url: null } : blocked;
  if (rules?.routes !== undefined || rules?.utm !== undefined) return chooseVerdict(target, readContext);
  return url !== null && mayLeadTo(url) ? { kind: "open", url } : blocked;
}

const blocked = { kind: "closed", why: "blocked" } as const;

async function chooseVerdict(
  target: Target,
  readContext: Parameters<typeof evaluateTarget>[2],
): Promise<Verdict> {
  const routes = routesOf(target);
  if (routes === null) return blocked;
  const isAsked = readContext !== undefined && routes.routes.length > 0;
  const choice = isAsked ? chooseTarget(routes, await readContext(routes)) : routes.otherwise;
  if (!mayLeadTo(choice.to)) return blocked;
  const { url, route, variant } = choice;
  if (route === null) return { kind: "open", url };
  return variant === null ? { kind: "open", url, route } : { kind: "open", url, route, variant };
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
export function evaluateFallback({
  rules,
}: Pick<Target, "rules">): Exclude<Verdict, { kind: "open" }> | null {
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
