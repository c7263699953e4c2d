"use client";

import type { RefObject } from "react";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import { SubmitButton } from "../ui/submit-button";

interface RotateKeyFormProps {
  apiKey: ApiKeyResource;
  rotate: FormAction<IssuedApiKey>;
  safeButton: RefObject<HTMLButtonElement | null>;
  onIssued: (issued: IssuedApiKey) => void;
  onClose: () => void;
}

const graces = [
  { value: "0", name: "It ends at once" },
  { value: "3600", name: "An hour" },
  { value: "86400", name: "A day" },
  { value: "604800", name: "7 days" },
] as const;

const loadCheck = async () => () => ({});

/** A new value for a key, and how long the one before goes on beside it. */
export function RotateKeyForm({ apiKey, rotate, safeButton, onIssued, onClose }: RotateKeyFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "rotate-key",
    send: rotate,
    loadCheck,
    isOnce: true,
    onDone: onIssued,
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={apiKey.id} />
      <SelectField
        {...field("graceSeconds")}
        label="The value it has now works for"
        choices={graces}
        defaultValue="86400"
        hint="Time to put the new one everywhere it is used."
      />
      <DialogActions>
        <Button ref={safeButton} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyWord="Rotating">
          Rotate key
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
