import type { ContentType } from "@/lib/content/schema";

export const columns = ["name", "type", "content", "kind"] as const;
export type Column = (typeof columns)[number];

/** A row as it stands in the table: each cell is text, whatever it is worth. */
export interface Row extends Record<Column, string> {
  /** Its line in the file as a spreadsheet counts them. */
  id: number;
}

export const columnNames: Record<Column, string> = {
  name: "Name",
  type: "Type",
  content: "Content",
  kind: "Kind",
};

/** What a code can open, as the table calls it. */
export const typeNames: Record<ContentType, string> = {
  url: "Address",
  wifi: "Wi-Fi",
  contact: "Contact",
  vcard: "vCard",
  email: "Email",
  sms: "SMS",
  text: "Text",
};

export const kindNames = { dynamic: "Dynamic", static: "Static" } as const;
