"use client";

import { ListChecks } from "lucide-react";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClasses } from "../../ui/button";
import { TickBox } from "../../ui/checkbox";
import { countOf } from "../../ui/counts";
import { toast } from "../../ui/toast";
import { listenForSelecting, type ManyActions } from "../actions";
import type { FloatingBarProps } from "./floating-bar";
import {
  newSelection,
  SelectionContext,
  type SelectionStore,
  showSelectionFull,
  useChosen,
  useSelection,
} from "./store";

const empty: readonly string[] = [];

interface SelectionProviderProps {
  actions: ManyActions;
  zone: string;
  children: ReactNode;
}

export function SelectionProvider({ actions, zone, children }: SelectionProviderProps) {
  const [selection] = useState(newSelection);
  const { store } = selection;
  useEffect(() => listenForSelecting(() => store.start()), [store]);
  useEscape(store);
  return (
    <SelectionContext value={selection}>
      {children}
      <Told />
      <BarHost actions={actions} zone={zone} />
    </SelectionContext>
  );
}

/** How many are chosen, for readers; nothing before the first. */
function Told() {
  const count = useChosen((store) => store.list(), empty).length;
  const hadSome = useRef(false);
  hadSome.current ||= count > 0;
  return (
    <p role="status" className="sr-only">
      {count > 0 ? `${countOf(count, "code")} selected` : hadSome.current && "Nothing is selected"}
    </p>
  );
}

const layers = "[role=dialog], [role=menu], [role=listbox], [role=alertdialog]";

function useEscape(store: SelectionStore): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !store.isOn()) return;
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches("input[type=search], select");
      if (isTyping || document.querySelector(layers) !== null) return;
      store.clear();
    };
    // As the key goes down towards what hears it, while a layer that it closes is still there.
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [store]);
}

function BarHost(props: Pick<FloatingBarProps, "actions" | "zone">) {
  const selection = useSelection();
  const isOn = useChosen((store) => store.isOn(), false);
  const [Bar, setBar] = useState<ComponentType<FloatingBarProps> | null>(null);
  useEffect(() => {
    if (!isOn) return;
    import("./floating-bar").then(
      (loaded) => setBar(() => loaded.FloatingBar),
      () => toast.fault("The actions didn't load. Check your connection and try again."),
    );
  }, [isOn]);
  if (selection === null || Bar === null) return null;
  return <Bar {...props} selection={selection} />;
}

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
          if (!store.set(store.page().ids, chosen !== "all")) showSelectionFull();
        }}
      />
    </label>
  );
}
