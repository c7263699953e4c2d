"use client";

import { TickBox } from "../../ui/tick-box";
import { sayFull, useChosen, useSelection } from "./use-selection";

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
