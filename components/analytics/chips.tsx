"use client";

import { X } from "lucide-react";
import { useGo } from "../charts/chart-parts";

export interface Chip {
  words: string;
  /** Where the page goes without it. */
  href: string;
}

export function Chips({ chips }: { chips: readonly Chip[] }) {
  const go = useGo();
  return chips.map(({ words, href }) => (
    <button
      key={words}
      type="button"
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget);
        go(href);
      }}
      aria-label={`${words}, remove this filter`}
      className="inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-control bg-accent-tint px-3 text-small font-medium text-accent hover:text-accent-hover touch:h-11 forced-colors:border"
    >
      <span className="min-w-0 truncate">{words}</span>
      <X size={14} strokeWidth={1.6} className="shrink-0" aria-hidden />
    </button>
  ));
}

/** The chip goes with its filter: the control beside it is next. */
function focusBeside(chip: HTMLElement): void {
  const all = [...(chip.parentElement?.querySelectorAll<HTMLElement>("button, input, select") ?? [])];
  const at = all.indexOf(chip);
  (all[at - 1] ?? all[at + 1] ?? document.getElementById("main"))?.focus();
}
