"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { toast } from "../../ui/toast";

/** Most codes that are chosen at once, as the domain has it. */
export const mostSelected = 500;

export interface ShownPage {
  ids: readonly string[];
  total: number;
}

const noPage: ShownPage = { ids: [], total: 0 };

/** The chosen codes, on whatever page. Outside React, so that a press draws one checkbox and not the whole list. */
export class SelectionStore {
  #ids = new Set<string>();
  #isOn = false;
  /** What was pressed last: where a range begins. */
  #anchor: string | null = null;
  #page: ShownPage = noPage;
  #list: readonly string[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Whether boxes are shown in the gallery. */
  readonly isOn = () => this.#isOn;
  readonly has = (id: string) => this.#ids.has(id);
  /** In the order in which they were chosen; the same array until something changes. */
  readonly list = () => this.#list;
  readonly page = () => this.#page;

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#tell();
  }

  /** Nothing is chosen, and no boxes are shown. */
  clear(): void {
    if (!this.#isOn && this.#ids.size === 0) return;
    this.#ids.clear();
    this.#anchor = null;
    this.#isOn = false;
    this.#tell();
  }

  /** Toggles a code, or a range from the last one pressed as far as shown. False when there was no room for all. */
  toggle(id: string, isRange = false): boolean {
    const isChosen = !this.#ids.has(id);
    const range = isRange ? this.#rangeTo(id) : [id];
    this.#anchor = id;
    return this.set(range, isChosen);
  }

  set(ids: readonly string[], isChosen: boolean): boolean {
    this.#isOn = true;
    let hasRoom = true;
    for (const id of ids) {
      if (!isChosen) this.#ids.delete(id);
      else if (this.#ids.has(id) || this.#ids.size < mostSelected) this.#ids.add(id);
      else hasRoom = false;
    }
    this.#tell();
    return hasRoom;
  }

  /** They are gone; once none is left, the choosing is over. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
    if (this.#ids.size === 0) this.#isOn = false;
    this.#tell();
  }

  show(page: ShownPage): void {
    this.#page = page;
    this.#tell();
  }

  /** Of the page that is shown: all, some or none are chosen. */
  readonly chosenOfPage = (): "all" | "some" | "none" => {
    const chosen = this.#page.ids.filter((id) => this.#ids.has(id)).length;
    if (chosen === 0) return "none";
    return chosen === this.#page.ids.length ? "all" : "some";
  };

  #rangeTo(id: string): readonly string[] {
    const { ids } = this.#page;
    const [from, to] = [ids.indexOf(this.#anchor ?? id), ids.indexOf(id)];
    if (from < 0 || to < 0) return [id];
    return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  #tell(): void {
    this.#list = [...this.#ids];
    for (const listener of this.#listeners) listener();
  }
}

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
      if (!store.toggle(id, isRange)) showSelectionFull();
    },
  };
}

export function showSelectionFull(): void {
  toast.fault(`${mostSelected} codes can be changed at once. Deselect some to choose others.`);
}
