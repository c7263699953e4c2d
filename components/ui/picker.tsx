"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { buttonClasses } from "./button";
import { describeControl, Field } from "./field";

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

interface MultiPickerProps {
  id: string;
  label: string;
  items: readonly PickerItem[];
  chosen: readonly string[];
  placeholder: string;
  emptyNote: string;
  hint?: string;
  fault?: string | undefined;
  /** Names a value that is not among the items. */
  nameOf?: (value: string) => string;
  /** What was typed, as a further value; null: it is none. */
  readTyped?: (words: string) => string | null;
  onChange: (chosen: string[]) => void;
}

/** Several of many: what is chosen as chips, and a field that searches the rest. Backspace takes the last chip away. */
export function MultiPicker(props: MultiPickerProps) {
  const { id, label, hint, fault, items, chosen, nameOf = (value) => value, readTyped, onChange } = props;
  const [words, setWords] = useState("");
  const all = useMemo(() => {
    const known = new Set(items.map(({ value }) => value));
    const typed = readTyped?.(words.trim()) ?? null;
    const others = typed === null ? chosen : [...chosen, typed];
    const added = [...new Set(others)].filter((value) => !known.has(value));
    return [...items, ...added.map((value) => ({ value, name: nameOf(value) }))];
  }, [items, chosen, words, nameOf, readTyped]);
  const value = chosen.flatMap((each) => all.find((item) => item.value === each) ?? []);
  return (
    <Field {...{ id, label, hint, fault }}>
      <Combobox.Root
        multiple
        items={all}
        value={value}
        itemToStringLabel={({ name }: PickerItem) => name}
        isItemEqualToValue={(one: PickerItem, other: PickerItem) => one.value === other.value}
        filter={(item: PickerItem, query: string) => matches(item, query)}
        autoHighlight
        onInputValueChange={setWords}
        onValueChange={(next: PickerItem[]) => onChange(next.map((item) => item.value))}
      >
        <Combobox.Chips className="flex min-h-9 flex-wrap items-center gap-1 rounded-control border border-line-strong bg-surface p-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-invalid:border-stop has-aria-invalid:shadow-[inset_0_0_0_1px_var(--stop)] touch:min-h-12">
          {value.map((item) => (
            <Combobox.Chip
              key={item.value}
              aria-label={item.name}
              className="flex min-h-6.5 max-w-full items-center rounded-small bg-chip pl-2 text-small outline-none data-highlighted:bg-accent-tint touch:min-h-9"
            >
              <span className="min-w-0 truncate">{item.name}</span>
              <Combobox.ChipRemove
                aria-label={`Remove ${item.name}`}
                className="grid size-6.5 place-items-center text-ink-2 hover:text-ink touch:size-11"
              >
                <X size={14} strokeWidth={1.6} aria-hidden />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...describeControl({ id, hint, fault })}
            placeholder={value.length === 0 ? props.placeholder : ""}
            autoComplete="off"
            className="h-7 min-w-20 flex-1 bg-transparent px-2 text-lead outline-none md:text-body touch:h-11"
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={6} className="z-30 outline-none">
            <Combobox.Popup className="flex max-h-[min(18rem,var(--available-height))] w-[max(14rem,var(--anchor-width))] max-w-(--available-width) flex-col overflow-hidden rounded-float bg-raised text-ink shadow-float outline-none forced-colors:border">
              <Combobox.Empty className="not-empty:px-4 not-empty:py-3 text-small text-ink-3">
                {props.emptyNote}
              </Combobox.Empty>
              <Combobox.List
                aria-label={label}
                className="min-h-0 overflow-y-auto overscroll-contain p-1.5 empty:p-0"
              >
                {(item: PickerItem) => <Row key={item.value} item={item} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  );
}

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** By the name, in any case and without accents, or by the code itself. */
function matches({ value, name }: PickerItem, words: string): boolean {
  const query = fold(words.trim());
  return fold(name).includes(query) || value.toLowerCase() === query;
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
