"use client";

import type { Webhook } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { say } from "../../ui/say";
import { SubmitButton } from "../../ui/submit-button";
import type { WebhookActions } from "../actions";
import { HiddenFields, WebhookFields } from "./webhook-fields";

interface EditWebhookFormProps {
  webhook: Webhook;
  change: WebhookActions["change"];
  onClose: () => void;
}

const loadCheck = () => import("./checks").then(({ checkWebhook }) => checkWebhook);

/** Name, address and kinds of one that there is; what waits goes to the new address. */
export function EditWebhookForm({ webhook, change, onClose }: EditWebhookFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "edit-webhook",
    send: change,
    loadCheck,
    onDone: () => {
      onClose();
      say.done("The webhook is changed.");
    },
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <HiddenFields environment={webhook.environment} id={webhook.id} />
      <WebhookFields field={field} webhook={webhook} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={isBusy} busyWord="Saving">
          Save changes
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
