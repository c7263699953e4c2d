"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** Many of them stand closer. */
  isDense?: boolean;
  tabs: readonly { value: T; name: string; icon: ReactNode; panel: ReactNode }[];
}

/** Where they don't fit, the row ends in a fade. */
const denseClasses = "gap-4 2xl:gap-7 max-lg:pr-8 max-lg:mask-r-from-[calc(100%-2rem)]";

/** 2 px of accent under the chosen one; on phones the row scrolls sideways and never wraps. */
export function Tabs<T extends string>({ label, value, onChange, isDense = false, tabs }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List
        aria-label={label}
        className={`flex overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] max-md:-mx-[16px] max-md:px-[16px] max-sm:gap-5 ${isDense ? denseClasses : "gap-6"}`}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-11 shrink-0 items-center justify-center gap-2 touch:min-w-11 border-b-2 border-transparent text-body whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-ink max-md:text-lead"
          >
            <span className={isDense ? "max-lg:hidden" : "max-sm:hidden"} aria-hidden>
              {tab.icon}
            </span>
            {tab.name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} tabIndex={-1}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
