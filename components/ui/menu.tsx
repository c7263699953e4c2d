"use client";

import { Ellipsis } from "lucide-react";
import {
  type ComponentType,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  useRef,
  useState,
} from "react";
import { buttonClasses } from "./button";
import type { MenuItem, MenuListProps } from "./menu-list";
import { toast } from "./toast";

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

export const menuIcon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

interface MoreMenuProps {
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
}

const dotsClasses = buttonClasses({ kind: "ghost", shape: "icon" });

/** A menu behind three dots. */
export function MoreMenu({ label, items, className = dotsClasses }: MoreMenuProps) {
  const trigger = (
    <button type="button" aria-label={label} className={className}>
      <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
    </button>
  );
  return <Menu trigger={trigger} items={items} />;
}

/** A menu is called as its button is, where that has a name of its own. */
function nameOf({ props }: MenuProps["trigger"]): string | undefined {
  const name = props["aria-label"];
  return typeof name === "string" ? name : undefined;
}

type List = ComponentType<MenuListProps>;

/** What draws open menus, once it has come: no page loads it before somebody reaches for one. */
let loaded: Promise<List> | null = null;

function loadMenuList(): Promise<List> {
  loaded ??= import("./menu-list").then(
    ({ MenuList }) => MenuList,
    (fault: unknown) => {
      loaded = null;
      throw fault;
    },
  );
  return loaded;
}

/** An open menu's list and how to open it. */
export function useMenuList() {
  const [List, setList] = useState<List | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    List,
    isOpen,
    close: () => setOpen(false),
    async open() {
      try {
        const list = await loadMenuList();
        setList(() => list);
        setOpen(true);
      } catch {
        toast.fault("The menu didn't load. Check your connection and try again.");
      }
    },
  };
}
