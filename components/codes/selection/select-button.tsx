"use client";

import { ListChecks } from "lucide-react";
import { buttonClasses } from "../../ui/button";
import { useChosen, useSelection } from "./use-selection";

/** Begins choosing codes and ends it; on phones by its sign alone. */
export function SelectButton() {
  const selection = useSelection();
  const isOn = useChosen((store) => store.isOn(), false);
  if (selection === null) return null;
  const { store } = selection;
  return (
    <button
      type="button"
      aria-label="Select codes"
      aria-pressed={isOn}
      onClick={() => (isOn ? store.clear() : store.start())}
      className={buttonClasses({
        kind: "secondary",
        className:
          "max-md:size-11 max-md:px-0 aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:hover:bg-accent-tint",
      })}
    >
      <ListChecks size={16} strokeWidth={1.6} aria-hidden />
      <span className="max-md:hidden">Select</span>
    </button>
  );
}
