"use client";

import { type MouseEvent, useRef } from "react";
import { TickBox } from "../../ui/tick-box";
import { useChosen, useSelection } from "./use-selection";

/** Chooses a code, or with Shift all from the last one on. Its target is as large as its surroundings say (`selection.css`). */
export function SelectBox({ id, name }: { id: string; name: string }) {
  const selection = useSelection();
  const isChosen = useChosen((store) => store.has(id), false);
  // Not every browser hands the keys of a press on a label on to its box.
  const hasShift = useRef(false);
  if (selection === null) return null;
  const press = (event: MouseEvent) => {
    const isBox = event.target instanceof HTMLInputElement;
    if (!isBox) hasShift.current = event.shiftKey;
    else if (event.shiftKey) hasShift.current = true;
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its box is in TickBox.
    <label
      className="select-box"
      onClickCapture={press}
      onMouseDown={(event) => {
        // Shift would mark the text between.
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <TickBox
        aria-label={`Select ${name}`}
        checked={isChosen}
        data-select-box
        onChange={() => {
          selection.toggle(id, hasShift.current);
          hasShift.current = false;
        }}
      />
    </label>
  );
}
