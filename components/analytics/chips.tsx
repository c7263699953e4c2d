"use client";

import { useGo } from "../charts/chart-parts";
import { FilterChip } from "../ui/filter-chip";

export interface Chip {
  words: string;
  /** Where the page goes without it. */
  href: string;
}

export function Chips({ chips }: { chips: readonly Chip[] }) {
  const go = useGo();
  return chips.map(({ words, href }) => (
    <FilterChip
      key={words}
      words={words}
      onRemove={(chip) => {
        focusBeside(chip);
        go(href);
      }}
    />
  ));
}

/** The control beside a chip, before or after it, is next. */
function focusBeside(chip: HTMLElement): void {
  const all = [...(chip.parentElement?.querySelectorAll<HTMLElement>("button, input, select") ?? [])];
  const at = all.indexOf(chip);
  (all[at - 1] ?? all[at + 1] ?? document.getElementById("main"))?.focus();
}
