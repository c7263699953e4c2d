"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { DialogProps } from "./dialog-box";
import { toast } from "./toast";

type Box = ComponentType<DialogProps>;

/** What draws dialogs, once one has been opened: no page loads it before. */
let loaded: Box | null = null;

async function loadBox(): Promise<Box> {
  loaded ??= (await import("./dialog-box")).DialogBox;
  return loaded;
}

/** A modal dialog; the part that draws it is loaded with the first one. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, onGone } = props;
  const [Box, setBox] = useState(() => loaded);
  // The first one opens after it was drawn closed, so that it comes in as the others do.
  const [canOpen, setCanOpen] = useState(Box !== null);
  useEffect(() => setCanOpen(Box !== null), [Box]);
  useEffect(() => {
    if (!isOpen || Box !== null) return;
    let isOver = false;
    const fail = () => {
      toast.fault("The dialog didn't load. Check your connection and try again.");
      onClose();
      onGone?.();
    };
    loadBox().then(
      (next) => {
        if (!isOver) setBox(() => next);
      },
      () => {
        if (!isOver) fail();
      },
    );
    return () => {
      isOver = true;
    };
  }, [isOpen, Box, onClose, onGone]);
  return Box && <Box {...props} isOpen={isOpen && canOpen} />;
}

/** The answers of a dialog: at the right, the safe one first; on phones beneath each other, the one that acts on top. */
export function DialogActions({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2 max-md:flex-col-reverse max-md:items-stretch">
      {note !== undefined && <p className="min-w-0 flex-1 text-small text-ink-3">{note}</p>}
      {children}
    </div>
  );
}

/** The page's one dialog, kept while it closes. After `issued`, which shows a secret once, the page is refreshed on close. */
export function useDialogs<T extends { kind: string }>() {
  const router = useRouter();
  const [dialog, setDialog] = useState<T | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    dialog,
    isOpen,
    show(next: T) {
      setDialog(next);
      setOpen(true);
    },
    close() {
      setOpen(false);
      // Only now: a list that is made again would take the place of the form that holds what was issued.
      if (dialog?.kind === "issued") router.refresh();
    },
    forget: () => setDialog(null),
  };
}

/** A form that makes the first of something goes with the focus in it; the button for the next one takes it over. */
export function useFocusAfter(isFirst: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasFirst = useRef(isFirst);
  useEffect(() => {
    if (wasFirst.current && !isFirst) button.current?.focus();
    wasFirst.current = isFirst;
  }, [isFirst]);
  return button;
}
