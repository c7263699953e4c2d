"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import { useMemo, useState } from "react";
import { describeControl, Field } from "./field";

interface Item {
  value: string;
  name: string;
}

interface MultiPickerProps {
  id: string;
  label: string;
  items: readonly Item[];
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
        itemToStringLabel={({ name }: Item) => name}
        isItemEqualToValue={(one: Item, other: Item) => one.value === other.value}
        filter={(item: Item, query: string) => matches(item, query)}
        autoHighlight
        onInputValueChange={setWords}
        onValueChange={(next: Item[]) => onChange(next.map((item) => item.value))}
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
                {(item: Item) => (
                  <Combobox.Item
                    key={item.value}
                    value={item}
                    className="flex min-h-9 cursor-pointer items-center gap-2 rounded-medium px-2.5 text-body outline-none select-none data-highlighted:bg-canvas touch:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
                  >
                    <span className="min-w-0 flex-1 truncate">{item.name}</span>
                    <Combobox.ItemIndicator>
                      <Check size={16} strokeWidth={1.6} className="text-accent" aria-hidden />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
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
function matches({ value, name }: Item, words: string): boolean {
  const query = fold(words.trim());
  return fold(name).includes(query) || value.toLowerCase() === query;
}
