import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  /** One sentence below the label. */
  hint?: ReactNode;
};

/** A native checkbox drawn in the tool's own hand; the whole row is its target. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-9 items-start gap-3 py-2 text-body select-none touch:min-h-11 touch:py-3">
      <span className="relative mt-px grid size-[18px] shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          className="peer size-full cursor-pointer appearance-none rounded-small border border-line-strong bg-surface checked:border-accent checked:bg-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent forced-colors:appearance-auto"
        />
        <Check
          size={14}
          strokeWidth={2.4}
          className="pointer-events-none absolute hidden text-on-accent peer-checked:block forced-colors:hidden!"
          aria-hidden
        />
      </span>
      <span className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-small text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}
