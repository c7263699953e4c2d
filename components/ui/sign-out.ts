import { startTransition } from "react";
import { leave } from "./leaving";

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
