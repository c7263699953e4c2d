"use client";

import type { RefObject } from "react";
import type { IssuedWebhook, Webhook } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { SelectField } from "../../ui/select";
import { SubmitButton } from "../../ui/submit-button";
import type { WebhookActions } from "../actions";
import { HiddenFields } from "./webhook-fields";

interface RotateSecretFormProps {
  webhook: Webhook;
  rotate: WebhookActions["rotate"];
  safeButton: RefObject<HTMLButtonElement | null>;
  onIssued: (issued: IssuedWebhook) => void;
  onClose: () => void;
}

const overlaps = [
  { value: "0", name: "No longer: it ends at once" },
  { value: "3600", name: "An hour" },
  { value: "86400", name: "A day" },
  { value: "604800", name: "7 days" },
] as const;

const loadCheck = async () => () => ({});

/** A new secret, and for how long the one before signs beside it. */
export function RotateSecretForm({ webhook, rotate, safeButton, onIssued, onClose }: RotateSecretFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "rotate-secret",
    send: rotate,
    loadCheck,
    isOnce: true,
    onDone: onIssued,
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <HiddenFields environment={webhook.environment} id={webhook.id} />
      <SelectField
        {...field("overlapSeconds")}
        label="The old secret signs beside it for"
        choices={overlaps}
        defaultValue="86400"
        hint="In that time webhook-signature carries both signatures. x-webhook-signature is by the new secret from now on."
      />
      <DialogActions>
        <Button ref={safeButton} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyWord="Rotating">
          Rotate secret
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
