"use client";

import { useEffect, useState } from "react";
import type { Answer, Refusal } from "../../../ui/form/answer";
import { callSafely } from "../../../ui/form/call-safely";

/** What a dialog asks for once it is there; undefined until it has come. */
export function useAsked<T>(ask: () => Promise<Answer<T>>): { told: T | undefined; refusal: Refusal | null } {
  const [state, setState] = useState<{ told: T | undefined; refusal: Refusal | null }>({
    told: undefined,
    refusal: null,
  });
  // It is asked for once: the dialog is made anew for each selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isThere = true;
    void callSafely(ask).then((answer) => {
      if (!isThere || answer === null) return;
      if ("done" in answer) setState({ told: answer.done, refusal: null });
      else setState({ told: undefined, refusal: answer.refusal });
    });
    return () => {
      isThere = false;
    };
  }, []);
  return state;
}
