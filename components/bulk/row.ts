import type { RowFault } from "@/lib/imports/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Answer } from "../ui/form/answer";
import type { ExtraCells, ExtraColumn } from "./extras";
import { fieldNames } from "./fields";

export const columns = ["name", "type", "content", "kind"] as const;

export type Column = (typeof columns)[number] | ExtraColumn;

export interface Row extends Record<(typeof columns)[number], string>, ExtraCells {
  id: number;
}

/** A row's own note is the note on the code. */
export const columnNames: Record<Column, string> = fieldNames;

export const kindNames = { dynamic: "Dynamic", static: "Static" } as const;

/** What the pages of an import ask of the server; each asks by itself who is signed in. */
export interface ImportActions {
  check: (input: unknown) => Promise<Answer<RowFault[]>>;
  create: (key: string, input: unknown) => Promise<Answer<{ id: string }>>;
}

export interface Room {
  used: number;
  limit: number;
}

export interface ImportStart {
  name: string;
  rows: Row[];
}

export interface ImportProps {
  actions: ImportActions;
  presets: readonly Pick<ListedPreset, "id" | "name">[];
  room: Room;
  /** Whether codes without a domain get one of the account's. */
  hasOwnDefault: boolean;
  start: ImportStart | null;
}

function parse(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A member of a content that is written as JSON; undefined where there is none. */
export const readMember = (content: string, member: string): unknown => parse(content)?.[member];

export function writeMember(content: string, member: string, value: string): string {
  const members = parse(content);
  return members === null ? content : JSON.stringify({ ...members, [member]: value });
}

export function changeMember(content: string, member: string, change: (value: string) => string): string {
  const value = readMember(content, member);
  return typeof value === "string" ? writeMember(content, member, change(value)) : content;
}
