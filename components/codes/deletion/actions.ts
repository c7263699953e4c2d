import type { Answer } from "../../ui/form/answer";

/** A code as far as its deletion needs to know. */
export interface CodeToDelete {
  id: string;
  name: string;
  isDynamic: boolean;
}

/** What deleting a code asks of the server; each checks by itself whose code it is. */
export interface DeletionActions {
  deleteCode: (id: string) => Promise<Answer<{ until: string }>>;
  bringBack: (id: string) => Promise<Answer<null>>;
  /** Scans of the last seven days. */
  countCodeWeek: (id: string) => Promise<Answer<number>>;
}
