"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from "react";

/** The open list of a menu, whatever opened it. Arrows walk it, Esc closes it, the focus goes back to where it was. */
export function MenuList({ items, isOpen, onClose, anchor, align, isByKey, label }: MenuListProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen || !isByKey) return;
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [isOpen, isByKey]);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={6} className="z-30 outline-none">
          <Base.Popup
            ref={popup}
            aria-label={label}
            className="max-h-(--available-height) min-w-48 overflow-y-auto rounded-float bg-raised p-1.5 text-ink shadow-float transition-opacity duration-180 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none forced-colors:border"
          >
            {items.map(({ name, icon, isDanger, isApart, onChoose }) => (
              <Fragment key={name}>
                {isApart && <Base.Separator className="-mx-1.5 my-1.5 h-px bg-line" />}
                <Base.Item
                  onClick={onChoose}
                  className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-medium px-2.5 text-body outline-none select-none data-highlighted:bg-canvas forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] touch:h-11 ${isDanger ? "text-stop" : ""}`}
                >
                  {icon}
                  {name}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItem {
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
  isApart?: boolean;
  onChoose: () => void;
}

export interface MenuListProps {
  items: readonly MenuItem[];
  isOpen: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null> | { getBoundingClientRect: () => DOMRect };
  align: "start" | "end";
  /** Opened by a key: the first line is walked to. */
  isByKey: boolean;
  label?: string | undefined;
}
