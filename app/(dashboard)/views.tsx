import { ViewsButton } from "@/components/saved-views/views-button";
import type { ViewPage } from "@/lib/saved-views/schema";
import { listSavedViews, removeView, renameView, replaceView, saveView } from "./actions";

const actions = { listSavedViews, saveView, renameView, replaceView, removeView };

/** The user's views of a page. @param query that of the page as it is shown. */
export function Views(shown: { page: ViewPage; query: string }) {
  return <ViewsButton {...shown} actions={actions} />;
}
