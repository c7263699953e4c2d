"use client";

import { type ReactNode, useEffect, useRef } from "react";

interface EditableRowProps {
  name: string;
  value: ReactNode;
  verb: string;
  /** What the button is called where its verb and the name don't say it. */
  label?: string;
  /** Whether the button opens a form below; null: it acts at once. */
  isOpen: boolean | null;
  onPress: () => void;
  children?: ReactNode;
}

/** A value by its name, and the button that changes it. */
export function EditableRow({
  name,
  value,
  verb,
  label = `${verb} “${name}”`,
  isOpen,
  onPress,
  children,
}: EditableRowProps) {
  return (
    <li className="border-t border-line">
      <div className="flex min-h-11 items-center gap-3 py-1.5">
        <span className="w-24 shrink-0 text-small text-ink-3">{name}</span>
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</div>
        <button
          type="button"
          data-row={name}
          aria-expanded={isOpen ?? undefined}
          aria-label={label}
          onClick={onPress}
          className="flex min-h-8 shrink-0 items-center justify-end rounded-medium text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
        >
          {verb}
        </button>
      </div>
      {children}
    </li>
  );
}

/** A form that closes gives the focus back to the button that opened it. `open` is the name of its row. */
export function useFocusBack(open: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (open === null && closed !== null)
      list.current?.querySelector<HTMLElement>(`[data-row="${closed}"]`)?.focus();
  }, [open]);
  return list;
}
