import type { ReactNode, RefObject } from "react";

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
