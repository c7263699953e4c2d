import { readAddress } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { entitlements, namePlanWith, type Plan } from "@/lib/plans";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import type { Settings } from "@/lib/qr/schema";
import type { Utm } from "@/lib/routes";
import { findRouteFaults, normalizeRoutes, type PartialRoute, readValidRoutes } from "./route-rules";
import { type Rules, ruleFields, ruleNames } from "./rules-schema";
import type { CodeSettings } from "./schema";
import { findAddressFaults } from "./validate";

/** A code's settings as they are kept: how it looks, and what bounds its short URL. */
interface SplitSettings {
  look: Settings;
  /** Null where nothing does. */
  rules: Rules | null;
}

/** Settings that were judged, split into what a picture is drawn from and the rules in the form that is stored. */
export function splitSettings(settings: CodeSettings): SplitSettings {
  const { isActive, startsAt, expiresAt, maxScans, fallbackUrl, ...rest } = settings;
  const { utm, passQuery, routes, appendScanId, ...look } = rest;
  const rules: Rules = {
    ...(isActive === false && { isActive }),
    ...(isSet(startsAt) && { startsAt: new Date(startsAt).toISOString() }),
    ...(isSet(expiresAt) && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(isSet(maxScans) && { maxScans }),
    ...(isSet(fallbackUrl) && { fallbackUrl: readAddress(fallbackUrl, fallbackField) }),
    ...(isSet(utm) && { utm: utm as Utm }),
    ...(passQuery === true && { passQuery }),
    ...(isSet(routes) && routes.length > 0 && { routes: normalizeRoutes(routes) }),
    ...(appendScanId === true && { appendScanId }),
  };
  return { look, rules: Object.keys(rules).length === 0 ? null : rules };
}

interface RuledCode {
  isDynamic: boolean;
  /** Where it is known. */
  type?: ContentType | undefined;
  /** The rules that it has already. Its owner may keep an address that was blocked since, which a redirect refuses. */
  known?: Rules | null;
}

/** Everything that rules are refused for, of members that are valid by themselves. */
export function validateRules(settings: CodeSettings, code: RuledCode): ServiceError[] {
  return findFaults(settings, settings.routes ?? [], code);
}

/** The same of raw input: what the schema refuses of a member is its to report. */
export function validateRawRules(settings: unknown, code: RuledCode): ServiceError[] {
  if (!isObject(settings)) return [];
  const valid: Record<string, unknown> = {};
  for (const name of ruleNames) {
    const { data, success } = ruleFields[name].safeParse(settings[name]);
    if (success) valid[name] = data;
  }
  return findFaults(valid as CodeSettings, readValidRoutes(settings.routes), code);
}

function findFaults(
  settings: CodeSettings,
  routes: readonly PartialRoute[],
  { isDynamic, type, known }: RuledCode,
): ServiceError[] {
  const set = ruleNames.filter((name) => isRule(name, settings[name]));
  if (!isDynamic) return set.map(refuseOnStatic);
  const ofUrl = set.filter((name) => targetNames.has(name));
  if (type !== undefined && type !== "url" && ofUrl.length > 0) return ofUrl.map(refuseOnOtherType);
  const { startsAt, expiresAt, fallbackUrl, utm } = settings;
  const faults: ServiceError[] = [];
  if (isSet(startsAt) && isSet(expiresAt) && new Date(expiresAt) <= new Date(startsAt)) {
    faults.push(expiresTooEarly());
  }
  if (isSet(fallbackUrl)) {
    faults.push(...findAddressFaults(fallbackUrl, fallbackField, (href) => href === known?.fallbackUrl));
  }
  return [...faults, ...findRouteFaults(routes, utm, known?.routes ?? [])];
}

/**
 * Throws for what the plan doesn't have: `quota_exceeded` for rules beyond its number, `plan_required` for scan ids. What the
 * code has already goes on after a downgrade.
 */
export function requireRulePlan(plan: Plan, settings: CodeSettings, known: Rules | null): void {
  const { routes: limit, goals } = entitlements[plan];
  const routes = settings.routes ?? [];
  const kept = new Set(known?.routes?.map(({ id }) => id));
  const isMore = routes.some(({ id }) => id === undefined || !kept.has(id));
  if (routes.length > limit && isMore) {
    const field = "settings.routes";
    const message = `${field} may have ${limit} rules on ${entitlements[plan].name}; this code would have ${routes.length}. Remove some, or choose a larger plan.`;
    throw fieldError("quota_exceeded", {
      field,
      code: "quota_exceeded",
      message,
      limit,
      actual: routes.length,
    });
  }
  if (goals || settings.appendScanId !== true || known?.appendScanId === true) return;
  const field = "settings.appendScanId";
  const message = `${field} is part of ${namePlanWith((held) => held.goals)} and larger plans`;
  throw fieldError("plan_required", { field, code: "plan_required", message });
}

const fallbackField = "settings.fallbackUrl";

/** Members that say where a redirect leads, which codes of type `url` alone make. */
const targetNames: ReadonlySet<string> = new Set(["utm", "passQuery", "routes", "appendScanId"]);

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** Whether a member says something else than its default. */
function isRule(name: (typeof ruleNames)[number], value: unknown): boolean {
  if (name === "isActive") return value === false;
  if (name === "passQuery" || name === "appendScanId") return value === true;
  if (name === "utm") return isObject(value) && Object.values(value).some(isSet);
  return isSet(value) && !(Array.isArray(value) && value.length === 0);
}

function refuseOnStatic(name: string): ServiceError {
  const field = `settings.${name}`;
  const message = `${field} works for dynamic codes only; a printed static code can't be changed`;
  return fieldError("validation_failed", { field, code: "dynamic_only", message });
}

function refuseOnOtherType(name: string): ServiceError {
  const field = `settings.${name}`;
  const message = `${field} is for codes of type url alone, because it changes where a redirect leads`;
  return fieldError("validation_failed", { field, code: "url_only", message });
}

function expiresTooEarly(): ServiceError {
  const field = "settings.expiresAt";
  const message = `${field} must be later than settings.startsAt`;
  return fieldError("validation_failed", { field, code: "too_early", message });
}
