"use client";

import { useEffect, useState } from "react";
import type { Answer, Refusal } from "./answer";
import { callSafely } from "./call-safely";

/** What a dialog asks for once it is there; undefined until it has come. */
export function useAnswer<T>(ask: () => Promise<Answer<T>>): {
  data: T | undefined;
  refusal: Refusal | null;
} {
  const [state, setState] = useState<{ data: T | undefined; refusal: Refusal | null }>({
    data: undefined,
    refusal: null,
  });
  // It is asked for once: the dialog is made again for each selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isThere = true;
    void callSafely(ask).then((answer) => {
      if (!isThere || answer === null) return;
      if ("done" in answer) setState({ data: answer.done, refusal: null });
      else setState({ data: undefined, refusal: answer.refusal });
    });
    return () => {
      isThere = false;
    };
  }, []);
  return state;
}
