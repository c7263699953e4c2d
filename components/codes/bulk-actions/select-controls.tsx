"use client";

import { ListChecks } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { buttonClasses } from "../../ui/button";
import { TickBox } from "../../ui/checkbox";
import { sayFull, useChosen, useSelection } from "./store";

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

/** Over the boxes of a table: all of the page, or none of it. */
export function SelectPageBox() {
  const selection = useSelection();
  const chosen = useChosen((store) => store.chosenOfPage(), "none");
  if (selection === null) return <span className="block size-[18px]" />;
  const { store } = selection;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its box is in TickBox.
    <label className="select-box">
      <TickBox
        aria-label="Select all on this page"
        checked={chosen === "all"}
        isMixed={chosen === "some"}
        onChange={() => {
          if (!store.set(store.page().ids, chosen !== "all")) sayFull();
        }}
      />
    </label>
  );
}
