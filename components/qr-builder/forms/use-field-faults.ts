"use client";

import { useCallback, useState } from "react";
import type { Faults } from "../draft/read-settings";

/**
 * Faults are shown once a field has been left, then kept true on each key; `showAll` is for a download that cannot
 * be given yet.
 */
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

/** Goes to the first control with a fault, in the order of the page; opens what it is folded into. */
export function focusFault(faults: Faults): void {
  const controls = Object.keys(faults).flatMap(
    (control) => document.getElementById(`field-${control}`) ?? [],
  );
  const [first] = controls.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
}
