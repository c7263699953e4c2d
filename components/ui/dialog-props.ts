import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** It has gone from the page, its way out included. */
  onGone?: () => void;
  /** The question or the order. */
  title: ReactNode;
  /** What happens, in a sentence or two. */
  lead?: ReactNode;
  isWide?: boolean;
  /** Where the focus goes first: the safe button, or the field to fill. Otherwise the first that takes it. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** A press beside it does not close what one may still need. */
  isSticky?: boolean;
  children: ReactNode;
}
