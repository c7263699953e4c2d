"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type RefObject, useState } from "react";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import type { Refusal } from "../../ui/form/answer";
import { RefusalNote } from "../../ui/form/refusal-note";
import { say, sayUndo } from "../../ui/say";
import { SubmitButton } from "../../ui/submit-button";
import type { CodeToDelete, DeletionActions } from "./actions";
import type { WeekScans } from "./use-week-scans";

/** From so many scans of a week on the name is typed. */
const busyWeekScans = 100;

interface DeleteCodeFormProps {
  code: CodeToDelete;
  scans: WeekScans;
  actions: DeletionActions;
  onClose: () => void;
  onDeleted: () => void;
  safeButton: RefObject<HTMLButtonElement | null>;
}

/** The safe answer first; a code that many scan, or of which that can't be told, wants its name typed. */
export function DeleteCodeForm({
  code,
  scans,
  actions,
  onClose,
  onDeleted,
  safeButton,
}: DeleteCodeFormProps) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sayDeleted = useDeletedToast(code, actions);
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
    if (answer === null) setRefusal({ sentence: "The connection dropped. Look whether the code is there." });
    else if ("refusal" in answer) setRefusal(answer.refusal);
    else {
      onClose();
      sayDeleted(answer.done.until);
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
        >
          Delete for good
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

/** Blanks at the ends and in a row are no difference that an eye sees. */
function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return plain(typed) === plain(name);
}

/** By then the server has deleted for good what nobody brought back: ten seconds, and what the job takes. */
const goneMs = 13_000;

/** Says that a code is deleted, with Undo for as long as the server keeps it. */
function useDeletedToast({ id, name }: CodeToDelete, { bringBack }: DeletionActions) {
  const router = useRouter();
  return (until: string) => {
    // What it held of the plan is free then, and is shown so wherever one is by that time.
    const gone = setTimeout(() => router.refresh(), goneMs);
    const undo = async () => {
      const answer = await bringBack(id);
      if (answer !== null && "refusal" in answer) {
        say.fault(answer.refusal.sentence ?? "The code was not brought back.");
        return;
      }
      clearTimeout(gone);
      router.refresh();
      say.done(`“${name}” is back.`);
    };
    sayUndo(`“${name}” is deleted.`, undo, until);
  };
}
