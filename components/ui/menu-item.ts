import type { ReactNode, RefObject } from "react";

export interface MenuItem {
  name: string;
  icon: ReactNode;
  isDanger?: boolean;
  /** A hairline above it: what follows is of another kind. */
  isApart?: boolean;
  onChoose: () => void;
}

export interface MenuListProps {
  items: readonly MenuItem[];
  isOpen: boolean;
  onClose: () => void;
  /** What it hangs on: a button, or the point that was pressed. */
  anchor: RefObject<HTMLElement | null> | { getBoundingClientRect: () => DOMRect };
  align: "start" | "end";
  /** Opened by a key: the first line is walked to. */
  isByKey: boolean;
  /** Read out as it opens. */
  label?: string | undefined;
}
