"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

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
