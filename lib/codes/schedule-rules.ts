import { readAddress } from "@/lib/content";
import { maxUrlLength } from "@/lib/content/schema";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import type { Settings } from "@/lib/qr/schema";
import type { Route, Utm } from "@/lib/routes";
import { type Rules, ruleFields, ruleNames } from "./rules-schema";
import type { CodeSettings } from "./schema";
import { findBlockedFault, findTargetFault, isObject } from "./validate";

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
    ...(isSet(routes) && routes.length > 0 && { routes: routes as Route[] }),
    ...(appendScanId === true && { appendScanId }),
  };
  return { look, rules: Object.keys(rules).length === 0 ? null : rules };
}

interface RuledCode {
  isDynamic: boolean;
  /** The rules that it has already. Its owner may keep an address that was blocked since, which a redirect refuses. */
  known?: Rules | null;
}

/** Everything that rules are refused for, of members that are valid by themselves. */
export function validateRules(settings: CodeSettings, { isDynamic, known }: RuledCode): ServiceError[] {
  if (!isDynamic) return ruleNames.filter((name) => isRule(name, settings[name])).map(refuseOnStatic);
  const { startsAt, expiresAt, fallbackUrl } = settings;
  const faults: ServiceError[] = [];
  if (isSet(startsAt) && isSet(expiresAt) && new Date(expiresAt) <= new Date(startsAt)) {
    faults.push(expiresTooEarly());
  }
  if (isSet(fallbackUrl)) faults.push(...evaluateFallback(fallbackUrl, known));
  return faults;
}

/** The same of raw input: what the schema refuses of a member is its to report. */
export function validateRawRules(settings: unknown, code: RuledCode): ServiceError[] {
  if (!isObject(settings)) return [];
  const valid: Record<string, unknown> = {};
  for (const name of ruleNames) {
    const { data, success } = ruleFields[name].safeParse(settings[name]);
    if (success) valid[name] = data;
  }
  return validateRules(valid as CodeSettings, code);
}

const fallbackField = "settings.fallbackUrl";

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** Whether a member says something else than its default. */
function isRule(name: (typeof ruleNames)[number], value: unknown): boolean {
  if (name === "isActive") return value === false;
  if (name === "passQuery" || name === "appendScanId") return value === true;
  return isSet(value) && !(Array.isArray(value) && value.length === 0);
}

function refuseOnStatic(name: string): ServiceError {
  const field = `settings.${name}`;
  const message = `${field} is for dynamic codes alone; a static code holds its content itself, and nothing can bound it once it is printed`;
  return fieldError("validation_failed", { field, code: "dynamic_only", message });
}

function expiresTooEarly(): ServiceError {
  const field = "settings.expiresAt";
  const message = `${field} must be later than settings.startsAt`;
  return fieldError("validation_failed", { field, code: "too_early", message });
}

/** It is kept and answered as it is opened, so that what was answered can be sent back. */
function fallbackTooLong(actual: number): ServiceError {
  const message = `${fallbackField} must have at most ${maxUrlLength} characters as it is opened, with every letter beyond ASCII written out; this one has ${actual}`;
  const bounds = { max: maxUrlLength, actual };
  return fieldError("content_too_long", { field: fallbackField, code: "too_long", message, ...bounds });
}

function evaluateFallback(text: string, known: Rules | null | undefined): ServiceError[] {
  let href: string;
  try {
    href = readAddress(text, fallbackField);
  } catch (fault) {
    if (fault instanceof ServiceError) return [fault];
    throw fault;
  }
  if (href.length > maxUrlLength) return [fallbackTooLong(href.length)];
  const isNews = href !== known?.fallbackUrl;
  const fault =
    findTargetFault(href, fallbackField) ?? (isNews ? findBlockedFault([href], fallbackField) : undefined);
  return fault ? [fault] : [];
}
