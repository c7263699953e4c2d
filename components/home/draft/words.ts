import { maxContentLength, maxUrlLength } from "@/lib/content/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import type { Tab } from "./draft";

const labels: Record<string, string> = {
  "content.ssid": "The name",
  "content.password": "The password",
  "content.firstName": "The first name",
  "content.lastName": "The last name",
  "content.organization": "The organisation",
  "content.title": "The role",
  "content.phone": "The phone number",
  "content.email": "The e-mail address",
  "content.url": "The web page",
  "content.address": "The postal address",
  "content.note": "The note",
};

/** The control that a fault of lib/content belongs to: `password` of `content.password`. */
export function controlOf(detail: ErrorDetail, tab: Tab): string {
  const key = /^content\.(\w+)/.exec(detail.field)?.[1];
  if (key !== undefined) return key;
  return { url: "url", text: "text", wifi: "ssid", contact: "firstName" }[tab];
}

/** A fault of lib/content as the form says it: what to change, in words of the form rather than of the interface. */
export function sayFault(detail: ErrorDetail, tab: Tab): string {
  return sayKnown(detail, tab) ?? sayAny(detail, tab);
}

function sayKnown({ field, code, actual, max }: ErrorDetail, tab: Tab): string | undefined {
  if (tab === "url" && field === "content") {
    if (code === "not_allowed") return "Start with https://.";
    if (code === "too_short") return "A code holds something: start with https://.";
  }
  if (field === "content.ssid" && code === "required") return "Enter the network's name, as phones list it.";
  if (field === "content.password") {
    if (code === "required") return "Enter the password, or choose no security.";
    if (typeof actual === "number") return `A WPA password has 8 to 63 characters. This one has ${actual}.`;
  }
  if (tab === "contact" && code === "required") return "Enter a name or an organisation.";
  if (tab === "text" && code === "too_short") return "Enter some text.";
  if (code === "too_long" && field === "content" && typeof max === "number" && typeof actual === "number") {
    if (max === maxContentLength || max === maxUrlLength) {
      const what = tab === "url" ? "An address" : "A text";
      return `${what} has at most ${format(max)} characters. This one has ${format(actual)}.`;
    }
    return `A code holds ${format(max)} bytes at this level. This has ${format(actual)}.`;
  }
  return undefined;
}

function sayAny({ field, message }: ErrorDetail, tab: Tab): string {
  const what = labels[field] ?? (tab === "url" ? "The address" : "The text");
  const rest = message.startsWith(field) ? message.slice(field.length) : ` can't be used: ${message}`;
  return `${what}${rest.replaceAll("; this", ". This")}.`.replaceAll("..", ".");
}

function format(count: number): string {
  return count.toLocaleString("en-GB");
}
