"use client";

import { type RefObject, useRef, useState } from "react";
import { Button } from "../ui/button";
import { countOf } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";
import type { SandboxActions } from "./actions";

interface EmptySandboxProps {
  codes: number;
  empty: SandboxActions["empty"];
}

/** Deletes all codes of the sandbox, once that was asked. */
export function EmptySandbox({ codes, empty }: EmptySandboxProps) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Empty the sandbox
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Empty the sandbox?"
        lead={`${codes === 1 ? "Its code is" : `All ${countOf(codes, "code")} are`} deleted for good, with every scan. Sandbox keys and webhooks stay.`}
        firstFocus={safe}
      >
        <EmptyForm codes={codes} empty={empty} safe={safe} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const loadCheck = async () => () => ({});

interface EmptyFormProps extends EmptySandboxProps {
  safe: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function EmptyForm({ empty, safe, onClose }: EmptyFormProps) {
  const { form, refusal, isBusy } = useForm({
    id: "empty-sandbox",
    send: empty,
    loadCheck,
    onDone: (deleted) => {
      onClose();
      say.done(`The sandbox is empty: ${countOf(deleted, "code")} deleted.`);
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep them
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting">
          Delete for good
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
