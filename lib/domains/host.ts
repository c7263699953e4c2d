import { domainToASCII, domainToUnicode } from "node:url";
import ipaddr from "ipaddr.js";
import { parse } from "tldts";
import { findBlocked } from "@/lib/blocklist";
import { listOwnHosts } from "@/lib/platform/env";
import { fieldError, type ServiceError, type Warning } from "@/lib/platform/errors";
import { maxHostLength } from "./schema";

const maxLabelLength = 63;

/**
 * Names that never belong to anybody in public DNS (RFC 6761, RFC 7686, RFC 9476, ICANN's `.internal`). `.test` and `.example`
 * are not refused, so that the whole can be tried with name servers of one's own.
 */
const specialUse = ["localhost", "local", "internal", "invalid", "onion", "alt", "arpa", "localdomain"];

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * A host name of an account as it is stored: in lower case, an international one as punycode. Throws `invalid_domain` with one
 * detail that says why.
 */
export function normalizeHost(text: string): string {
  // Before anything reads it: what makes punycode takes the square of its length.
  if (text.length > maxHostLength) throw tooLong(text.length);
  refuseMore(text);
  const host = text === "" ? "" : domainToASCII(text);
  if (host === "") throw invalid("invalid_characters", "must be a host name like go.example.com");
  if (ipaddr.isValid(host)) throw invalid("ip_address", "must be a name, not an address");
  refuseLabels(host);
  refuseOwners(host);
  return host;
}

/** What is written around a host name, or written so that a reader would have to guess the name. */
function refuseMore(text: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\/|[/\\?#@]/i.test(text))
    throw invalid("not_a_host", "must be the host name alone, without scheme, user name and path");
  if (text.startsWith("[") || ipaddr.isValid(text))
    throw invalid("ip_address", "must be a name, not an address");
  if (/:\d*$/.test(text)) throw invalid("port", "must not have a port; domains answer on 443");
  if (text.includes("*")) throw invalid("wildcard", "must be one host; add each host by itself");
  if (/[.\u3002\uff0e\uff61]$/.test(text)) throw invalid("trailing_dot", "must not end with a dot");
  if (text.includes("_"))
    throw invalid("underscore", "must not have an underscore, which browsers and certificates refuse");
  // Percent signs are decoded and invisible characters dropped: what is stored would not be what was sent.
  if (/[%\p{Default_Ignorable_Code_Point}\p{White_Space}]/u.test(text))
    throw invalid("invalid_characters", "must not have spaces, percent signs and invisible characters");
}

function refuseLabels(host: string): void {
  const labels = host.split(".");
  if (labels.some((one) => one === "")) throw invalid("empty_label", "must have a name between any two dots");
  if (host.length > maxHostLength) throw tooLong(host.length);
  const long = labels.find(({ length }) => length > maxLabelLength);
  if (long !== undefined)
    throw invalid("too_long", `must have at most ${maxLabelLength} characters between any two dots`, {
      max: maxLabelLength,
      actual: long.length,
    });
  if (!labels.every((one) => label.test(one) && isPunycodeKept(one)))
    throw invalid(
      "invalid_characters",
      "may only have letters, digits and hyphens between dots, no hyphen beside a dot, and valid punycode after xn--",
    );
}

/** `xn--` begins a name that means another; Node 24 takes one that means none as it is written. */
const isPunycodeKept = (one: string) =>
  !one.startsWith("xn--") || (domainToUnicode(one) !== one && domainToASCII(domainToUnicode(one)) === one);

function refuseOwners(host: string): void {
  const last = host.slice(host.lastIndexOf(".") + 1);
  if (specialUse.includes(last))
    throw invalid("special_use", `must be a public name; names that end with ${last} are for local use`);
  if (last === host) throw invalid("single_label", "must be a full host name like go.example.com");
  if (listOwnHosts().includes(host)) throw invalid("own_host", "must not be this service's own host");
  if (findBlocked(`https://${host}/`))
    throw invalid("blocked", "must not be a host that this service does not serve");
  if (publicPartsOf(host).publicSuffix === host)
    throw invalid("public_suffix", `must be below ${host}, which is a public suffix that nobody owns alone`);
}

function tooLong(actual: number): ServiceError {
  const says = `must have at most ${maxHostLength} characters, so that its TXT record can have a name`;
  return invalid("too_long", says, { max: maxHostLength, actual });
}

function invalid(code: string, says: string, bounds: Record<string, number> = {}): ServiceError {
  return fieldError("invalid_domain", { field: "host", code, message: `host ${says}`, ...bounds });
}

/** By the Public Suffix List, its private section included. */
function publicPartsOf(host: string) {
  return parse(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}

/** What the owner of a host needs to know although it is taken. */
export function listHostWarnings(host: string): Warning[] {
  const warnings: Warning[] = [];
  if (publicPartsOf(host).domain === host) {
    const message =
      "host is an apex domain, where DNS allows no CNAME: use ALIAS, ANAME or address records, and expect a website here to be replaced";
    warnings.push({ code: "apex_domain", field: "host", message });
  }
  if (domainToUnicode(host).split(".").some(mixesScripts)) {
    const message = "host mixes scripts within a name, so that readers may take it for another one";
    warnings.push({ code: "mixed_script", field: "host", message });
  }
  return warnings;
}

const scripts = [
  ...["Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Syriac", "Thaana", "Nko"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam"],
  ...["Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Khmer", "Mongolian", "Javanese", "Balinese", "Yi"],
  ...["Ethiopic", "Cherokee", "Tifinagh", "Canadian_Aboriginal", "Vai", "Adlam"],
  ...["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"],
];

/** Scripts that are written together: each by itself, and those of East Asia with Latin (UTS 39, Highly Restrictive). */
const alphabets = [
  ...scripts.map((script) => [script]),
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
].map((together) => {
  const written = [...together, "Common", "Inherited"].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${written.join("")}]*$`, "u");
});

const anyScript = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join("")}]`, "u");

/** Whether a label mixes scripts that are not written together. Of a script that is not listed it may be all. */
function mixesScripts(label: string): boolean {
  return anyScript.test(label) && !alphabets.some((alphabet) => alphabet.test(label));
}

/** A host as people read it: an international name in Unicode. */
export function nameHost(host: string): string {
  // Empty for a host that isn't valid.
  return domainToUnicode(host) || host;
}
