import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGone?: () => void;
  title: ReactNode;
  lead?: ReactNode;
  isWide?: boolean;
  /** Where the focus goes first: the safe button, or the field to fill. Otherwise the first that takes it. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** A press beside it does not close what one may still need. */
  isSticky?: boolean;
  children: ReactNode;
}
