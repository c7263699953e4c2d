import type { ImportProgress } from "@/lib/imports/schema";
import type { Answer } from "../../../ui/form/answer";

/** What the page of an import asks of the server; each asks by itself who is signed in. */
export interface MadeActions {
  /** Makes the next rows, and tells how far it is. */
  moveOn: (id: string) => Promise<Answer<ImportProgress>>;
  /** Deletes what was made, for as long as Undo is offered. */
  takeBack: (id: string) => Promise<Answer<{ until: string; count: number }>>;
  /** Undo of that. */
  bringBack: (id: string) => Promise<Answer<{ count: number }>>;
}
