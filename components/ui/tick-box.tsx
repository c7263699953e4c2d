import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";

type TickBoxProps = Omit<ComponentProps<"input">, "type" | "className" | "ref"> & {
  /** Of what it stands for some are chosen and some are not. */
  isMixed?: boolean;
};

const signClasses = "pointer-events-none absolute text-on-accent forced-colors:hidden!";

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
