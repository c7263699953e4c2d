"use client";

import { Ellipsis } from "lucide-react";
import {
  type ComponentType,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
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
function useMenuList() {
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
