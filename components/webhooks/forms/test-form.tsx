"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { Webhook } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { SelectField } from "../../ui/select";
import { SubmitButton } from "../../ui/submit-button";
import type { MadeDelivery, WebhookActions } from "../actions";
import { TestOutcome } from "../test-outcome";
import { shownKinds } from "../words";

export type Testable = Pick<Webhook, "id" | "name" | "events" | "isActive">;

interface TestFormProps {
  environment: Environment;
  /** Those to choose from; the first is chosen. */
  webhooks: readonly Testable[];
  test: WebhookActions["test"];
  onClose: () => void;
  /** Where what came of it is shown elsewhere. */
  onSent?: (made: MadeDelivery) => void;
}

const loadCheck = async () => () => ({});

/** An event that is made up, sent to one webhook by one attempt. */
export function TestForm({ environment, webhooks, test, onClose, onSent }: TestFormProps) {
  const router = useRouter();
  const [webhookId, choose] = useState(webhooks[0]?.id ?? "");
  const [made, setMade] = useState<MadeDelivery | null>(null);
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const { form, field, refusal, isBusy } = useForm({
    id: "send-test",
    send: test,
    loadCheck,
    isOnce: true,
    onDone: onSent ?? setMade,
  });
  return (
    <form {...form} className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="environment" value={environment} />
      {webhooks.length > 1 ? (
        <SelectField
          {...field("id")}
          label="To"
          value={webhookId}
          onChange={(event) => choose(event.target.value)}
          choices={webhooks.map(({ id, name, isActive }) => ({
            value: id,
            name: isActive ? name : `${name} (paused)`,
          }))}
        />
      ) : (
        <input type="hidden" name="id" value={webhookId} />
      )}
      <SelectField
        {...field("type")}
        key={webhookId}
        label="Kind of event"
        choices={shownKinds.map((kind) => ({ value: kind, name: kind }))}
        defaultValue={webhook?.events[0] ?? shownKinds[0]}
        hint={
          'Its body says "test": true. It is signed as every other, tried once, and never leads to a pause.'
        }
      />
      {made !== null && (
        <TestOutcome key={made.id} id={made.id} environment={environment} onOver={() => router.refresh()} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{made === null ? "Cancel" : "Close"}</Button>
        <SubmitButton isBusy={isBusy} busyWord="Sending">
          {made === null ? "Send the test" : "Send another"}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
