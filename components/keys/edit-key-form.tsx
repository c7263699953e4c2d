"use client";

import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { say } from "../ui/say";
import { SubmitButton } from "../ui/submit-button";
import { LimitField, NameField, NoteField, PermissionFields } from "./key-fields";

interface EditKeyFormProps {
  apiKey: ApiKeyResource;
  change: FormAction<null>;
  maxRateLimit: number;
  onClose: () => void;
}

const loadCheck = () => import("./checks").then(({ checkKeyChange }) => checkKeyChange);

/** What can be changed of a key without changing its value. */
export function EditKeyForm({ apiKey, change, maxRateLimit, onClose }: EditKeyFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "edit-key",
    send: change,
    loadCheck,
    onDone: () => {
      onClose();
      say.done("The key is changed.");
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={apiKey.id} />
      <NameField field={field} value={apiKey.name} />
      <PermissionFields field={field} held={apiKey.permissions} />
      <LimitField field={field} value={apiKey.rateLimit} most={maxRateLimit} />
      <NoteField field={field} apiKey={apiKey} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={isBusy} busyWord="Saving">
          Save changes
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
