"use client";

import { ArrowRight, ChevronDown } from "lucide-react";
import { controlClasses } from "../ui/field";
import { type Field, fieldGroups, fieldNames } from "./fields";
import { type Plan, readColumn } from "./make-rows";
import type { Table } from "./read-table";

const samples = 3;

interface ColumnRowsProps {
  table: Table;
  plan: Plan;
  onPlan: (plan: Plan) => void;
}

/** One line a column: its heading, a few of its values, and what it is. A field that another column has moves here. */
export function ColumnRows({ table, plan, onPlan }: ColumnRowsProps) {
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
      <h2 className="page-x pt-6 pb-2 text-heading">What the columns are</h2>
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

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

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
