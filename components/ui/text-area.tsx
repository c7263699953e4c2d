import type { ComponentProps, ReactNode } from "react";
import { controlClasses, describeControl, Field } from "./field";

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
