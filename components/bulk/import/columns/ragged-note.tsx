import { countOf } from "../../../ui/counts";
import { Notice } from "../../../ui/notice";
import type { Table } from "../file/parse-table";

const mostNamed = 5;

/** Rows with fewer or more cells than the others: what is missing is empty, what is too much is a column of its own. */
export function RaggedNote({ table: { ragged, usualWidth } }: { table: Table }) {
  if (ragged.length === 0) return null;
  const named = ragged.slice(0, mostNamed).map(({ at, cells }) => `${at} (${cells.length})`);
  const more = ragged.length - named.length;
  const isOne = ragged.length === 1;
  return (
    <Notice
      tone="warn"
      title={`${countOf(ragged.length, "row")} ${isOne ? "has" : "have"} not ${countOf(usualWidth, "cell")} as the others`}
    >
      Row {named.join(", ")}
      {more > 0 && ` and ${more} more`}. A missing cell is empty here. Often a {"“"},{"”"} in a text wants
      quotation marks around it.
    </Notice>
  );
}
