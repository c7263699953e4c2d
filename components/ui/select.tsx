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

interface FilterChoiceProps {
  label: string;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChoose: (value: string) => void;
  isSet?: boolean;
  className?: string;
}

/** One of a few by the browser's own list, as wide as what is chosen. A filter that is set is marked. */
export function FilterChoice({ label, choices, value, onChoose, isSet, className = "" }: FilterChoiceProps) {
  return (
    <div className={`relative min-w-0 max-md:flex-auto ${className}`}>
      <select
        aria-label={label}
        value={value}
        data-set={isSet || undefined}
        onChange={(event) => onChoose(event.target.value)}
        className="h-9 w-full max-w-52 min-w-0 cursor-pointer appearance-none truncate rounded-control border border-line-strong bg-surface [field-sizing:content] pr-8 pl-3 text-lead data-set:border-accent data-set:bg-accent-tint max-md:max-w-none max-md:pr-5.5 max-md:pl-2 max-md:tracking-tight touch:h-11 md:text-body"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.6}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3 max-md:right-1.5"
        aria-hidden
      />
    </div>
  );
}
