import { type RefObject, useRef } from "react";

const stops = [
  "a[href]",
  "button:not(:disabled)",
  "input:not(:disabled, [type=radio]:not(:checked))",
  "select:not(:disabled)",
  "textarea:not(:disabled)",
  "[tabindex='0']",
].join(",");

/** Shown, and not one of a group whose other member is the stop. */
const isStop = (element: HTMLElement) => element.tabIndex >= 0 && element.getClientRects().length > 0;

/**
 * For the popup of a dialog: puts the focus where `first` is, or else to the popup's first stop; with a finger only to the popup,
 * so that no keyboard comes up. At once, since Base UI would do it a frame later, and what is typed until then would be lost.
 */
export function useFirstFocus(first?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (openType: string): boolean => {
    const all = popup.current?.querySelectorAll<HTMLElement>(stops) ?? [];
    const firstStop = openType === "touch" ? undefined : [...all].find(isStop);
    const stop = first?.current ?? firstStop;
    if (stop === undefined) popup.current?.focus({ preventScroll: true });
    else stop.focus();
    // Base UI finds one where this was none.
    return popup.current?.contains(document.activeElement) !== true;
  };
  return { ref: popup, initialFocus };
}
