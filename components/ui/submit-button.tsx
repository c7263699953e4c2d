import type { VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { buttonClasses } from "./button";
import { Spinner } from "./spinner";

interface SubmitButtonProps extends VariantProps<typeof buttonClasses> {
  isBusy: boolean;
  busyWord: string;
  className?: string;
  label: ReactNode;
}

const layer = "col-start-1 row-start-1 inline-flex items-center justify-center gap-2";

/** Sends its form. While that runs it keeps its width and stays in the order of focus. */
export function SubmitButton({
  kind = "primary",
  shape,
  isBusy,
  busyWord,
  className,
  label,
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      className={buttonClasses({ kind, shape, className })}
    >
      <span className="grid">
        <span className={`${layer} ${isBusy ? "invisible" : ""}`}>{label}</span>
        <span className={`${layer} ${isBusy ? "" : "invisible"}`} aria-hidden={!isBusy}>
          <Spinner />
          {busyWord}
        </span>
      </span>
    </button>
  );
}
