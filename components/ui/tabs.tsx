"use client";

import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  isDense?: boolean;
  tabs: readonly { value: T; name: string; icon: ReactNode; panel: ReactNode }[];
}

/** Where they don't fit, the row ends in a fade. */
const denseClasses = "gap-4 2xl:gap-7 max-lg:pr-8 max-lg:mask-r-from-[calc(100%-2rem)]";

const tabClasses =
  "-mb-px flex h-11 shrink-0 items-center justify-center gap-2 touch:min-w-11 border-b-2 border-transparent text-body whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink max-md:text-lead";

/** Moves the focus along the row and around its ends; Enter or Space then opens the tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.indexOf(event.target as HTMLElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || at === -1) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}

/** 2 px of accent under the chosen one; on phones the row scrolls sideways and never wraps. */
export function Tabs<T extends string>({ label, value, onChange, isDense = false, tabs }: TabsProps<T>) {
  const id = useId();
  // The row is one stop of the keyboard: the tab that has the focus, else the open one.
  const [stop, setStop] = useState<T | null>(null);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setStop(null);
  };
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        onBlur={onBlur}
        className={`flex overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] max-md:-mx-[16px] max-md:px-[16px] max-sm:gap-5 ${isDense ? denseClasses : "gap-6"}`}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === (stop ?? value) ? 0 : -1}
            onFocus={() => setStop(tab.value)}
            onClick={() => onChange(tab.value)}
            className={tabClasses}
          >
            <span className={isDense ? "max-lg:hidden" : "max-sm:hidden"} aria-hidden>
              {tab.icon}
            </span>
            {tab.name}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab.value === value)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-${tab.value}`}
            tabIndex={-1}
          >
            {tab.panel}
          </div>
        ))}
    </div>
  );
}
