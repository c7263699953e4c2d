import { isObject } from "@/lib/platform/json-text";
import { addressParts } from "./card-format";
import { encodeCard, readPerson } from "./contact";
import { Members } from "./document";
import type { Card, EncodedContent, Phone, PostalAddress } from "./schema";
import { validateEmailAddress, validatePhone } from "./values";

/**
 * A contact card with several phones and addresses, and a birthday. Throws `invalid_content`, `invalid_url`,
 * `validation_failed`.
 */
export function encodeVcard(content: string): EncodedContent {
  return encodeCard(content, readCard);
}

function readCard(members: Members): Card {
  const person = readPerson(members);
  const phones = readPhones(members);
  const emails = readEmails(members);
  const address = readAddress(members);
  const birthday = readBirthday(members);
  return {
    ...person,
    phones: [...person.phones, ...phones],
    emails: [...person.emails, ...emails],
    ...(address === undefined ? {} : { address }),
    ...(birthday === undefined ? {} : { birthday }),
  };
}

function readPhones(members: Members): Phone[] {
  return members.objects("phones").flatMap((item) => {
    const number = item.text("number");
    const type = readPhoneType(item);
    if (!item.isGiven("number")) item.faults.add(item.pathOf("number"), "required", "is required");
    if (number === undefined) return [];
    validatePhone(number, item.pathOf("number"), item.faults);
    return [type === undefined ? { number } : { type, number }];
  });
}

/** A name as RFC 2426 allows it (`cell`, `work`, `x-desk`); phones know `mobile` only as `cell`. */
function readPhoneType(item: Members): string | undefined {
  const type = item.text("type")?.toLowerCase();
  if (type === undefined) return undefined;
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(type)) {
    const says = "must be one word of letters, digits and hyphens, such as cell, work, home or fax";
    item.faults.add(item.pathOf("type"), "invalid_format", says);
  }
  return type === "mobile" ? "cell" : type;
}

function readEmails(members: Members): string[] {
  return members.texts("emails").map(({ text, field }) => {
    validateEmailAddress(text, field, members.faults);
    return text;
  });
}

function readAddress(members: Members): string | PostalAddress | undefined {
  const value = members.value("address");
  if (typeof value === "string" || value === undefined) return members.text("address", true);
  if (!isObject(value)) {
    const says = `must be a string or an object of ${addressParts.join(", ")}`;
    members.faults.add(members.pathOf("address"), "invalid_type", says);
    return undefined;
  }
  const parts = new Members(value, members.pathOf("address"), members.faults);
  const given = addressParts.flatMap((part) => {
    const text = parts.text(part, true);
    return text === undefined ? [] : [[part, text] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function readBirthday(members: Members): string | undefined {
  const birthday = members.text("birthday");
  if (birthday === undefined || isRealDate(birthday)) return birthday;
  const says = "must be a date that exists, as YYYY-MM-DD, such as 1985-04-12";
  members.faults.add(members.pathOf("birthday"), "invalid_format", says);
  return undefined;
}

/** A day of the Gregorian calendar from year 1 on, written YYYY-MM-DD. */
function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
