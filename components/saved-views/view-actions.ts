import type { SavedView } from "@/lib/saved-views/schema";
import type { Answer } from "../ui/form/answer";

/** What saved views ask of the server; each change answers with the views as they are then. */
export interface ViewActions {
  listSavedViews: () => Promise<Answer<SavedView[]>>;
  saveView: (name: string, query: string) => Promise<Answer<SavedView[]>>;
  renameView: (id: string, name: string) => Promise<Answer<SavedView[]>>;
  replaceView: (id: string, query: string) => Promise<Answer<SavedView[]>>;
  removeView: (id: string) => Promise<Answer<SavedView[]>>;
}
