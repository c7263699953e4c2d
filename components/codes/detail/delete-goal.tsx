"use client";

import { useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import type { FormAction } from "../../ui/form/answer";
import { loadLater } from "../../ui/load-later";
import { toast } from "../../ui/toast";

const ConfirmForm = loadLater(() =>
  import("../../ui/confirm-dialog").then((loaded) => loaded.ConfirmForm<null>),
);

interface DeleteGoalProps {
  codeId: string;
  name: string;
  send: FormAction<null>;
}

/** Anybody who has scanned the code can record goals of any name: this takes one out of its figures. */
export function DeleteGoal({ codeId, name, send }: DeleteGoalProps) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button shape="small" onClick={() => setOpen(true)} aria-label={`Delete goal ${name}`}>
        Delete goal
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Delete the goal “${name}”?`}
        lead="It is taken out of all figures of this code. It comes back when a page sends it again."
        firstFocus={safe}
      >
        <ConfirmForm
          id="delete-goal"
          fields={{ id: codeId, name }}
          send={send}
          order="Delete for good"
          busyWord="Deleting"
          safe="Keep it"
          safeButton={safe}
          onClose={close}
          onDone={() => {
            close();
            toast.done(`The goal “${name}” is deleted.`);
          }}
        />
      </Dialog>
    </>
  );
}
