import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

export const controlClasses =
  "w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-lead md:text-body aria-invalid:border-stop aria-invalid:shadow-[inset_0_0_0_1px_var(--stop)]";

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  remedy?: ReactNode;
  className?: string;
}

/** What ties a control to its label's field: spread on the control. */
export function describeControl({ id, hint, fault }: Pick<FieldProps, "id" | "hint" | "fault">) {
  return {
    id,
    "aria-invalid": fault === undefined ? undefined : true,
    "aria-describedby": fault !== undefined ? `${id}-fault` : hint !== undefined ? `${id}-hint` : undefined,
  };
}

/** Label above, control, then the hint or the fault; the fault takes the hint's place, so nothing below jumps. */
export function Field({
  id,
  label,
  hint,
  fault,
  remedy,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        {label}
      </label>
      {children}
      <FieldFault id={id} fault={fault} remedy={remedy} />
      {fault === undefined && hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Announced when it appears. */
export function FieldFault({ id, fault, remedy }: Pick<FieldProps, "id" | "fault" | "remedy">) {
  return (
    <div aria-live="polite">
      {fault !== undefined && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-stop">
          <p id={`${id}-fault`} className="flex min-w-0 items-start gap-1.5">
            <CircleAlert size={14} strokeWidth={1.6} className="mt-0.5 shrink-0" aria-hidden />
            <span className="min-w-0 [overflow-wrap:anywhere]">{fault}</span>
          </p>
          {remedy}
        </div>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "id" | "className"> & { large?: boolean; trailing?: ReactNode };

/** One line of text. `large` is the first field of a page; `trailing` stands inside at the right. */
export function TextField({
  id,
  label,
  hint,
  fault,
  remedy,
  className,
  large,
  trailing,
  ...input
}: TextFieldProps) {
  const height = large ? "h-11 max-md:h-12 md:text-lead" : "h-9 touch:h-12";
  return (
    <Field {...{ id, label, hint, fault, remedy, ...(className === undefined ? {} : { className }) }}>
      <div className="relative">
        <input
          {...input}
          {...describeControl({ id, hint, fault })}
          className={`${controlClasses} ${height} ${trailing ? "pr-11" : ""}`}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div>}
      </div>
    </Field>
  );
}

type TextAreaFieldProps = Omit<ComponentProps<"textarea">, "id" | "className"> & {
  id: string;
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
};

/** A few lines of text. */
export function TextAreaField({ id, label, hint, fault, rows = 3, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ id, label, hint, fault }}>
      <textarea
        rows={rows}
        {...area}
        {...describeControl({ id, hint, fault })}
        className={`${controlClasses} block resize-y py-2`}
      />
    </Field>
  );
}
