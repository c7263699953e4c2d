import { findBlockedFault, findTargetFault } from "@/lib/codes/validate";
import { readAddress } from "@/lib/content";
import { maxUrlLength } from "@/lib/content/schema";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isServedHost } from "./served";

const names = ["rootUrl", "notFoundUrl", "expiredUrl"] as const;
type Name = (typeof names)[number];
type Given = { [Key in Name]?: string | null | undefined };
type Addresses = { [Key in Name]?: string | null };

/**
 * The addresses that are given, as they are opened. The rules are those of a code's target. What the domain has already is kept
 * although it was blocked since; a redirect refuses it.
 *
 * @param host of the domain, served or not: an address on it would lead in a circle.
 *
 * Throws `invalid_url`, `content_too_long` and `validation_failed`.
 */
export async function checkAddresses(host: string, given: Given, known: Given = {}): Promise<Addresses> {
  const checked: Addresses = {};
  const faults: ServiceError[] = [];
  for (const name of names) {
    const text = given[name];
    if (text === undefined) continue;
    try {
      checked[name] = text === null || text === known[name] ? text : await checkAddress(text, name, host);
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      faults.push(fault);
    }
  }
  const [first, ...others] = faults;
  if (first !== undefined) throw mergeErrors([first, ...others]);
  return checked;
}

async function checkAddress(text: string, field: string, own: string): Promise<string> {
  const href = readAddress(text, field);
  if (href.length > maxUrlLength) {
    const message = `${field} must have at most ${maxUrlLength} characters after percent-encoding and punycode; this one has ${href.length}`;
    const bounds = { max: maxUrlLength, actual: href.length };
    throw fieldError("content_too_long", { field, code: "too_long", message, ...bounds });
  }
  const fault = findTargetFault(href, field) ?? findBlockedFault([href], field);
  if (fault) throw fault;
  const host = new URL(href).hostname.replace(/\.$/, "");
  if (host === own || (await isServedHost(host))) {
    const message = `${field} must not be on a domain of this service, because a redirect leads there`;
    throw fieldError("invalid_url", { field, code: "not_allowed", message });
  }
  return href;
}
