import {
  addressKeys,
  type ContentFields,
  cardKeys,
  contactKeys,
  type EmailFields,
  type SmsFields,
  type Tab,
  type VcardFields,
  type WifiFields,
} from "./draft";

type Entered = ContentFields & { tab: Tab };

/** The content string of the interface for what is entered: structured types are JSON without empty members. */
export function readContent(draft: Entered): string {
  if (draft.raw !== null) return draft.raw;
  switch (draft.tab) {
    case "url":
      return draft.url.trim();
    case "text":
      return draft.text;
    case "wifi":
      return JSON.stringify(readWifi(draft.wifi));
    case "contact":
      return JSON.stringify(pick(draft.contact, contactKeys));
    case "vcard":
      return JSON.stringify(readVcard(draft.vcard));
    case "email":
      return JSON.stringify(readEmail(draft.email));
    case "sms":
      return JSON.stringify(readSms(draft.sms));
  }
}

function pick<Key extends string>(fields: Record<Key, string>, keys: readonly Key[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = fields[key].trim();
      return value === "" ? [] : [[key, value]];
    }),
  );
}

function readWifi({ ssid, password, security, hidden }: WifiFields): Record<string, string | boolean> {
  return { ssid, ...(security === "nopass" ? {} : { password }), security, ...(hidden ? { hidden } : {}) };
}

function readVcard({ phones, emails, address, ...card }: VcardFields): object {
  const numbers = phones.flatMap(({ type, number }) =>
    number.trim() === "" ? [] : [{ ...(type === "" ? {} : { type }), number: number.trim() }],
  );
  const addresses = emails.flatMap((email) => (email.trim() === "" ? [] : [email.trim()]));
  const parts = pick(address, addressKeys);
  return {
    ...pick(card, cardKeys),
    ...(numbers.length === 0 ? {} : { phones: numbers }),
    ...(addresses.length === 0 ? {} : { emails: addresses }),
    ...(Object.keys(parts).length === 0 ? {} : { address: parts }),
  };
}

function readEmail({ to, subject, body, cc, bcc }: EmailFields): object {
  const [first = "", ...others] = splitAddresses(to);
  const list = (key: "cc" | "bcc", text: string) => {
    const addresses = splitAddresses(text);
    return addresses.length === 0 ? {} : { [key]: addresses };
  };
  return {
    to: others.length === 0 ? first : [first, ...others],
    ...(subject === "" ? {} : { subject }),
    ...(body === "" ? {} : { body }),
    ...list("cc", cc),
    ...list("bcc", bcc),
  };
}

/** No address holds a comma or a semicolon, so they divide. */
function splitAddresses(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== "");
}

function readSms({ phone, message }: SmsFields): object {
  return { phone: phone.trim(), ...(message === "" ? {} : { message }) };
}

/** What the code is called while it has no name: its title for readers and the stem of its file's name. Never empty. */
export function nameDraft(draft: Entered): string {
  switch (draft.tab) {
    case "url":
      return draft.url.trim().replace(/^https?:\/\//i, "");
    case "text":
      return draft.text.trim().slice(0, 60) || "text";
    case "wifi":
      return `Wi-Fi ${draft.wifi.ssid}`;
    case "contact":
    case "vcard": {
      const { firstName, lastName, organization } = draft[draft.tab];
      return [firstName, lastName].join(" ").trim() || organization || "contact";
    }
    case "email":
      return splitAddresses(draft.email.to)[0] ?? "email";
    case "sms":
      return draft.sms.phone.trim() || "SMS";
  }
}
