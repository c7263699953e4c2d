"use client";

import { type ContentType, contentTypes } from "@/lib/content/schema";
import { TextField } from "../../../ui/field";
import { Segmented } from "../../../ui/segmented";
import { SelectField } from "../../../ui/select";
import type { ImportProps } from "../props";
import { typeNames } from "../row";
import type { Plan } from "./make-rows";

const types = contentTypes.map((value) => ({ value, name: typeNames[value] }));
const kinds = [
  { value: "dynamic", name: "Dynamic" },
  { value: "static", name: "Static" },
] as const;

interface ForAllRowsProps {
  plan: Plan;
  onPlan: (plan: Plan) => void;
  presetId: string | null;
  presets: ImportProps["presets"];
  onPreset: (id: string | null) => void;
}

/** What no column says is the same for every row; the style always is. */
export function ForAllRows({ plan, onPlan, presetId, presets, onPreset }: ForAllRowsProps) {
  const isOpen = (field: "name" | "type" | "kind") => !plan.mapping.includes(field);
  const looks = [
    { value: "", name: "Plain, black on white" },
    ...presets.map(({ id, name }) => ({ value: id, name })),
  ];
  return (
    <section aria-label="The same for all rows" className="page-x py-6">
      <h2 className="text-heading">The same for all rows</h2>
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
              {plan.isDynamic
                ? "The target can be changed after printing."
                : "What is printed doesn't change."}
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
