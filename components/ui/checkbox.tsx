import { Check, Minus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

const signClasses = "pointer-events-none absolute text-on-accent forced-colors:hidden!";

type CheckboxProps = Omit<ComponentProps<typeof TickBox>, "isMixed"> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** A native checkbox drawn in the tool's own hand; the whole row is its target. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its box is in TickBox.
    <label className="flex min-h-9 items-start gap-3 py-2 text-body select-none touch:min-h-11 touch:py-3">
      <span className="mt-px">
        <TickBox {...input} />
      </span>
      <span className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-small text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}

type TickBoxProps = Omit<ComponentProps<"input">, "type" | "className" | "ref"> & {
  isMixed?: boolean;
};

/** A native checkbox drawn in the tool's own hand. Its label is its target. */
export function TickBox({ isMixed = false, ...input }: TickBoxProps) {
  const Sign = isMixed ? Minus : Check;
  return (
    <span className="relative grid size-[18px] shrink-0 place-items-center">
      <input
        {...input}
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        className="peer size-full cursor-pointer appearance-none rounded-small border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent forced-colors:appearance-auto"
      />
      <Sign
        size={14}
        strokeWidth={2.4}
        className={`${signClasses} ${isMixed ? "" : "hidden peer-checked:block"}`}
        aria-hidden
      />
    </span>
  );
}
