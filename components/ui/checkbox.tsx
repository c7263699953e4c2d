import type { ComponentProps, ReactNode } from "react";
import { TickBox } from "./tick-box";

type CheckboxProps = Omit<ComponentProps<typeof TickBox>, "isMixed"> & {
  label: ReactNode;
  /** One sentence below the label. */
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
