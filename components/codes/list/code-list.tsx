import type { CodePage } from "@/lib/codes/schema";
import type { Plan } from "@/lib/plans";
import { Pager as Pages } from "../../ui/pager";
import { CodeArea } from "../actions/code-area";
import { FirstCode } from "../first-code";
import { Gallery } from "./code-grid";
import { CodeTable } from "./code-table";
import { NoHit, NoPage } from "./in-place";
import { isFiltered, type ListState, listHref } from "./list-state";
import { showCode } from "./shown-code";

interface CodeListProps {
  state: ListState;
  page: CodePage;
  sparks: ReadonlyMap<string, readonly number[]>;
  plan: Plan;
  nowMs: number;
  zone: string;
}

/** What was found: as a gallery or a table, or why there is nothing. */
export function CodeList({ state, page, sparks, plan, nowMs, zone }: CodeListProps) {
  const { data, pagination } = page;
  if (data.length === 0) {
    if (pagination.total > 0) return <NoPage state={state} pages={pagination.pages} />;
    return isFiltered(state) ? <NoHit state={state} /> : <FirstCode plan={plan} />;
  }
  const codes = data.map((code) => showCode(code, sparks.get(code.id), { nowMs, zone }));
  return (
    <>
      <CodeArea codes={codes.map(({ code }) => code)} total={pagination.total}>
        {state.view === "table" ? <CodeTable codes={codes} state={state} /> : <Gallery codes={codes} />}
      </CodeArea>
      <div className="mt-auto">
        <Pager state={state} pagination={pagination} />
      </div>
    </>
  );
}

/** Which of how many codes are shown, and the way to the others. */
function Pager({ state, pagination }: { state: ListState; pagination: CodePage["pagination"] }) {
  return <Pages label="Pages of codes" {...pagination} hrefOf={(page) => listHref(state, { page })} />;
}
