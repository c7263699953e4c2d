"use client";

import { useTransition } from "react";
import { buttonClasses } from "../ui/button";
import { Spinner } from "../ui/spinner";

/** Ends every session of the account. */
export function SignOutButton({ signOut }: { signOut: () => Promise<void> }) {
  const [isBusy, start] = useTransition();
  return (
    <button
      type="button"
      className={buttonClasses({ kind: "secondary" })}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy) start(signOut);
      }}
    >
      {isBusy && <Spinner />}
      {isBusy ? "Signing out" : "Sign out everywhere"}
    </button>
  );
}
