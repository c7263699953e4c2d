"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { countOf } from "../../ui/counts";
import { say } from "../../ui/say";
import { listenForSelecting, type ManyActions } from "./actions";
import type { FloatingBarProps } from "./floating-bar";
import { newSelection, SelectionContext, type SelectionStore, useChosen, useSelection } from "./store";

const empty: readonly string[] = [];

interface SelectionProviderProps {
  actions: ManyActions;
  zone: string;
  children: ReactNode;
}

/** Around a list of codes of which many can be chosen: from page to page and in either view, until one leaves. */
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

/** What lies over the page hears Esc first, and so does a search that is being typed. */
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

/** The bar of a selection: loaded with the first one, and there as long as codes are chosen. */
function BarHost(props: Pick<FloatingBarProps, "actions" | "zone">) {
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
