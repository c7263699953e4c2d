import ipaddr from "ipaddr.js";
import { findBlocked } from "@/lib/blocklist";
import { readAddress } from "@/lib/content";
import { maxUrlLength } from "@/lib/content/schema";
import { entitlements, type Plan, plans } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { fieldError, ServiceError, type Warning } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import type { Settings } from "@/lib/qr/schema";
import type { CodeSettings, Rules } from "./schema";

/**
 * What is drawn of a code's settings: the members that say something. Null is as if absent, and a frame of style `square`
 * is no frame.
 */
export function sparse(settings: CodeSettings | null | undefined): CodeSettings {
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(settings ?? {})) {
    const value = isObject(member) ? dropEmpty(member) : member;
    if (value !== null && value !== undefined) kept[name] = value;
  }
  if (!hasFrame(kept)) delete kept.frame;
  return kept;
}

/** What a code keeps of them: a logo that is not enabled was checked, and is no logo. */
export function dropSpareLogo<S extends Settings>(settings: S): S {
  if (settings.logo === undefined || settings.logo?.enabled) return settings;
  const { logo: _, ...others } = settings;
  return others as S;
}

function dropEmpty(member: object): object | undefined {
  const entries = Object.entries(member).filter(([, value]) => value !== null && value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function hasFrame({ frame }: Settings): boolean {
  return frame?.style !== undefined && frame.style !== null && frame.style !== "square";
}

/**
 * Settings with a change laid over them, member by member: null takes a member away, whatever is left out stays. Its
 * values are as unchecked as the change's.
 */
export function mergeSettings(
  settings: Settings & Rules,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const merged = new Map<string, unknown>(Object.entries(settings));
  for (const [name, value] of Object.entries(change)) {
    const known = merged.get(name);
    merged.set(name, isObject(value) && isObject(known) ? { ...known, ...value } : value);
  }
  return Object.fromEntries(merged);
}

const framePlans = plans.filter((plan) => entitlements[plan].frames).map((plan) => entitlements[plan].name);

/** Whether the plan has no frames, and what its owner is told about one that was sent. */
export function warnOfFrame(plan: Plan): Warning | undefined {
  if (entitlements[plan].frames) return undefined;
  const message = `Frames are part of ${framePlans.join(" and ")}. The code is stored without the one that was sent.`;
  return { code: "frame_requires_pro", field: "settings.frame", message };
}

/**
 * What a redirect must not lead to, though it may be printed: an address with a user name or password, which hides
 * where it leads, and a short URL of this service, which could lead in a circle. Undefined for any other.
 *
 * @param href a WHATWG `href`.
 * @param field where it stands.
 */
export function findTargetFault(href: string, field: string): ServiceError | undefined {
  const url = new URL(href);
  if (url.username !== "" || url.password !== "") {
    const says = "must not have a user name or password before its host, because a redirect leads there";
    return invalidUrl(field, "not_allowed", says);
  }
  if (isOwnHost(url) && /^\/+r\//.test(decodePath(url.pathname))) {
    const says = "must not be a short URL of this service, because a redirect leads there";
    return invalidUrl(field, "not_allowed", says);
  }
  return undefined;
}

/**
 * What an address in a code's settings is refused for, as its content would be.
 *
 * @param isKnown whether the code had it already: its owner may keep an address that was blocked since, which a redirect refuses.
 */
export function findAddressFaults(
  text: string,
  field: string,
  isKnown: (href: string) => boolean,
): ServiceError[] {
  let href: string;
  try {
    href = readAddress(text, field);
  } catch (fault) {
    if (fault instanceof ServiceError) return [fault];
    throw fault;
  }
  if (href.length > maxUrlLength) return [addressTooLong(field, href.length)];
  const fault = findTargetFault(href, field) ?? (isKnown(href) ? undefined : findBlockedFault([href], field));
  return fault ? [fault] : [];
}

/** It is kept and answered as it is opened, so that what was answered can be sent back. */
function addressTooLong(field: string, actual: number): ServiceError {
  const message = `${field} must have at most ${maxUrlLength} characters after percent-encoding and punycode; this one has ${actual}`;
  return fieldError("content_too_long", { field, code: "too_long", message, max: maxUrlLength, actual });
}

/** What no code of any kind may lead to: an address that the operator has blocked. Undefined where none of them is. */
export function findBlockedFault(hrefs: readonly string[], field: string): ServiceError | undefined {
  if (!hrefs.some(findBlocked)) return undefined;
  return invalidUrl(field, "blocked", "leads to an address that this service does not serve");
}

function invalidUrl(field: string, code: "not_allowed" | "blocked", says: string): ServiceError {
  return fieldError("invalid_url", { field, code, message: `${field} ${says}` });
}

/** Under whatever scheme: what answers on one usually answers on the other. */
function isOwnHost({ protocol, hostname, port }: URL): boolean {
  const own = new URL(env.baseUrl);
  const name = hostname.replace(/\.$/, "");
  const host = port === "" ? name : `${name}:${port}`;
  if (host === own.host || env.baseUrlAliases.includes(host)) return true;
  return isThisMachine(name) && (port || defaultPorts[protocol]) === String(env.port);
}

const defaultPorts: Record<string, string> = { "http:": "80", "https:": "443" };

/** Every name and address of the loopback, and the unspecified address, by which systems reach it as well. */
function isThisMachine(hostname: string): boolean {
  if (/^(?:.*\.)?localhost$/.test(hostname)) return true;
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(address) && ["loopback", "unspecified"].includes(ipaddr.process(address).range());
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
