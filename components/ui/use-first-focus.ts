import { type RefObject, useRef } from "react";

const stops = [
  "a[href]",
  "button:not(:disabled)",
  "input:not(:disabled, [type=radio]:not(:checked))",
  "select:not(:disabled)",
  "textarea:not(:disabled)",
  "[tabindex='0']",
].join(",");

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;

/**
 * For the popup of a dialog: puts the focus where `first` is, or else to the popup's first stop; with a finger only to the popup,
 * so that no keyboard comes up. At once, since Base UI would do it a frame later, and what is typed until then would be lost.
 */
export function useFirstFocus(first?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (openType: string): false => {
    const all = popup.current?.querySelectorAll<HTMLElement>(stops) ?? [];
    const firstStop = openType === "touch" ? undefined : [...all].find(isShown);
    (first?.current ?? firstStop ?? popup.current)?.focus();
    return false;
  };
  return { ref: popup, initialFocus };
}
