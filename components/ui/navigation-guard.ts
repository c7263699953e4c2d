import { startTransition } from "react";

/** Lets one go elsewhere: at once, or once it is asked about. */
type Gate = (go: () => void) => void;

let gate: Gate | null = null;

/** Leaves the page by code, after asking where it holds changes. Links need not use it: such a page catches them. */
export function leave(go: () => void): void {
  if (gate === null) go();
  else gate(go);
}

/** The gate of the page that is open; returns how to take it away. */
export function guardLeaving(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}

/** Where this tab stores the last change of many codes, which belongs to the signed-in account. */
export const lastRunKey = "quietzone-last-run";

let forget: (() => void) | null = null;

/** Calls `listener` when the account signs out in this tab. */
export function onSignOut(listener: () => void): void {
  forget = listener;
}

/** Deletes what this tab keeps of the account, also where the page that stored it is not loaded. */
export function forgetAccount(): void {
  try {
    sessionStorage.removeItem(lastRunKey);
  } catch {
    // Without storage nothing is stored.
  }
  forget?.();
}

/** Leaves the page, which may ask first, and signs out. */
export function leaveAccount(signOut: () => Promise<void>): void {
  leave(() => {
    forgetAccount();
    startTransition(signOut);
  });
}

/** A lost focus is the body's, and screen readers start at the top of the document: it moves to the page's content. */
export function keepFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}
