import { useEffect } from "react";

/** A lost focus is the body's, and screen readers start at the top of the document: it moves to the page's content. */
export function keepFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}

/** Keeps the focus when the component is removed with it. */
export const useKeptFocus = (): void => useEffect(() => keepFocus, []);
