import { useEffect } from "react";

/** Moves a focus that was lost with its element, which screen readers start at the top of the document, to the page's content. */
export function keepFocus(): void {
  if (document.activeElement === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

/** Keeps the focus when the component is removed with it. */
export const useKeptFocus = (): void => useEffect(() => keepFocus, []);
