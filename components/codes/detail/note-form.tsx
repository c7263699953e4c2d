"use client";

import { useEffect } from "react";
import { Button, SubmitButton } from "../../ui/button";
import { TextAreaField } from "../../ui/field";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { toast } from "../../ui/toast";
import type { DetailActions } from "../actions";

interface NoteFormProps {
  codeId: string;
  note: string;
  changeNote: DetailActions["changeNote"];
  onClose: () => void;
}

export function NoteForm({ codeId, note, changeNote, onClose }: NoteFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "note",
    send: changeNote,
    loadCheck: () => import("../tags").then(({ checkNote }) => checkNote),
    onDone: () => {
      onClose();
      toast.done("Note saved.");
    },
  });
  const { id, ...control } = field("note");
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <form
      {...form}
      className="grid max-w-[36rem] gap-3 pt-1 pb-4"
      onKeyDown={({ key, nativeEvent, target }) => {
        const isChanged = target instanceof HTMLTextAreaElement && target.value !== target.defaultValue;
        if (key === "Escape" && !nativeEvent.isComposing && !isChanged) onClose();
      }}
    >
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={codeId} />
      <TextAreaField
        {...control}
        id={id}
        label="Note"
        hint="Only people with this account see it. At most 2,000 characters."
        defaultValue={note}
        rows={4}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" label="Save" />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
