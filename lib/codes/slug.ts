import type { Caller } from "@/lib/accounts/schema";
import { entitlements, namePlanWith } from "@/lib/plans";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import {
  isGeneratedCode,
  isShortPath,
  type Named,
  type NamedBefore,
  pathOf,
} from "@/lib/platform/short-path";

/** Most aliases of a code; its generated short URL is one of them while it has a slug. */
export const maxAliases = 10;

/** Days for which a slug that no code has any more is refused to other accounts, since it may be in print. */
export const heldDays = 365;

const maxLength = 60;
/** On a domain no path of the service's own is near. */
const minLength = { service: 4, domain: 1 };

/** Names that lead elsewhere on a host: what software asks hosts for, and the first part of each of the service's own paths. */
const reservedWords = new Set([
  ".well-known",
  "01",
  "_next",
  "admin",
  "analytics",
  "api",
  "api-keys",
  "bulk",
  "codes",
  "confirm-email",
  "dashboard",
  "deliveries",
  "dev",
  "docs",
  "docs.md",
  "domains",
  "downloads",
  "favicon.ico",
  "forgot-password",
  "goals.js",
  "goodbye",
  "i",
  "icon.svg",
  "internal",
  "licences",
  "live",
  "llms-full.txt",
  "llms.txt",
  "mcp",
  "metrics",
  "plan",
  "r",
  "report",
  "reset-password",
  "robots.txt",
  "sandbox",
  "settings",
  "sign-in",
  "sign-up",
  "sitemap.xml",
  "support",
  "usage",
  "webhooks",
]);

/** Whether a word is the first part of a path of the service's own, so that no slug is written like it. */
export function isReservedPath(word: string): boolean {
  return reservedWords.has(word.toLowerCase());
}

/** Why a new code can't have a slug, or why no code can. `isOnDomain`: behind the host of a domain. */
export function findSlugFaults(
  slug: string,
  { isDynamic, isOnDomain }: { isDynamic: boolean; isOnDomain: boolean },
): ServiceError[] {
  const fault = isDynamic
    ? findFault(slug, isOnDomain)
    : refuse("dynamic_only", "is for dynamic codes only; a static code has no short URL");
  return fault === null ? [] : [fault];
}

/**
 * Why a code can't have another short URL. Its own ones are never refused, whatever its plan has become. Throws `plan_required`
 * and `sandbox_forbidden` for another slug.
 */
export function findSlugChangeFaults(
  caller: Caller,
  row: NamedBefore,
  after: Pick<Named, "slug" | "host">,
): ServiceError[] {
  const { slug, host } = after;
  // In another case it would be the generated code in one moment and the slug in the next.
  const isGenerated = slug !== null && slug.toLowerCase() === row.shortCode?.toLowerCase();
  if (isGenerated && slug !== row.slug) return [slugTaken()];
  if (isOwnPath(row, after)) return [];
  if (slug !== null && slug !== row.slug) requireSlugs(caller);
  const rules = { isDynamic: row.shortCode !== null, isOnDomain: host !== null };
  const faults = slug === null ? [] : findSlugFaults(slug, rules);
  return row.paths.length < maxAliases ? faults : [...faults, tooManyAliases()];
}

/** Whether a code has a path already, as its present one or an alias, in any case. */
export function isOwnPath(row: NamedBefore, after: Pick<Named, "slug" | "host">): boolean {
  if (after.slug !== null && !isShortPath(after.slug, true)) return false;
  const path = pathOf({ shortCode: row.shortCode, ...after });
  return path === row.shortCode || row.paths.some((one) => one.toLowerCase() === path?.toLowerCase());
}

/** Throws where the caller can't have slugs: `sandbox_forbidden`, `plan_required`. */
export function requireSlugs({ environment, plan }: Caller): void {
  if (environment === "sandbox") {
    const message = "slug is for production codes only; codes of the sandbox have generated short URLs";
    throw fieldError("sandbox_forbidden", { field: "slug", code: "sandbox_forbidden", message });
  }
  if (entitlements[plan].slugs) return;
  const message = `slug is part of ${namePlanWith(({ slugs }) => slugs)} and larger plans`;
  throw fieldError("plan_required", { field: "slug", code: "plan_required", message });
}

export function slugTaken(): ServiceError {
  const message = "slug is taken; choose another one";
  return fieldError("slug_taken", { field: "slug", code: "slug_taken", message });
}

/** Most slugs that an account holds although no code of it has them: nobody takes all names from others. */
export const maxReleased = 1_000;

export function tooManyReleased(): ServiceError {
  const message = `Within a year the account's codes gave up ${maxReleased} slugs, which are held for it. Use generated short URLs, or ask the operator to release some`;
  return fieldError("quota_exceeded", { field: "slug", code: "quota_exceeded", message, limit: maxReleased });
}

export function tooManyAliases(): ServiceError {
  const message = `the short URL can't change again: the code has ${maxAliases} aliases. Use one of them, or create another code`;
  return fieldError("alias_limit", { field: "slug", code: "alias_limit", message, max: maxAliases });
}

function findFault(slug: string, isOnDomain: boolean): ServiceError | null {
  if (isReservedPath(slug)) {
    const message = "slug is a reserved word; choose another one";
    return fieldError("slug_reserved", { field: "slug", code: "slug_reserved", message });
  }
  const min = isOnDomain ? minLength.domain : minLength.service;
  const bounds = { min, max: maxLength, actual: slug.length };
  const length = `must have ${min} to ${maxLength} characters; this one has ${slug.length}`;
  if (slug.length < min) return refuse("too_short", length, bounds);
  if (slug.length > maxLength) return refuse("too_long", length, bounds);
  if (!isShortPath(slug, isOnDomain))
    return refuse("invalid_characters", "may only have the letters A to Z, digits, - and _");
  if (isId(slug.toLowerCase())) return refuse("not_allowed", "must not be written like an id");
  if (isOnDomain || !isGeneratedCode(slug)) return null;
  return refuse("not_allowed", "must not be 8 letters and digits, which are kept for generated codes");
}

function refuse(code: string, says: string, bounds: Record<string, number> = {}): ServiceError {
  return fieldError("validation_failed", { field: "slug", code, message: `slug ${says}`, ...bounds });
}
