"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "./button";

export interface PickerItem {
  value: string;
  name: string;
  hint?: string;
}

interface PickerProps {
  label: string;
  children: ReactNode;
  items: readonly PickerItem[];
  chosen: string | null;
  onChoose: (value: string) => void;
  onOpen?: () => void;
  /** The items are what was found for it; without it they are looked through here. */
  onSearch?: (words: string) => void;
  placeholder: string;
  emptyNote: string;
}

/** One of many: a button, and behind it a list that one types into. Arrows walk it, Esc closes it. */
export function Picker({ label, children, items, chosen, onSearch, ...rest }: PickerProps) {
  const { onChoose, onOpen, placeholder, emptyNote } = rest;
  return (
    <Combobox.Root
      items={items}
      value={items.find(({ value }) => value === chosen) ?? null}
      itemToStringLabel={({ name }: PickerItem) => name}
      isItemEqualToValue={(one: PickerItem, other: PickerItem) => one.value === other.value}
      autoHighlight
      {...(onSearch !== undefined && { filter: null })}
      onInputValueChange={(words, { reason }) => {
        if (reason !== "item-press") onSearch?.(words);
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) onOpen?.();
      }}
      onValueChange={(item) => {
        if (item !== null) onChoose(item.value);
      }}
    >
      <Combobox.Trigger
        aria-label={label}
        className={buttonClasses({ kind: "secondary", className: "max-w-56 min-w-0 px-3! font-normal!" })}
      >
        <span className="min-w-0 truncate">{children}</span>
        <ChevronDown size={16} strokeWidth={1.6} className="shrink-0 text-ink-3" aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-30 outline-none">
          <Combobox.Popup
            aria-label={label}
            className="flex max-h-[min(24rem,var(--available-height))] w-[min(20rem,var(--available-width))] flex-col overflow-hidden rounded-float bg-raised text-ink shadow-float transition-opacity duration-180 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none forced-colors:border"
          >
            <Combobox.Input
              placeholder={placeholder}
              aria-label={label}
              className="h-11 w-full shrink-0 border-b border-line bg-transparent px-4 text-lead outline-none md:text-body"
            />
            <Combobox.Empty className="not-empty:px-4 not-empty:py-3 text-small text-ink-3">
              {emptyNote}
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1.5 empty:p-0">
              {(item: PickerItem) => <Row key={item.value} item={item} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Row({ item }: { item: PickerItem }) {
  return (
    <Combobox.Item
      value={item}
      className="flex min-h-9 cursor-pointer items-center gap-2 rounded-medium px-2.5 text-body outline-none select-none data-highlighted:bg-canvas touch:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
    >
      <span className="min-w-0 flex-1 truncate">{item.name}</span>
      {item.hint !== undefined && <span className="shrink-0 text-small text-ink-3">{item.hint}</span>}
      <Combobox.ItemIndicator>
        <Check size={16} strokeWidth={1.6} className="text-accent" aria-hidden />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
