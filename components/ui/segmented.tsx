"use client";

import type { ReactNode } from "react";

export interface Choice<T extends string> {
  value: T;
  name: string;
  glyph?: ReactNode;
}

interface SegmentedProps<T extends string> {
  name: string;
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** Two to six short options, of which one is chosen: native radio buttons, so arrows and labels work as everywhere. */
export function Segmented<T extends string>({ name, label, choices, value, onChange }: SegmentedProps<T>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full rounded-control border border-line-strong bg-surface max-md:flex max-md:w-full"
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={[
            "relative flex h-[34px] min-w-0 items-center justify-center gap-1.5 px-3 text-small select-none max-md:flex-1 max-md:px-1 touch:h-11",
            "not-first:border-l not-first:border-line first:rounded-l-[7px] last:rounded-r-[7px]",
            "text-ink-2 hover:bg-canvas has-checked:z-10 has-checked:bg-accent-tint has-checked:text-ink",
            "has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)]",
            "has-focus-visible:z-20 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
          ].join(" ")}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          {choice.glyph}
          <span className="truncate">{choice.name}</span>
        </label>
      ))}
    </div>
  );
}
