import type { Answer } from "../../ui/form/answer";
import type { DeletionActions } from "../delete-code-dialog";

/** What a list of codes can ask of the server; each checks by itself whose code it is. */
export interface CodeActions extends DeletionActions {
  switchCode: (id: string, isActive: boolean) => Promise<Answer<null>>;
  duplicateCode: (id: string, asDynamic?: boolean) => Promise<Answer<{ id: string }>>;
}

/** A code as far as what is done with it needs to know. */
export interface DeskCode {
  id: string;
  name: string;
  isDynamic: boolean;
  isOff: boolean;
  shortUrl: string | null;
  updatedAt: string;
}
