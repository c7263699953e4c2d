"use client";

import type { RefObject } from "react";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";

interface DeleteKeyFormProps {
  apiKey: ApiKeyResource;
  remove: FormAction<null>;
  safeButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const loadCheck = async () => () => ({});

/** The safe answer first; what it ends is said above. */
export function DeleteKeyForm({ apiKey, remove, safeButton, onClose }: DeleteKeyFormProps) {
  const { form, refusal, isBusy } = useForm({
    id: "delete-key",
    send: remove,
    loadCheck,
    onDone: () => {
      onClose();
      say.done(`“${apiKey.name}” is deleted.`);
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={apiKey.id} />
      <DialogActions>
        <Button ref={safeButton} onClick={onClose}>
          Keep it
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting">
          Delete for good
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
