"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

export interface MenuItem {
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  /** The button that opens it, with a name of its own. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
}

/** What can be done with a row. Arrows walk it, Esc closes it. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-30 outline-none">
          <Base.Popup className="min-w-48 rounded-float bg-raised p-1.5 text-ink shadow-float transition-opacity duration-180 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none forced-colors:border">
            {items.map(({ name, icon, isDanger, onChoose }) => (
              <Base.Item
                key={name}
                onClick={onChoose}
                className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-medium px-2.5 text-body outline-none select-none data-highlighted:bg-canvas forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] touch:h-11 ${isDanger ? "text-stop" : ""}`}
              >
                {icon}
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
