import { maxContentLength, maxUrlLength } from "@/lib/content/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import type { Draft, Tab } from "./draft";

const labels: Record<string, string> = {
  "content.ssid": "The name",
  "content.password": "The password",
  "content.firstName": "The first name",
  "content.lastName": "The last name",
  "content.organization": "The organisation",
  "content.title": "The role",
  "content.phone": "The phone number",
  "content.email": "The email address",
  "content.url": "The web page",
  "content.address": "The postal address",
  "content.note": "The note",
  "content.birthday": "The birthday",
  "content.phones.number": "The phone number",
  "content.phones.type": "The kind of phone",
  "content.emails": "The email address",
  "content.address.street": "The street",
  "content.address.city": "The city",
  "content.address.region": "The region",
  "content.address.postalCode": "The postal code",
  "content.address.country": "The country",
  "content.to": "The address",
  "content.cc": "The address",
  "content.bcc": "The address",
  "content.subject": "The subject",
  "content.body": "The text",
  "content.message": "The message",
};

const mainControls: Record<Tab, string> = {
  url: "url",
  text: "text",
  wifi: "ssid",
  contact: "firstName",
  vcard: "firstName",
  email: "to",
  sms: "phone",
};

type Entered = Pick<Draft, "tab" | "raw">;

/** The control that what is wrong with the content as a whole is said at. */
export const mainControl = ({ tab, raw }: Entered): string => (raw === null ? mainControls[tab] : "raw");

/** The control that a fault of lib/content belongs to: `password` of `content.password`, `phones.1` of `content.phones[1].number`. */
export function controlOf({ field }: ErrorDetail, entered: Entered): string {
  const path = /^content\.(.+)$/.exec(field)?.[1];
  if (path === undefined || entered.raw !== null) return mainControl(entered);
  const [, list, row] = /^(phones|emails)\[(\d+)\]/.exec(path) ?? [];
  if (list !== undefined) return `${list}.${row}`;
  // Several addresses share a control.
  return path.replace(/\[\d+\].*$/, "");
}

export function formatFault(detail: ErrorDetail, { tab, raw }: Entered): string {
  return (raw === null ? formatKnownDetail(detail, tab) : undefined) ?? formatOtherDetail(detail, tab);
}

function formatKnownDetail({ field, code, actual, max }: ErrorDetail, tab: Tab): string | undefined {
  if (tab === "url" && field === "content") {
    if (code === "not_allowed") return "Start with https://.";
    if (code === "too_short") return "Enter an address: start with https://.";
  }
  if (field === "content.ssid" && code === "required") return "Enter the network's name, as phones list it.";
  if (field === "content.password") {
    if (code === "required") return "Enter the password, or choose no security.";
    if (typeof actual === "number") return `A WPA password has 8 to 63 characters. This one has ${actual}.`;
  }
  if (field === "content.firstName" && code === "required") return "Enter a name or an organisation.";
  if (field === "content.to" && code === "required") return "Enter a recipient.";
  if (field === "content.phone" && code === "required") return "Enter the recipient's number.";
  const place = /^content\.(?:to|cc|bcc)\[(\d+)\]$/.exec(field)?.[1];
  if (place !== undefined && code === "invalid_format") {
    return `Address ${Number(place) + 1} isn't valid. Write it like ada@example.com; separate several with commas.`;
  }
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

function formatOtherDetail({ field, message }: ErrorDetail, tab: Tab): string {
  const what = labels[field.replace(/\[\d+\]/g, "")] ?? (tab === "url" ? "The address" : "The text");
  const rest = message.startsWith(field) ? message.slice(field.length) : ` can't be used: ${message}`;
  return `${what}${rest.replaceAll("; this", ". This")}.`.replaceAll("..", ".");
}

const format = (count: number): string => count.toLocaleString("en-GB");
