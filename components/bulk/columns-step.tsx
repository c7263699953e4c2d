"use client";

import { ArrowRight, ChevronDown } from "lucide-react";
import { type ContentType, contentTypes } from "@/lib/content/schema";
import { typeNames } from "../codes/type-names";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { countOf } from "../ui/counts";
import { controlClasses, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { Segmented } from "../ui/segmented";
import { SelectField } from "../ui/select";
import { type Field, fieldGroups, fieldNames } from "./fields";
import type { Given } from "./file-step";
import { hasContent, type Plan, readColumn } from "./make-rows";
import { type Delimiter, delimiters, type Table } from "./read-table";
import type { ImportProps } from "./row";
import { readType } from "./type-words";

const types = contentTypes.map((value) => ({ value, name: typeNames[value] }));

const kinds = [
  { value: "dynamic", name: "Dynamic" },
  { value: "static", name: "Static" },
] as const;

const mostNamed = 5;

interface ColumnsStepProps {
  file: { given: Given; table: Table; fault: string | null };
  plan: Plan;
  presetId: string | null;
  presets: ImportProps["presets"];
  onPlan: (plan: Plan) => void;
  onPreset: (id: string | null) => void;
  onDelimiter: (delimiter: Delimiter) => void;
  /** Reads another sheet of the workbook, counted from 0. */
  onSheet: (sheet: number) => void;
  onHeading: (hasHeading: boolean) => void;
  onDone: () => void;
  onOther: () => void;
}

export function ColumnsStep(props: ColumnsStepProps) {
  const { file, plan, onPlan, onDone, onOther } = props;
  const { table } = file;
  const count = table.lines.length - Number(plan.hasHeading);
  const fault = findFault(plan, count);
  return (
    <div className="flex flex-1 flex-col">
      <FileFacts {...props} count={count} />
      {file.fault !== null && (
        <Notice tone="stop" isAlert title="Couldn't read the other sheet">
          {file.fault}
        </Notice>
      )}
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
  if (count < 1) return "There is only a heading. Add rows to the file, or mark the first row as data.";
  const hasTypes = plan.mapping.includes("type");
  if (hasContent(plan, hasTypes ? null : readType(plan.type))) return null;
  return "Choose the column with the content: an address, a text, or its parts.";
}

function FileFacts({
  file,
  plan,
  count,
  onDelimiter,
  onSheet,
  onHeading,
}: ColumnsStepProps & { count: number }) {
  const { given, table } = file;
  return (
    <div className="page-x flex flex-wrap items-end gap-x-8 gap-y-3 border-b border-line py-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-heading [overflow-wrap:anywhere]">{given.name}</p>
        <p className="text-small text-ink-3">
          {countOf(count, "row")}, {countOf(table.width, "column")}
          {describeSource(given)}
        </p>
      </div>
      {table.delimiter !== null && (
        <SelectField
          id="delimiter"
          label="Separator"
          className="w-44"
          choices={delimiters}
          value={table.delimiter}
          onChange={({ target }) => onDelimiter(target.value as Delimiter)}
        />
      )}
      {"workbook" in given && given.workbook.sheets.length > 1 && (
        <SelectField
          id="sheet"
          label="Sheet"
          className="w-44"
          choices={given.workbook.sheets.map((name, at) => ({ value: String(at), name }))}
          value={String(given.sheet)}
          onChange={({ target }) => onSheet(Number(target.value))}
        />
      )}
      <Checkbox
        label="The first row is a heading"
        checked={plan.hasHeading}
        onChange={({ target }) => onHeading(target.checked)}
      />
    </div>
  );
}

function describeSource(given: Given): string {
  if ("text" in given) return given.encoding === null ? "" : `, read as ${given.encoding}`;
  const { workbook, sheet } = given;
  const { length } = workbook.sheets;
  return `, sheet “${workbook.sheets[sheet]}”${length === 1 ? "" : ` (${sheet + 1} of ${length})`}`;
}

function RaggedNote({ table: { ragged, usualWidth } }: { table: Table }) {
  if (ragged.length === 0) return null;
  const named = ragged.slice(0, mostNamed).map(({ at, cells }) => `${at} (${cells.length})`);
  const more = ragged.length - named.length;
  const isOne = ragged.length === 1;
  return (
    <Notice
      tone="warn"
      title={`${countOf(ragged.length, "row")} ${isOne ? "doesn't" : "don't"} have ${countOf(usualWidth, "cell")} like the others`}
    >
      Row {named.join(", ")}
      {more > 0 && ` and ${more} more`}. A missing cell is empty here. Often a {"“"},{"”"} in a text wants
      quotation marks around it.
    </Notice>
  );
}

interface ForAllRowsProps {
  plan: Plan;
  onPlan: (plan: Plan) => void;
  presetId: string | null;
  presets: ImportProps["presets"];
  onPreset: (id: string | null) => void;
}

function ForAllRows({ plan, onPlan, presetId, presets, onPreset }: ForAllRowsProps) {
  const isOpen = (field: "name" | "type" | "kind") => !plan.mapping.includes(field);
  const looks = [
    { value: "", name: "Plain, black on white" },
    ...presets.map(({ id, name }) => ({ value: id, name })),
  ];
  return (
    <section aria-label="Apply to every row" className="page-x py-6">
      <h2 className="text-heading">Apply to every row</h2>
      <div className="mt-4 grid max-w-4xl gap-4 md:grid-cols-2 xl:grid-cols-4">
        {isOpen("name") && (
          <TextField
            id="name-pattern"
            label="Name"
            value={plan.namePattern}
            maxLength={190}
            hint="{row} becomes 1, 2, 3 …"
            onChange={({ target }) => onPlan({ ...plan, namePattern: target.value })}
          />
        )}
        {isOpen("type") && (
          <SelectField
            id="type-for-all"
            label="Type"
            choices={types}
            value={plan.type}
            onChange={({ target }) => onPlan({ ...plan, type: target.value as ContentType })}
          />
        )}
        {isOpen("kind") && (
          <div>
            <p className="mb-1.5 text-small font-medium" aria-hidden>
              Kind
            </p>
            <Segmented
              name="kind-for-all"
              label="Kind"
              choices={kinds}
              value={plan.isDynamic ? "dynamic" : "static"}
              onChange={(kind) => onPlan({ ...plan, isDynamic: kind === "dynamic" })}
            />
            <p className="mt-1.5 text-small text-ink-3">
              {plan.isDynamic ? "The target can be changed after printing." : "Printed copies don't change."}
            </p>
          </div>
        )}
        <SelectField
          id="style-for-all"
          label="Style"
          choices={looks}
          value={presetId ?? ""}
          hint="Your presets are kept in the editor."
          onChange={({ target }) => onPreset(target.value === "" ? null : target.value)}
        />
      </div>
    </section>
  );
}

const samples = 3;

function ColumnRows({ table, plan, onPlan }: { table: Table; plan: Plan; onPlan: (plan: Plan) => void }) {
  const data = table.lines.slice(plan.hasHeading ? 1 : 0, 40);
  const choose = (at: number, field: Field | null) =>
    onPlan({
      ...plan,
      mapping: plan.mapping.map((known, column) =>
        column === at ? field : known === field && field !== null ? null : known,
      ),
    });
  return (
    <section aria-label="Columns of the file">
      <h2 className="page-x pt-6 pb-2 text-heading">Match columns</h2>
      <ul>
        {plan.mapping.map((field, at) => {
          const heading = plan.hasHeading ? (table.lines[0]?.cells[at] ?? "").trim() : "";
          const name = heading === "" ? `Column ${at + 1}` : heading;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
            <li key={at} className="page-x import-column border-b border-line py-3">
              <div className="min-w-0">
                <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
                <p className="line-clamp-2 text-small text-ink-3 [overflow-wrap:anywhere]">
                  {readColumn(data, at).slice(0, samples).map(shorten).join(" · ") || "Empty"}
                </p>
              </div>
              <ArrowRight size={16} strokeWidth={1.6} className="text-ink-3 max-md:hidden" aria-hidden />
              <FieldSelect name={name} field={field} onChoose={(next) => choose(at, next)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

interface FieldSelectProps {
  name: string;
  field: Field | null;
  onChoose: (field: Field | null) => void;
}

function FieldSelect({ name, field, onChoose }: FieldSelectProps) {
  return (
    <div className="relative">
      <select
        aria-label={`What “${name}” is`}
        value={field ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : (target.value as Field))}
        className={`${controlClasses} h-9 cursor-pointer appearance-none pr-9 touch:h-12 ${field === null ? "text-ink-3" : ""}`}
      >
        <option value="">Leave out</option>
        {fieldGroups.map((group) => (
          <optgroup key={group.name} label={group.name}>
            {group.fields.map((one) => (
              <option key={one} value={one}>
                {fieldNames[one]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.6}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-3"
        aria-hidden
      />
    </div>
  );
}
