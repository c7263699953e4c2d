import type { SavedView, ViewPage } from "@/lib/saved-views/schema";
import type { Answer } from "../ui/form/answer";

type Views = Promise<Answer<SavedView[]>>;

/** What saved views of a page ask of the server; each change answers with the views as they are then. */
export interface ViewActions {
  listSavedViews: (page: ViewPage) => Views;
  saveView: (page: ViewPage, name: string, query: string) => Views;
  renameView: (page: ViewPage, id: string, name: string) => Views;
  replaceView: (page: ViewPage, id: string, query: string) => Views;
  removeView: (page: ViewPage, id: string) => Views;
}
