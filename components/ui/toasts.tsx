"use client";

import { type ComponentType, useEffect, useState } from "react";
import { listen, type Sentence } from "./say";

/** Where sentences are said. What draws them is loaded with the first one. */
export function Toasts() {
  const [sentence, setSentence] = useState<Sentence | null>(null);
  const [Toaster, setToaster] = useState<ComponentType<{ sentence: Sentence }> | null>(null);
  useEffect(
    () =>
      listen(async (next) => {
        const loaded = await import("./toaster");
        setToaster(() => loaded.Toaster);
        setSentence(next);
      }),
    [],
  );
  return Toaster && sentence && <Toaster sentence={sentence} />;
}
