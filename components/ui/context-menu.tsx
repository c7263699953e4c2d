"use client";

import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { useMenuList } from "./menu";
import type { MenuItem } from "./menu-list";

interface ContextMenuProps {
  /** What can be done with what lies under the pointer; null: nothing, and the browser's own menu opens. */
  itemsAt: (target: Element) => readonly MenuItem[] | null;
  label: string;
  className?: string;
  children: ReactNode;
}

/** On right click, or the menu key, the same menu that a button opens. A finger has the button: its long press stays the browser's. */
export function ContextMenu({ itemsAt, label, className, children }: ContextMenuProps) {
  const [pressed, setPressed] = useState<{ items: readonly MenuItem[]; point: DOMRect } | null>(null);
  const isFinger = useRef(false);
  const { List, isOpen, open, close } = useMenuList();
  const press = (event: MouseEvent) => {
    const items = event.target instanceof Element && !isFinger.current ? itemsAt(event.target) : null;
    if (items === null) return;
    event.preventDefault();
    setPressed({ items, point: new DOMRect(event.clientX, event.clientY, 0, 0) });
    void open();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed within it has buttons of its own for the same.
    <div
      className={className}
      onPointerDownCapture={({ pointerType }) => {
        isFinger.current = pointerType === "touch";
      }}
      onContextMenu={press}
    >
      {children}
      {List && pressed && (
        <List
          items={pressed.items}
          isOpen={isOpen}
          onClose={close}
          anchor={{ getBoundingClientRect: () => pressed.point }}
          align="start"
          isByKey={false}
          label={label}
        />
      )}
    </div>
  );
}
