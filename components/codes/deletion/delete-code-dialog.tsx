"use client";

import { useRef } from "react";
import { Dialog } from "../../ui/dialog";
import type { CodeToDelete, DeletionActions } from "./actions";
import { DeleteCodeForm } from "./delete-code-form";
import { useWeekScans, type WeekScans } from "./use-week-scans";
import { sayWeek } from "./words";

interface DeleteCodeDialogProps {
  code: CodeToDelete;
  isOpen: boolean;
  onClose: () => void;
  /** The dialog is gone, its way out included. */
  onGone?: () => void;
  actions: DeletionActions;
  /** The code is deleted: the page shows itself without it, or leaves. */
  onDeleted: () => void;
}

/** Asks before a code goes: what stops working, and how often it was scanned this week. Afterwards Undo is offered. */
export function DeleteCodeDialog(props: DeleteCodeDialogProps) {
  const { code, isOpen, onClose, onGone, actions, onDeleted } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  const scans = useWeekScans(code, isOpen, actions.countCodeWeek);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      {...(onGone === undefined ? {} : { onGone })}
      title={`Delete “${code.name}”?`}
      lead={<Consequence isDynamic={code.isDynamic} scans={scans} />}
      firstFocus={safeButton}
    >
      <DeleteCodeForm {...{ code, scans, actions, onClose, onDeleted, safeButton }} />
    </Dialog>
  );
}

function Consequence({ isDynamic, scans }: { isDynamic: boolean; scans: WeekScans }) {
  if (!isDynamic) {
    return (
      <p>
        It is static: whatever is printed goes on holding what it holds. Its picture and its place here go.
      </p>
    );
  }
  return (
    <p aria-live="polite">
      {scans === undefined ? "Counting this week's scans." : sayWeek(scans)} Every printed copy will open a
      page that says the code is gone.
    </p>
  );
}
