"use client";

import { useTransition } from "react";
import { Button, buttonClasses } from "../ui/button";
import type { Answer } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { forgetAccount } from "../ui/navigation-guard";
import { Spinner } from "../ui/spinner";
import { toast } from "../ui/toast";

export function SignOutButton({ signOut }: { signOut: () => Promise<void> }) {
  const [isBusy, start] = useTransition();
  return (
    <button
      type="button"
      className={buttonClasses({ kind: "secondary" })}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={() => {
        if (isBusy) return;
        forgetAccount();
        start(signOut);
      }}
    >
      {isBusy && <Spinner />}
      {isBusy ? "Signing out" : "Sign out everywhere"}
    </button>
  );
}

interface EndSessionProps {
  id: string;
  name: string;
  seen: string;
  endSession: (id: string) => Promise<Answer<null>>;
}

/** Ends one session, whose row then leaves the list; the focus goes to the list. */
export function EndSession({ id, name, seen, endSession }: EndSessionProps) {
  const [isBusy, start] = useTransition();
  const end = async () => {
    const answer = await callSafely(() => endSession(id));
    if (answer === null || "refusal" in answer) {
      toast.fault(answer?.refusal.sentence ?? "That didn't work. Try again.");
      return;
    }
    document.getElementById("session-list")?.focus();
    toast.done(`${name} is signed out.`);
  };
  return (
    <Button
      shape="small"
      aria-label={`Sign out ${name}, ${seen}`}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy) start(end);
      }}
    >
      {isBusy && <Spinner />}
      Sign out
    </Button>
  );
}
