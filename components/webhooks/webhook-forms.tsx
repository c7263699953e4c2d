"use client";

import type { ReactNode, RefObject } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { EventKind, IssuedWebhook, Webhook } from "@/lib/webhooks/schema";
import { SubmitButton } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { ConfirmForm } from "../ui/confirm-dialog";
import { FieldFault, TextAreaField, TextField } from "../ui/field";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { SelectField } from "../ui/select";
import type { WebhookActions } from "./actions";
import { eventLabels, shownKinds } from "./messages";

interface NewWebhookFormProps {
  id: string;
  create: WebhookActions["create"];
  environment: Environment;
  onIssued: (issued: IssuedWebhook) => void;
  wayOut?: ReactNode;
}

const loadNewWebhookCheck = () => import("./validation").then(({ checkWebhook }) => checkWebhook);

export function NewWebhookForm({ id, create, environment, onIssued, wayOut }: NewWebhookFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: create,
    loadCheck: loadNewWebhookCheck,
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
        <SubmitButton isBusy={isBusy} busyWord="Creating" shape="large" label="Create webhook" />
      </div>
    </form>
  );
}

interface RotateSecretFormProps {
  webhook: Webhook;
  rotate: WebhookActions["rotate"];
  safeButton: RefObject<HTMLButtonElement | null>;
  onIssued: (issued: IssuedWebhook) => void;
  onClose: () => void;
}

const overlaps = [
  { value: "0", name: "Not at all: end it immediately" },
  { value: "3600", name: "An hour" },
  { value: "86400", name: "A day" },
  { value: "604800", name: "7 days" },
] as const;

export function RotateSecretForm({ webhook, rotate, safeButton, onIssued, onClose }: RotateSecretFormProps) {
  return (
    <ConfirmForm
      id="rotate-secret"
      kind="primary"
      order="Rotate secret"
      safe="Cancel"
      busyWord="Rotating"
      fields={{ environment: webhook.environment, id: webhook.id }}
      send={rotate}
      isOnce
      safeButton={safeButton}
      onClose={onClose}
      onDone={onIssued}
    >
      {(field) => (
        <SelectField
          {...field("overlapSeconds")}
          label="Keep signing with the old secret for"
          choices={overlaps}
          defaultValue="86400"
          hint="Until then, webhook-signature carries both signatures. x-webhook-signature uses the new secret from now on."
        />
      )}
    </ConfirmForm>
  );
}

type FieldOf = (name: string) => { id: string; name: string; fault: string | undefined };

interface WebhookFieldsProps {
  field: FieldOf;
  webhook?: Pick<Webhook, "name" | "url" | "events" | "filter" | "headers">;
}

export function WebhookFields({ field, webhook }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        {...field("name")}
        label="Name"
        autoComplete="off"
        defaultValue={webhook?.name ?? ""}
        placeholder="Order desk"
        hint="What receives the events, e.g. “Order system”."
      />
      <TextField
        {...field("url")}
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={webhook?.url ?? ""}
        placeholder="https://hooks.example.com/quietzone"
        hint="An https address reachable from the internet. We check it when you save and at every delivery."
      />
      <EventFields field={field} chosen={webhook?.events ?? ["scan.created"]} />
      <OptionFields field={field} webhook={webhook} />
    </>
  );
}

function OptionFields({ field, webhook }: { field: FieldOf; webhook: WebhookFieldsProps["webhook"] }) {
  const { filter = null, headers = {} } = webhook ?? {};
  return (
    <>
      <TextField
        {...field("filter.tags")}
        label="Only codes with a tag (optional)"
        autoComplete="off"
        defaultValue={filter?.tags?.join(", ") ?? ""}
        placeholder="summer, menus"
        hint="Separate tags with commas. If you enter tags or ids, only events of matching codes are sent."
      />
      <TextAreaField
        {...field("filter.qrCodeIds")}
        label="Only these codes (optional)"
        rows={2}
        autoComplete="off"
        spellCheck={false}
        defaultValue={filter?.qrCodeIds?.join("\n") ?? ""}
        hint="Ids of codes, one per line."
      />
      <TextAreaField
        {...field("headers")}
        label="Headers (optional)"
        rows={2}
        autoComplete="off"
        spellCheck={false}
        defaultValue={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
        placeholder="Authorization: Bearer 4f0c8e1b7a9d"
        hint="Sent with every delivery, one per line. Values are stored encrypted and shown masked; a masked value stays as it is. Enter the values again when you change the host."
      />
    </>
  );
}

function EventFields({ field, chosen }: { field: FieldOf; chosen: readonly EventKind[] }) {
  const { id, name, fault } = field("events");
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend className="mb-0.5 text-small font-medium">Event types</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {shownKinds.map((kind, at) => (
          <Checkbox
            key={kind}
            id={at === 0 ? id : `${id}-${kind}`}
            name={name}
            value={kind}
            defaultChecked={chosen.includes(kind)}
            aria-invalid={fault === undefined ? undefined : true}
            label={<code className="font-mono text-mono">{kind}</code>}
            hint={eventLabels[kind]}
          />
        ))}
      </div>
      <FieldFault id={id} fault={fault} />
    </fieldset>
  );
}

export function HiddenFields({ environment, id }: { environment: Environment; id?: string }) {
  return (
    <>
      <input type="hidden" name="environment" value={environment} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
    </>
  );
}
