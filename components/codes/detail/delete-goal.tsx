"use client";

import { ConfirmDialog } from "../../ui/confirm-dialog";
import type { FormAction } from "../../ui/form/answer";
import { toast } from "../../ui/toast";

interface DeleteGoalProps {
  codeId: string;
  name: string;
  send: FormAction<null>;
}

/** Anybody who has scanned the code can record goals of any name: this takes one out of its figures. */
export function DeleteGoal({ codeId, name, send }: DeleteGoalProps) {
  return (
    <ConfirmDialog
      id={`delete-goal-${name}`}
      kind="danger"
      label="Delete this goal"
      order="Delete for good"
      safe="Keep it"
      busyWord="Deleting"
      title={`Delete the goal “${name}”?`}
      lead="It is taken out of all figures of this code. It comes back when a page sends it again."
      fields={{ id: codeId, name }}
      send={send}
      onDone={() => toast.done(`The goal “${name}” is deleted.`)}
    />
  );
}
