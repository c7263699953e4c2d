"use client";

import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/checkbox";
import { countOf } from "../../../ui/counts";
import { Notice } from "../../../ui/notice";
import { SelectField } from "../../../ui/select";
import { type Delimiter, delimiters, type Table } from "../file/parse-table";
import type { ImportProps } from "../props";
import { readType } from "../type-words";
import { ColumnRows } from "./column-rows";
import { ForAllRows } from "./for-all-rows";
import { hasContent, type Plan } from "./make-rows";

const mostNamed = 5;

interface ColumnsStepProps {
  file: { name: string; encoding: string | null; table: Table };
  plan: Plan;
  presetId: string | null;
  presets: ImportProps["presets"];
  onPlan: (plan: Plan) => void;
  onPreset: (id: string | null) => void;
  /** Reads the file anew. */
  onDelimiter: (delimiter: Delimiter) => void;
  onHeading: (hasHeading: boolean) => void;
  onDone: () => void;
  onOther: () => void;
}

/** What each column of the file is, and what is the same for all rows. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { file, plan, onPlan, onDone, onOther } = props;
  const { table } = file;
  const count = table.lines.length - Number(plan.hasHeading);
  const fault = findFault(plan, count);
  return (
    <div className="flex flex-1 flex-col">
      <FileFacts {...props} count={count} />
      <RaggedNote table={table} />
      <ColumnRows table={table} plan={plan} onPlan={onPlan} />
      <ForAllRows {...props} />
      <div className="import-foot">
        <p className="min-w-0 flex-1 basis-72 text-body text-ink-2" aria-live="polite">
          {fault ?? "Next, every row is checked. Nothing is stored yet."}
        </p>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button onClick={onOther}>Another file</Button>
          <Button kind="primary" aria-disabled={fault !== null} onClick={fault === null ? onDone : undefined}>
            Check {countOf(count, "row")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function findFault(plan: Plan, count: number): string | null {
  if (count < 1)
    return "There is a heading and nothing below it. Add rows to the file, or say that the first row is data.";
  const hasTypes = plan.mapping.includes("type");
  if (hasContent(plan, hasTypes ? null : readType(plan.type))) return null;
  return "Say which column holds the content: an address, a text, or the parts of it.";
}

function FileFacts({ file, plan, count, onDelimiter, onHeading }: ColumnsStepProps & { count: number }) {
  const { name, encoding, table } = file;
  return (
    <div className="page-x flex flex-wrap items-end gap-x-8 gap-y-3 border-b border-line py-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-heading [overflow-wrap:anywhere]">{name}</p>
        <p className="text-small text-ink-3">
          {countOf(count, "row")}, {countOf(table.width, "column")}
          {encoding !== null && `, read as ${encoding}`}
        </p>
      </div>
      <SelectField
        id="delimiter"
        label="Cells are divided by"
        className="w-44"
        choices={delimiters}
        value={table.delimiter}
        onChange={({ target }) => onDelimiter(target.value as Delimiter)}
      />
      <Checkbox
        label="The first row is a heading"
        checked={plan.hasHeading}
        onChange={({ target }) => onHeading(target.checked)}
      />
    </div>
  );
}

/** Rows with fewer or more cells than the others: what is missing is empty, what is too much is a column of its own. */
function RaggedNote({ table: { ragged, usualWidth } }: { table: Table }) {
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
