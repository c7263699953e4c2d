import type { RowFault } from "@/lib/imports/schema";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Answer } from "../../ui/form/answer";
import type { Row } from "./row";

/** What the pages of an import ask of the server; each asks by itself who is signed in. */
export interface ImportActions {
  /** What rows would be refused for; nothing is stored. */
  check: (input: unknown) => Promise<Answer<RowFault[]>>;
  /** Hands the rows over, once for each key. */
  create: (key: string, input: unknown) => Promise<Answer<{ id: string }>>;
}

/** Codes of the plan: those that are kept now, and as many as there may be. */
export interface Room {
  used: number;
  limit: number;
}

/** Faulty rows of an earlier import, to be mended. */
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
