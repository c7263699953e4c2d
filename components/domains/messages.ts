import { parseUrl } from "@/lib/platform/errors";
import type { Check } from "../ui/form/answer";
import { type FieldMessages, readFields } from "../ui/form/fields";

/** Fields of a domain that hold an address, by the name of their control. */
const addressFields = ["rootUrl", "notFoundUrl", "expiredUrl"] as const;

const address = (value: string): string =>
  /^https?:\/\//i.test(value)
    ? "Enter a full address, such as https://example.com/."
    : "Start with https:// or http://.";

export const domainMessages: FieldMessages = {
  "host:already_added": "You've added this host already.",
  "host:not_a_host": "Enter the host name alone, such as go.example.com, without https:// and path.",
  "host:ip_address": "Enter a name, such as go.example.com. An IP address can't be proved.",
  "host:port": "Leave out the port. Domains answer on 443.",
  "host:wildcard": "Enter one host. Add each host by itself.",
  "host:trailing_dot": "Leave out the dot at the end.",
  "host:single_label": "Enter a full host name, such as go.example.com.",
  "host:own_host": "This is the service's own host. Enter one of yours.",
  "rootUrl:too_long": "This address is too long. Use a shorter one.",
  "notFoundUrl:too_long": "This address is too long. Use a shorter one.",
  "expiredUrl:too_long": "This address is too long. Use a shorter one.",
  "rootUrl:blocked": "The operator of this service has blocked this address.",
  "notFoundUrl:blocked": "The operator of this service has blocked this address.",
  "expiredUrl:blocked": "The operator of this service has blocked this address.",
  rootUrl: address,
  notFoundUrl: address,
  expiredUrl: address,
  domain_taken:
    "Another account has verified this host. Remove its TXT record from your DNS, wait until it is gone, then check again.",
  rate_limited: "You've checked 20 times within an hour. We also check automatically.",
  not_found: "This domain was deleted meanwhile. Reload the page.",
};

/** What can be seen of a host without its rules, which the server knows. */
export const checkHost: Check = (data) =>
  (readFields(data).host ?? "").trim() === "" ? { host: "Enter a host name, such as go.example.com." } : {};

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
