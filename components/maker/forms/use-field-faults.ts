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
