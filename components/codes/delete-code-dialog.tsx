"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button, SubmitButton } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, Refusal } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { toast } from "../ui/toast";
import { formatWeek } from "./delete-messages";
import { useDeletedToast } from "./use-deleted-toast";

/** From so many scans of a week on the name is typed. */
const busyWeekScans = 100;

interface DeleteCodeDialogProps {
  code: CodeToDelete;
  isOpen: boolean;
  onClose: () => void;
  onGone?: () => void;
  actions: DeletionActions;
  /** The code is deleted: the page shows itself without it, or leaves. */
  onDeleted: () => void;
}

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
        This code is static, so printed copies keep working. Only its picture and its entry here are deleted.
      </p>
    );
  }
  return (
    <p aria-live="polite">
      {scans === undefined ? "Counting this week's scans." : formatWeek(scans)} Every printed copy will open a
      page that says the code is gone.
    </p>
  );
}

interface DeleteCodeFormProps {
  code: CodeToDelete;
  scans: WeekScans;
  actions: DeletionActions;
  onClose: () => void;
  onDeleted: () => void;
  safeButton: RefObject<HTMLButtonElement | null>;
}

/** The safe answer first; a code that many scan, or of which that can't be told, wants its name typed. */
function DeleteCodeForm({ code, scans, actions, onClose, onDeleted, safeButton }: DeleteCodeFormProps) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showDeleted = useDeletedToast();
  const isCounting = scans === undefined;
  const isNameAsked = scans === null || (scans ?? 0) >= busyWeekScans;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isCounting) return;
    if (isNameAsked && !isSameName(typed, code.name)) {
      setFault(`Type “${code.name}” to delete it.`);
      return;
    }
    setBusy(true);
    const answer = await actions.deleteCode(code.id).catch(() => null);
    setBusy(false);
    if (answer === null)
      setRefusal({ sentence: "The connection dropped. Check whether the code was deleted." });
    else if ("refusal" in answer) setRefusal(answer.refusal);
    else {
      onClose();
      showDeleted({
        message: `“${code.name}” is deleted.`,
        until: answer.done.until,
        restore: () => actions.restore(code.id),
        notRestored: "The code wasn't restored.",
        onRestored: () => toast.done(`“${code.name}” is restored.`),
      });
      onDeleted();
    }
  };

  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      {isNameAsked && (
        <TextField
          id="delete-code-name"
          label="Type its name to delete it"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          fault={fault}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(undefined);
          }}
        />
      )}
      <DialogActions>
        <Button ref={safeButton} onClick={onClose}>
          Keep it
        </Button>
        <SubmitButton
          kind="danger"
          isBusy={isBusy || isCounting}
          busyWord={isCounting ? "Counting" : "Deleting"}
          label="Delete for good"
        />
      </DialogActions>
    </form>
  );
}

/** Blanks at the ends and in a row are no difference that an eye sees. */
function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return plain(typed) === plain(name);
}

/** Scans of the last seven days; undefined until they are counted, null where they can't be told. */
type WeekScans = number | null | undefined;

/** Counts them while the dialog is open, since a page may have stood for long; a static code has none. */
function useWeekScans(
  { id, isDynamic }: { id: string; isDynamic: boolean },
  isOpen: boolean,
  count: DeletionActions["countCodeWeek"],
): WeekScans {
  const [counted, setCounted] = useState<{ id: string; scans: number | null } | null>(null);
  const isAsked = isOpen && isDynamic;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const keep = (scans: number | null) => isCurrent && setCounted({ id, scans });
    count(id).then(
      (answer) => keep(answer !== null && "done" in answer ? answer.done : null),
      () => keep(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [isAsked, id, count]);
  if (!isDynamic) return 0;
  return counted?.id === id ? counted.scans : undefined;
}

export interface CodeToDelete {
  id: string;
  name: string;
  isDynamic: boolean;
}

/** What deleting a code asks of the server; each checks by itself whose code it is. */
export interface DeletionActions {
  deleteCode: (id: string) => Promise<Answer<{ until: string }>>;
  restore: (id: string) => Promise<Answer<null>>;
  countCodeWeek: (id: string) => Promise<Answer<number>>;
}
