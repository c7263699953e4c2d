"use client";

import { useCallback, useState } from "react";
import { controlClasses, describeControl, Field } from "../../ui/field";
import type { Faults } from "../draft/read-settings";

/** Shows faults once a field was left, then on each key; `showAll` shows all, for a download that can't be given yet. */
export function useFieldFaults(faults: Faults) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = useCallback(
    (control: string) => setLeft((now) => (now.has(control) ? now : new Set(now).add(control))),
    [],
  );
  const showAll = useCallback(() => setLeft(new Set(Object.keys(faults))), [faults]);
  const clear = useCallback(() => setLeft(new Set()), []);
  const faultOf = (control: string) => (left.has(control) ? faults[control] : undefined);
  return { leave, showAll, clear, faultOf };
}

export type FieldFaults = Pick<ReturnType<typeof useFieldFaults>, "leave" | "faultOf">;

/** Focuses the first control with a fault; of a group, which is no control, the fault itself. */
export function focusFault(faults: Faults): void {
  const find = (id: string) => document.getElementById(id) ?? document.getElementById(`${id}-fault`) ?? [];
  const controls = Object.keys(faults).flatMap((control) => find(`field-${control}`));
  const [first] = controls.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.closest("details")?.setAttribute("open", "");
  if (first?.id.endsWith("-fault")) first.tabIndex = -1;
  first?.focus();
}

export function TextArea({
  id,
  label,
  rows,
  value,
  hint,
  fault,
  className,
  isCode = false,
  onChange,
  onLeave,
}: {
  id: string;
  label: string;
  rows: number;
  value: string;
  hint: string;
  fault: string | undefined;
  className?: string;
  isCode?: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  return (
    <Field {...{ id, label, hint, fault, ...(className === undefined ? {} : { className }) }}>
      <textarea
        {...describeControl({ id, hint, fault })}
        rows={rows}
        spellCheck={!isCode}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        className={`${controlClasses} block resize-y py-2 ${isCode ? "font-mono md:text-code" : ""}`}
      />
    </Field>
  );
}
