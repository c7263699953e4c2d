"use client";

import { cloneElement, type MouseEvent, type ReactElement, useRef, useState } from "react";
import type { MenuItem } from "./menu-item";
import { loadMenuList, useMenuList } from "./use-menu-list";

export type { MenuItem };

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
}

/** What can be done with a row. What draws the list is loaded when the button is reached for. */
export function Menu({ trigger, items }: MenuProps) {
  const button = useRef<HTMLElement>(null);
  const [isByKey, setByKey] = useState(false);
  const { List, isOpen, open, close } = useMenuList();
  const reach = () => void loadMenuList().catch(() => {});
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "data-popup-open": isOpen ? "" : undefined,
        onPointerEnter: reach,
        onFocus: reach,
        onClick: (event: MouseEvent) => {
          // A key presses without a point.
          setByKey(event.detail === 0);
          void open();
        },
      })}
      {List && (
        <List
          items={items}
          isOpen={isOpen}
          onClose={close}
          anchor={button}
          align="end"
          isByKey={isByKey}
          label={nameOf(trigger)}
        />
      )}
    </>
  );
}

/** A menu is called as its button is, where that has a name of its own. */
function nameOf({ props }: MenuProps["trigger"]): string | undefined {
  const name = props["aria-label"];
  return typeof name === "string" ? name : undefined;
}
