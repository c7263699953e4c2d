import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner";

/** Primary is ink and stands once in a view; blue is never a button. Targets grow to 44 px under a finger. */
export const buttonClasses = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none",
    "transition-colors aria-disabled:cursor-not-allowed",
  ],
  {
    variants: {
      kind: {
        primary: [
          "bg-btn text-on-btn hover:bg-[color-mix(in_oklab,var(--btn)_88%,var(--surface))]",
          "active:bg-[color-mix(in_oklab,var(--btn)_96%,black)]",
          "not-data-busy:aria-disabled:border not-data-busy:aria-disabled:border-line not-data-busy:aria-disabled:bg-transparent not-data-busy:aria-disabled:text-ink-3",
        ],
        secondary: [
          "border border-line-strong bg-surface text-ink hover:bg-canvas in-[.bench]:hover:bg-[color-mix(in_oklab,var(--surface),var(--canvas))]",
          "not-data-busy:aria-disabled:border-line not-data-busy:aria-disabled:bg-transparent not-data-busy:aria-disabled:text-ink-3",
        ],
        danger: "border border-stop bg-transparent text-stop hover:bg-stop-tint",
        ghost:
          "text-ink-2 hover:bg-canvas hover:text-ink in-[.bench]:hover:bg-surface aria-disabled:text-ink-3",
      },
      shape: {
        small: "h-7 px-2.5 text-small touch:min-h-11",
        medium: "h-9 px-3.5 text-body touch:min-h-11",
        large: "h-11 px-4.5 text-body max-md:text-lead",
        icon: "size-9 text-body touch:size-11",
      },
    },
    defaultVariants: { kind: "secondary", shape: "medium" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonClasses>;

export function Button({ kind, shape, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClasses({ kind, shape, className })} />;
}

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
