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

/** Focuses `first` or a popup's first stop (on touch the popup: no keyboard). At once: Base UI waits a frame, losing keys. */
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
