"use client";

import { useEffect, useRef } from "react";

/** A form that makes the first of something goes with the focus in it; the button for the next one takes it over. */
export function useFocusAfter(isFirst: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasFirst = useRef(isFirst);
  useEffect(() => {
    if (wasFirst.current && !isFirst) button.current?.focus();
    wasFirst.current = isFirst;
  }, [isFirst]);
  return button;
}
