import { type ListState, orders } from "../list/list-state";
import type { ShownCode } from "../list/shown-code";
import { CodeRow } from "./code-row";
import { TableHead } from "./table-head";

interface CodeTableProps {
  codes: readonly ShownCode[];
  state: ListState;
}

/** One row a code; on phones two lines, the name and the number above. The heads that sort are links. */
export function CodeTable({ codes, state }: CodeTableProps) {
  return (
    <table className="w-full border-t border-line text-left text-small">
      <caption className="sr-only">Codes, in the order “{orders[state.order]}”</caption>
      <TableHead state={state} />
      <tbody>
        {codes.map((shown, index) => (
          <CodeRow key={shown.code.id} shown={shown} isLazy={index >= 12} />
        ))}
      </tbody>
    </table>
  );
}
