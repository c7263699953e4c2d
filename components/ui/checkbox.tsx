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

interface ChoiceCardProps {
  name: string;
  value: string;
  isChosen: boolean;
  title: string;
  children: ReactNode;
  onChoose: () => void;
}

/** One of a few choices that need a sentence each; the radio button at its right is the browser's own. */
export function ChoiceCard({ name, value, isChosen, title, children, onChoose }: ChoiceCardProps) {
  return (
    <label
      className={[
        "relative flex gap-4 rounded-control border border-line-strong bg-surface p-4 select-none",
        "hover:bg-canvas has-checked:border-accent has-checked:bg-accent-tint has-checked:shadow-[inset_0_0_0_0.5px_var(--accent)]",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      ].join(" ")}
    >
      <span className="min-w-0 flex-1">
        <span className="block text-body font-medium">{title}</span>
        <span className="mt-0.5 block text-small text-ink-2">{children}</span>
      </span>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="size-[18px] shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent forced-colors:appearance-auto"
      />
    </label>
  );
}
