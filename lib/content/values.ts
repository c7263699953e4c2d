import { parseUrl } from "@/lib/platform/errors";
import type { Faults } from "./faults";
import { maxUrlLength } from "./schema";

/** A phone number without what people put between its digits; what remains goes into an SMS address. */
export function stripPhone(text: string): string {
  return text.replace(/[ .()[\]-]/g, "");
}

/** `+` and 3 to 15 digits (E.164 has at most 15), whatever spaces, dots, hyphens and brackets stand between. */
export function isPhone(text: string): boolean {
  return /^\+?[0-9]{3,15}$/.test(stripPhone(text));
}

/** The address that dials a number; undefined for what no phone should dial by itself, such as service codes. */
export function writePhoneAddress(text: string): string | undefined {
  return isPhone(text) ? `tel:${stripPhone(text)}` : undefined;
}

export function validatePhone(text: string, field: string, faults: Faults): void {
  if (isPhone(text)) return;
  const says = "must have 3 to 15 digits, with or without a + in front, and no letters";
  faults.add(field, "invalid_format", says);
}

const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const domain = new RegExp(`^(?:${label}\\.)+${label}$`, "u");
/** No space, and none of the specials of RFC 5322 that would need quoting and break lists of addresses. */
const localPart = /^[^\s@()<>[\]:;,\\".]+(?:\.[^\s@()<>[\]:;,\\".]+)*$/;

/** A plausible address: an unquoted local part of at most 64 characters and a domain with a dot, IDN included. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64 || text.length > 254) return false;
  return localPart.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
}

export function validateEmailAddress(text: string, field: string, faults: Faults): void {
  if (isEmailAddress(text)) return;
  faults.add(field, "invalid_format", "must be one email address such as ada@example.com");
}

/**
 * The WHATWG `href` of an absolute http or https address, or undefined after noting what is wrong with it.
 *
 * Readers disagree on addresses that a browser repairs (`https:evil.com`, `http:\\evil.com`, spaces), so one that
 * needs repair is refused: what a scanner shows is then what it opens. Host names in any script are fine.
 */
export function validateUrl(text: string, field: string, faults: Faults): string | undefined {
  const fault = findUrlFault(text);
  if (fault === undefined) return new URL(text).href;
  const { detailCode, says, bounds } = fault;
  const isLong = detailCode === "too_long";
  faults.add(field, detailCode, says, bounds, isLong ? "content_too_long" : "invalid_url");
  return undefined;
}

interface UrlFault {
  detailCode: string;
  says: string;
  bounds?: Record<string, unknown>;
}

function findUrlFault(text: string): UrlFault | undefined {
  if (text.length > maxUrlLength) {
    const bounds = { max: maxUrlLength, actual: text.length };
    const says = `must have at most ${maxUrlLength} characters as an address; this one has ${text.length}`;
    return { detailCode: "too_long", says, bounds };
  }
  if (!/^\s*https?:/i.test(text)) {
    return {
      detailCode: "not_allowed",
      says: "must start with http:// or https://",
      bounds: { allowed: ["http", "https"] },
    };
  }
  const says = describeRepair(text);
  return says === undefined ? undefined : { detailCode: "invalid_format", says };
}

function describeRepair(text: string): string | undefined {
  if (/^\s|\s$/.test(text)) return "must not begin or end with a space";
  if (/\s/.test(text)) return "must not contain spaces; write %20 for each";
  if (text.includes("\\")) return "must not contain a backslash; write / between the parts, or %5C";
  if (!/^https?:\/\/[^/?#]/i.test(text)) {
    return "must have two slashes and a host after its scheme, such as https://example.com";
  }
  return parseUrl(text) === null ? "is no address that a browser opens; check its host and port" : undefined;
}
