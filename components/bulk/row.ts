import type { ContentType } from "@/lib/content/schema";
import type { RowFault } from "@/lib/imports/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Answer } from "../ui/form/answer";

export const columns = ["name", "type", "content", "kind"] as const;

export type Column = (typeof columns)[number];

/** A row as it stands in the table: each cell is text, whatever it is worth. */
export interface Row extends Record<Column, string> {
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

/** What the pages of an import ask of the server; each asks by itself who is signed in. */
export interface ImportActions {
  check: (input: unknown) => Promise<Answer<RowFault[]>>;
  create: (key: string, input: unknown) => Promise<Answer<{ id: string }>>;
}

/** Codes of the plan: those that are kept now, and as many as there may be. */
export interface Room {
  used: number;
  limit: number;
}

/** Faulty rows of an earlier import, to be corrected. */
export interface ImportStart {
  name: string;
  rows: Row[];
}

export interface ImportProps {
  actions: ImportActions;
  presets: readonly Pick<ListedPreset, "id" | "name">[];
  room: Room;
  start: ImportStart | null;
}
