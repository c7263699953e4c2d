"use client";

import { type ComponentType, useEffect, useState } from "react";
import { say } from "../../ui/say";
import type { FloatingBarProps } from "./floating-bar";
import { useChosen, useSelection } from "./use-selection";

/** The bar of a selection: loaded with the first one, and there as long as codes are chosen. */
export function BarHost(props: Pick<FloatingBarProps, "actions" | "zone">) {
  const selection = useSelection();
  const isOn = useChosen((store) => store.isOn(), false);
  const [Bar, setBar] = useState<ComponentType<FloatingBarProps> | null>(null);
  useEffect(() => {
    if (!isOn) return;
    import("./floating-bar").then(
      (loaded) => setBar(() => loaded.FloatingBar),
      () => say.fault("What can be done with them didn't load. Look at your connection and try again."),
    );
  }, [isOn]);
  if (selection === null || Bar === null) return null;
  return <Bar {...props} selection={selection} />;
}
