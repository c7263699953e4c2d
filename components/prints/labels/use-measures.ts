"use client";

import { useEffect, useState } from "react";
import type { LabelsMeasures } from "@/lib/prints/schema";
import { sendOrder } from "../problem";

export type Measuring =
  | { step: "measuring" }
  | { step: "failed" }
  | { step: "done"; measures: LabelsMeasures };

/** Asks how much room the codes need, once for each choice of codes. */
export function useMeasures(ids: readonly string[]): Measuring {
  const [measuring, setMeasuring] = useState<Measuring>({ step: "measuring" });
  const asked = ids.join(" ");
  useEffect(() => {
    const leaving = new AbortController();
    setMeasuring({ step: "measuring" });
    sendOrder("/bulk/labels/measures", { ids: asked.split(" ") }, leaving.signal)
      .then((answer) => answer.json() as Promise<LabelsMeasures>)
      .then(
        (measures) => setMeasuring({ step: "done", measures }),
        () => leaving.signal.aborted || setMeasuring({ step: "failed" }),
      );
    return () => leaving.abort();
  }, [asked]);
  return measuring;
}
