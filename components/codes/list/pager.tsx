import type { CodePage } from "@/lib/codes/schema";
import { Pager as Pages } from "../../ui/pager";
import { type ListState, listHref } from "./list-state";

/** Which of how many codes are shown, and the way to the others. */
export function Pager({ state, pagination }: { state: ListState; pagination: CodePage["pagination"] }) {
  return <Pages label="Pages of codes" {...pagination} hrefOf={(page) => listHref(state, { page })} />;
}
