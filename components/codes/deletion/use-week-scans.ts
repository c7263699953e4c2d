"use client";

import { useEffect, useState } from "react";
import type { DeletionActions } from "./actions";

/** Scans of the last seven days; undefined until they are counted, null where they can't be told. */
export type WeekScans = number | null | undefined;

/** Counts them while the dialog is open, since a page may have stood for long; a static code has none. */
export function useWeekScans(
  { id, isDynamic }: { id: string; isDynamic: boolean },
  isOpen: boolean,
  count: DeletionActions["countCodeWeek"],
): WeekScans {
  const [counted, setCounted] = useState<{ id: string; scans: number | null } | null>(null);
  const isAsked = isOpen && isDynamic;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const keep = (scans: number | null) => isCurrent && setCounted({ id, scans });
    count(id).then(
      (answer) => keep(answer !== null && "done" in answer ? answer.done : null),
      () => keep(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [isAsked, id, count]);
  if (!isDynamic) return 0;
  return counted?.id === id ? counted.scans : undefined;
}
