/** What each kind of content is typed into, as it stands in the controls. */
export interface WifiFields {
  ssid: string;
  password: string;
  security: "WPA" | "WEP" | "nopass";
  hidden: boolean;
}

export const contactKeys = [
  "firstName",
  "lastName",
  "organization",
  "title",
  "phone",
  "email",
  "url",
  "address",
  "note",
] as const;
export type ContactFields = Record<(typeof contactKeys)[number], string>;

/** Members of a vCard that are one text each. */
export const cardKeys = [
  "firstName",
  "lastName",
  "organization",
  "title",
  "url",
  "birthday",
  "note",
] as const;
export const addressKeys = ["street", "city", "region", "postalCode", "country"] as const;

export interface PhoneRow {
  /** Empty where the card does not say. */
  type: string;
  number: string;
}

export interface VcardFields extends Record<(typeof cardKeys)[number], string> {
  /** At least one row each; what is left empty is not in the code. */
  phones: readonly PhoneRow[];
  emails: readonly string[];
  address: Record<(typeof addressKeys)[number], string>;
}

/** Addresses stand in one line, with commas between several. */
const emailKeys = ["to", "subject", "body", "cc", "bcc"] as const;
export type EmailFields = Record<(typeof emailKeys)[number], string>;

export interface SmsFields {
  phone: string;
  message: string;
}

export interface ContentFields {
  url: string;
  text: string;
  wifi: WifiFields;
  contact: ContactFields;
  vcard: VcardFields;
  email: EmailFields;
  sms: SmsFields;
  /** Stored content that no form holds whole, as it is; null: the form of its type is used. */
  raw: string | null;
}

export const emptyFields: ContentFields = {
  url: "",
  text: "",
  wifi: { ssid: "", password: "", security: "WPA", hidden: false },
  contact: blank(contactKeys),
  vcard: {
    ...blank(cardKeys),
    phones: [{ type: "", number: "" }],
    emails: [""],
    address: blank(addressKeys),
  },
  email: blank(emailKeys),
  sms: { phone: "", message: "" },
  raw: null,
};

function blank<Key extends string>(keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, ""])) as Record<Key, string>;
}
