"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { say } from "../../ui/say";
import { mostSelected, SelectionStore } from "./store";

export interface Selection {
  store: SelectionStore;
  toggle: (id: string, isRange?: boolean) => void;
}

export const SelectionContext = createContext<Selection | null>(null);

/** Null where codes are changed one by one, by the plan. */
export function useSelection(): Selection | null {
  return useContext(SelectionContext);
}

const never = () => () => {};

/** What `read` gives of the selection, told again as it changes. */
export function useChosen<T>(read: (store: SelectionStore) => T, without: T): T {
  const store = useSelection()?.store;
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => (store === undefined ? without : read(store)),
    () => without,
  );
}

export function newSelection(): Selection {
  const store = new SelectionStore();
  return {
    store,
    toggle(id, isRange) {
      if (!store.toggle(id, isRange)) sayFull();
    },
  };
}

export function sayFull(): void {
  say.fault(`${mostSelected} codes can be changed at once. Let some go to choose others.`);
}
