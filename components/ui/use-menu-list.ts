import { type ComponentType, useState } from "react";
import type { MenuListProps } from "./menu-item";
import { say } from "./say";

type List = ComponentType<MenuListProps>;

/** What draws open menus, once it has come: no page loads it before somebody reaches for one. */
let loaded: Promise<List> | null = null;

export function loadMenuList(): Promise<List> {
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
        say.fault("The menu didn't load. Look at your connection and try again.");
      }
    },
  };
}
