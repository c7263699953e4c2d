"use client";

import type { ReactNode } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { IssuedWebhook } from "@/lib/webhooks/schema";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { SubmitButton } from "../../ui/submit-button";
import type { WebhookActions } from "../actions";
import { HiddenFields, WebhookFields } from "./webhook-fields";

interface NewWebhookFormProps {
  id: string;
  create: WebhookActions["create"];
  environment: Environment;
  onIssued: (issued: IssuedWebhook) => void;
  /** Beside the button that makes it. */
  wayOut?: ReactNode;
}

const loadCheck = () => import("./checks").then(({ checkWebhook }) => checkWebhook);

export function NewWebhookForm({ id, create, environment, onIssued, wayOut }: NewWebhookFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: create,
    loadCheck,
    isOnce: true,
    onDone: onIssued,
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <HiddenFields environment={environment} />
      <WebhookFields field={field} />
      <div
        className={`mt-2 flex flex-wrap items-center gap-2 max-md:flex-col-reverse max-md:items-stretch ${wayOut === undefined ? "" : "justify-end"}`}
      >
        {wayOut}
        <SubmitButton isBusy={isBusy} busyWord="Creating" shape="large">
          Create webhook
        </SubmitButton>
      </div>
    </form>
  );
}
