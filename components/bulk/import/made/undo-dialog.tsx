"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../../ui/button";
import { countOf, sayCount } from "../../../ui/counts";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { TextField } from "../../../ui/field";
import { Spinner } from "../../../ui/spinner";

/** From so many scans on, somebody has printed them: the number of codes is typed. */
const busyScans = 100;

interface UndoDialogProps {
  count: number;
  scans: number;
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onUndo: () => void;
}

/** Asks before all codes of an import go: how often they were scanned, and what becomes of printed copies. */
export function UndoDialog({ count, scans, isOpen, isBusy, onClose, onUndo }: UndoDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string>();
  const isAsked = scans >= busyScans;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("count");
    if (isAsked && String(typed).trim() !== String(count)) return setFault(`Type ${count} to delete them.`);
    if (!isBusy) onUndo();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the ${countOf(count, "code")} of this import?`}
      lead={`${sayScans(scans)} Every printed copy of a dynamic code will open a page that says the code is gone.`}
      firstFocus={safe}
    >
      <form onSubmit={submit} className="mt-6 grid gap-4" noValidate>
        {isAsked && (
          <TextField
            id="undo-count"
            name="count"
            label={`Type ${count} to delete them`}
            inputMode="numeric"
            autoComplete="off"
            fault={fault}
          />
        )}
        <DialogActions>
          <Button ref={safe} onClick={onClose}>
            Keep them
          </Button>
          <Button type="submit" kind="danger" aria-disabled={isBusy} data-busy={isBusy ? "" : undefined}>
            {isBusy && <Spinner />}
            {isBusy ? "Deleting" : "Delete them"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function sayScans(scans: number): string {
  if (scans === 0) return "None of them was scanned yet.";
  return scans === 1 ? "One of them was scanned once." : `They were scanned ${sayCount(scans)} times.`;
}
