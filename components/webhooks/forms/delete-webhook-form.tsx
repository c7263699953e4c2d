"use client";

import type { RefObject } from "react";
import type { Webhook } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { say } from "../../ui/say";
import { SubmitButton } from "../../ui/submit-button";
import type { WebhookActions } from "../actions";
import { HiddenFields } from "./webhook-fields";

interface DeleteWebhookFormProps {
  webhook: Webhook;
  remove: WebhookActions["remove"];
  safeButton: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onDeleted: () => void;
}

const loadCheck = async () => () => ({});

/** The safe answer first; what it ends is said above. */
export function DeleteWebhookForm(props: DeleteWebhookFormProps) {
  const { webhook, remove, safeButton, onClose, onDeleted } = props;
  const { form, refusal, isBusy } = useForm({
    id: "delete-webhook",
    send: remove,
    loadCheck,
    onDone: () => {
      onDeleted();
      say.done(`“${webhook.name}” is deleted.`);
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <HiddenFields environment={webhook.environment} id={webhook.id} />
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
