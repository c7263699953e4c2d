import type { ContentType } from "@/lib/content/schema";
import { contactKeys } from "../../../maker/draft/fields";

/** What a column of a file can be. The first four are a row's own; of the others its content is put together. */
export const fieldNames = {
  name: "Name",
  type: "Type",
  content: "Content",
  kind: "Kind",
  ssid: "Network name",
  password: "Password",
  security: "Security",
  firstName: "First name",
  lastName: "Last name",
  organization: "Organisation",
  title: "Job title",
  phone: "Phone",
  email: "Email address",
  url: "Web page",
  address: "Postal address",
  note: "Note",
  subject: "Subject",
  message: "Message",
} as const;
export type Field = keyof typeof fieldNames;

const person: readonly Field[] = contactKeys;

/** The fields that a type's content is put together from. */
export const partsOf: Record<ContentType, readonly Field[]> = {
  url: ["url"],
  text: ["message", "note"],
  wifi: ["ssid", "password", "security"],
  contact: person,
  vcard: person,
  email: ["email", "subject", "message"],
  sms: ["phone", "message"],
};

/** Groups of the list of fields, in its order. */
export const fieldGroups: readonly { name: string; fields: readonly Field[] }[] = [
  { name: "Of every code", fields: ["name", "type", "content", "kind"] },
  { name: "Wi-Fi", fields: partsOf.wifi },
  { name: "Contact and vCard", fields: person },
  { name: "Email and SMS", fields: ["subject", "message"] },
];
