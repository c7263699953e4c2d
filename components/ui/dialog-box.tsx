"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { buttonClasses } from "./button";
import { keepFocus } from "./navigation-guard";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGone?: () => void;
  title: ReactNode;
  lead?: ReactNode;
  isWide?: boolean;
  /** Where the focus goes first: the safe button, or the field to fill. Otherwise the first that takes it. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** A press beside it does not close what one may still need. */
  isSticky?: boolean;
  children: ReactNode;
}

const popupClasses = [
  "relative w-full rounded-float bg-raised p-6 text-ink shadow-float outline-none forced-colors:border",
  "max-md:rounded-b-none max-md:p-5 max-md:pb-[max(1.25rem,env(safe-area-inset-bottom))]",
  "transition-[opacity,translate] duration-180 motion-reduce:transition-none",
  "data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0",
].join(" ");

/** 480 px wide (600 if wide), on phones a sheet at the bottom. Holds the focus, gives it back, closes with Esc. */
export function DialogBox({
  isOpen,
  onClose,
  onGone,
  title,
  lead,
  isWide,
  firstFocus,
  isSticky,
  children,
}: DialogProps) {
  const focus = useFirstFocus(firstFocus);
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={isSticky === true}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onGone?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none" />
        <Base.Viewport className="fixed inset-0 z-40 flex overflow-y-auto md:p-6">
          <Base.Popup
            {...focus}
            className={`${popupClasses} mx-auto mt-auto md:my-auto ${isWide ? "md:max-w-[600px]" : "md:max-w-[480px]"}`}
          >
            <Base.Title className="pr-9 text-title text-balance [overflow-wrap:anywhere]">{title}</Base.Title>
            {lead !== undefined && (
              <Base.Description className="mt-2 text-body text-ink-2" render={<div />}>
                {lead}
              </Base.Description>
            )}
            {children}
            <FocusKeeper />
            {/* Last in order, so that the first stop is what the dialog is about. */}
            <Base.Close
              aria-label="Close"
              data-close
              className={buttonClasses({
                kind: "ghost",
                shape: "icon",
                className: "absolute! top-4 right-4 max-md:top-2.5 max-md:right-2.5",
              })}
            >
              <X size={16} strokeWidth={1.6} aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** What opened the dialog may be gone when it closes, such as a code that was archived. */
function FocusKeeper() {
  useEffect(() => keepFocus, []);
  return null;
}

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
    const find = () => {
      const all = popup.current?.querySelectorAll<HTMLElement>(stops) ?? [];
      return first?.current ?? (openType === "touch" ? undefined : [...all].find(isStop)) ?? popup.current;
    };
    const stop = find();
    stop?.focus({ preventScroll: stop === popup.current });
    if (popup.current !== null) followContent(popup.current, find);
    // Base UI finds one where this was none.
    return popup.current?.contains(document.activeElement) !== true;
  };
  return { ref: popup, initialFocus };
}

/** While content loads, the first stop is Close; the content's own takes over, unless a key or press has moved the focus. */
function followContent(popup: HTMLElement, find: () => HTMLElement | null): void {
  const start = document.activeElement;
  if (start !== popup && !start?.hasAttribute("data-close")) return;
  const observer = new MutationObserver(() => {
    const stop = document.activeElement === start ? find() : null;
    if (stop === start) return;
    observer.disconnect();
    stop?.focus();
  });
  observer.observe(popup, { childList: true, subtree: true });
}
