import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { controlClasses, describeControl, Field } from "./field";

type Choices = readonly { value: string; name: string }[];

type SelectFieldProps = Omit<ComponentProps<"select">, "id" | "className"> & {
  id: string;
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  className?: string;
  choices: Choices;
};

/** One of a few, by the browser's own list, which every hand and reader knows. */
export function SelectField({ id, label, hint, fault, className, choices, ...select }: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, fault, ...(className === undefined ? {} : { className }) }}>
      <Select {...select} {...describeControl({ id, hint, fault })} choices={choices} shape="field" />
    </Field>
  );
}

type SelectProps = Omit<ComponentProps<"select">, "className"> & {
  choices: Choices;
  shape?: "inline" | "field";
};

/** The list without a label above it, for rows that say what it is: name it by `aria-label`. */
export function Select({ choices, shape = "inline", ...select }: SelectProps) {
  return (
    <div className="relative">
      <select
        {...select}
        className={`${controlClasses} h-9 cursor-pointer appearance-none pr-9 ${shape === "field" ? "touch:h-12" : "touch:h-11"}`}
      >
        {choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
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
