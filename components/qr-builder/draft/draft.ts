import type { ContentType } from "@/lib/content/schema";
import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";

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

const emailKeys = ["to", "subject", "body", "cc", "bcc"] as const;

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

export type Tab = ContentType;

export interface Logo {
  name: string;
  dataUrl: string;
}

/** The look as it stands in the controls: colours and numbers as typed, empty where the default is meant. */
export interface Look {
  dark: string;
  light: string;
  modules: ModuleShape;
  eyes: EyeShape;
  eyeColour: string;
  frame: FrameStyle;
  frameColour: string;
  frameSize: string;
  logo: Logo | null;
  logoSize: string;
  size: string;
  level: ErrorCorrectionLevel;
  quietZone: string;
  transparent: boolean;
}

export interface Draft extends ContentFields {
  tab: Tab;
  look: Look;
}

export const plainLook: Look = {
  dark: "#000000",
  light: "#FFFFFF",
  modules: "square",
  eyes: "square",
  eyeColour: "",
  frame: "square",
  frameColour: "",
  frameSize: "",
  logo: null,
  logoSize: "",
  size: "",
  level: "M",
  quietZone: "",
  transparent: false,
};

/** @param address shown at first, so that the sheet is never empty. */
export function startDraft(address: string, tab: Tab = "url"): Draft {
  return { ...emptyFields, tab, url: address, look: plainLook };
}

export interface WifiFields {
  ssid: string;
  password: string;
  security: "WPA" | "WEP" | "nopass";
  hidden: boolean;
}

export type ContactFields = Record<(typeof contactKeys)[number], string>;

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

function blank<Key extends string>(keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, ""])) as Record<Key, string>;
}
