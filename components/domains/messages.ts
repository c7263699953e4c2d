import { type ErrorDetail, parseUrl } from "@/lib/platform/errors";
import { type Check, type FieldMessages, readFields } from "../ui/form/answer";

/** Fields of a domain that hold an address, by the name of their control. */
const addressFields = ["rootUrl", "notFoundUrl", "expiredUrl"] as const;

const address = (value: string): string =>
  /^https?:\/\//i.test(value)
    ? "Enter a full address, such as https://example.com/."
    : "Start with https:// or http://.";

/** The scheme, a user name or password, or where a redirect must not lead. */
function describeRefused(value: string, detail?: ErrorDetail): string {
  if (detail?.allowed !== undefined) return address(value);
  const url = parseUrl(value);
  return url !== null && (url.username !== "" || url.password !== "")
    ? "Leave out the user name and password before the host."
    : "This address leads back to this service. Enter an address on your own website.";
}

const addressMessages: FieldMessages = Object.fromEntries(
  addressFields.flatMap((field) => [
    [`${field}:invalid_format`, address],
    [`${field}:invalid_characters`, "Leave out line breaks, tabs and other control characters."],
    [`${field}:not_allowed`, describeRefused],
    [`${field}:blocked`, "The operator of this service has blocked this address."],
    [`${field}:too_long`, "This address is too long. Use a shorter one."],
  ]),
);

const maxLabelLength = 63;
const emptyHost = "Enter a host name, such as go.example.com.";

export const domainMessages: FieldMessages = {
  ...addressMessages,
  "host:already_added": "You've added this host already.",
  "host:not_a_host": "Enter the host name alone, such as go.example.com, without https:// and path.",
  "host:ip_address": "Enter a name, such as go.example.com. An IP address can't be verified.",
  "host:port": "Leave out the port. Domains answer on 443.",
  "host:wildcard": "Wildcards aren't supported. Add one host at a time.",
  "host:trailing_dot": "Leave out the dot at the end.",
  "host:single_label": "Enter a full host name, such as go.example.com.",
  "host:own_host": "This is the service's own host. Enter your own host.",
  "host:public_suffix": (host) =>
    `“${host}” is a public suffix, so no account can own it. Enter a host below it, such as go.example.${host}.`,
  "host:special_use": (host) =>
    `Names that end in .${host.slice(host.lastIndexOf(".") + 1)} are for local use. Enter a public host name.`,
  "host:underscore": "Leave out the underscore. Browsers and certificates refuse it.",
  "host:empty_label": "Enter a name between every two dots.",
  "host:invalid_characters": (host) =>
    host === ""
      ? emptyHost
      : "Use letters, digits and hyphens between the dots, and no hyphen next to a dot.",
  "host:too_long": (_, detail) =>
    detail?.max === maxLabelLength
      ? `Use at most ${maxLabelLength} characters between two dots.`
      : `Use at most ${detail?.max ?? 242} characters, so that the TXT record can have a name.`,
  domain_taken:
    "Another account has verified this host. Remove its TXT record from your DNS, wait until it is gone, then choose “Check now”.",
  rate_limited: "You've checked 20 times within an hour. We also check automatically.",
  not_found: "This domain was deleted meanwhile. Reload the page.",
};

/** What is said where the server refuses to add a domain. */
export const additionMessages: FieldMessages = {
  ...domainMessages,
  rate_limited: "You've added 20 domains within a day.",
};

/** What is said where the server refuses to delete a domain. */
export const deletionMessages: FieldMessages = {
  ...domainMessages,
  domain_in_use: "Codes now use this domain. Choose where to move them, then delete it.",
  "id:suspended":
    "The operator suspended this domain or codes of it, so it can't be deleted. Ask the operator of this service.",
  "moveTo:domain_not_verified": "This domain isn't verified any more. Choose another one.",
  "moveTo:not_allowed": "Choose another domain, or the service's own host.",
  quota_exceeded: "The chosen domain is over your plan's limit and takes no codes. Choose another one.",
};

/** What can be seen of a host without its rules, which the server knows. */
export const checkHost: Check = (data) =>
  (readFields(data).host ?? "").trim() === "" ? { host: emptyHost } : {};

/** An address may be left empty. */
export const checkAddresses: Check = (data) => {
  const filled = readFields(data);
  const faults: Record<string, string> = {};
  for (const field of addressFields) {
    const value = (filled[field] ?? "").trim();
    if (value !== "" && !isWebAddress(value)) faults[field] = address(value);
  }
  return faults;
};

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && parseUrl(text) !== null;
}
