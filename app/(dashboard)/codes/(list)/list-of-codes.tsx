import { CodeList } from "@/components/codes/list/code-list";
import { ListFault } from "@/components/codes/list/list-fault";
import { isFiltered, type ListState } from "@/components/codes/list/list-state";
import type { Plan } from "@/lib/plans";
import type { FoundCodes } from "./load-codes";

interface ListOfCodesProps {
  found: Promise<FoundCodes>;
  state: ListState;
  plan: Plan;
}

/** The list once it is found. */
export async function ListOfCodes({ found, state, plan }: ListOfCodesProps) {
  const result = await found;
  if ("requestId" in result) return <ListFault requestId={result.requestId} />;
  return <CodeList {...result} state={state} plan={plan} />;
}

export async function CountOfCodes({ found, state }: { found: Promise<FoundCodes>; state: ListState }) {
  const result = await found;
  if ("requestId" in result) return null;
  const total = result.page.pagination.total.toLocaleString("en-GB");
  return (
    <span className="text-body font-normal text-ink-3" aria-live="polite">
      {isFiltered(state) ? `${total} found` : total}
    </span>
  );
}
