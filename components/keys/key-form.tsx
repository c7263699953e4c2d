"use client";

import { type ReactNode, useState } from "react";
import type { Environment, Permission } from "@/lib/accounts/schema";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import { Button, SubmitButton } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { DialogActions } from "../ui/dialog";
import { FieldFault, TextAreaField, TextField } from "../ui/field";
import type { FormAction } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { Segmented } from "../ui/segmented";
import { SelectField } from "../ui/select";
import { toast } from "../ui/toast";
import { expiryChoices } from "./read-key-form";

export const permissionLabels: readonly { permission: Permission; words: string }[] = [
  { permission: "qr:read", words: "List and read codes and their images." },
  { permission: "qr:write", words: "Create, change and delete codes. Includes reading." },
  { permission: "analytics:read", words: "Read analytics and every scan." },
  {
    permission: "webhooks:manage",
    words: "Create, change, test and delete webhooks, and read their deliveries.",
  },
];

interface NewKeyFormProps {
  id: string;
  create: FormAction<IssuedApiKey>;
  environment: Environment;
  maxRateLimit: number;
  onIssued: (issued: IssuedApiKey) => void;
  wayOut?: ReactNode;
}

const environments = [
  { value: "production", name: "Production" },
  { value: "sandbox", name: "Sandbox" },
] as const;

const environmentHints: Record<Environment, string> = {
  production: "Your own codes, within your plan's limits.",
  sandbox: "Test data: 100 separate codes, deleted after 30 days, 1,000 requests per hour.",
};

const loadNewKeyCheck = () => import("./validation").then(({ checkNewKey }) => checkNewKey);

export function NewKeyForm({ id, create, environment, maxRateLimit, onIssued, wayOut }: NewKeyFormProps) {
  const [chosen, setChosen] = useState(environment);
  const { form, field, refusal, isBusy } = useForm({
    id,
    send: create,
    loadCheck: loadNewKeyCheck,
    isOnce: true,
    onDone: onIssued,
  });
  return (
    <form {...form} className="grid gap-4">
      <RefusalNote refusal={refusal} />
      <NameField field={field} />
      <div>
        <p className="mb-1.5 text-small font-medium" aria-hidden>
          Data
        </p>
        <Segmented
          name="environment"
          label="Data"
          choices={environments}
          value={chosen}
          onChange={setChosen}
        />
        <p className="mt-1.5 text-small text-ink-3">{environmentHints[chosen]}</p>
      </div>
      <PermissionFields field={field} held={["qr:read", "qr:write"]} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <LimitField field={field} value={maxRateLimit} most={maxRateLimit} />
        <ExpiryFields field={field} />
      </div>
      <NoteField field={field} />
      <div
        className={`mt-2 flex flex-wrap items-center gap-2 max-md:flex-col-reverse max-md:items-stretch ${wayOut === undefined ? "" : "justify-end"}`}
      >
        {wayOut}
        <SubmitButton isBusy={isBusy} busyWord="Creating" shape="large" label="Create key" />
      </div>
    </form>
  );
}

interface EditKeyFormProps {
  apiKey: ApiKeyResource;
  change: FormAction<null>;
  maxRateLimit: number;
  onClose: () => void;
}

const loadKeyChangeCheck = () => import("./validation").then(({ checkKeyChange }) => checkKeyChange);

export function EditKeyForm({ apiKey, change, maxRateLimit, onClose }: EditKeyFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "edit-key",
    send: change,
    loadCheck: loadKeyChangeCheck,
    onDone: () => {
      onClose();
      toast.done("Key changed.");
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
        <SubmitButton isBusy={isBusy} busyWord="Saving" label="Save changes" />
      </DialogActions>
    </form>
  );
}

type FieldOf = (name: string) => { id: string; name: string; fault: string | undefined };

function PermissionFields({ field, held }: { field: FieldOf; held: readonly Permission[] }) {
  const { id, name, fault } = field("permissions");
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend className="mb-0.5 text-small font-medium">Permissions</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {permissionLabels.map(({ permission, words }) => (
          <Checkbox
            key={permission}
            id={permission === "qr:read" ? id : `${id}-${permission}`}
            name={name}
            value={permission}
            defaultChecked={held.includes(permission)}
            aria-invalid={fault === undefined ? undefined : true}
            label={<code className="font-mono text-mono">{permission}</code>}
            hint={words}
          />
        ))}
      </div>
      <p className="mt-1 text-small text-ink-3">
        A key with all four can also manage keys, up to its own permissions.
      </p>
      <FieldFault id={id} fault={fault} />
    </fieldset>
  );
}

function LimitField({ field, value, most }: { field: FieldOf; value: number; most: number }) {
  return (
    <TextField
      {...field("rateLimit")}
      label="Limit"
      inputMode="numeric"
      autoComplete="off"
      defaultValue={value}
      hint={`1 to ${most.toLocaleString("en-GB")} requests per hour`}
    />
  );
}

/** When it ends: a span from now, a day, or never. */
function ExpiryFields({ field }: { field: FieldOf }) {
  const [choice, setChoice] = useState<string>("never");
  return (
    <>
      <SelectField
        {...field("expires")}
        label="Expires"
        choices={expiryChoices}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      />
      {choice === "day" && (
        <TextField
          {...field("expiresAt")}
          label="Last day"
          type="date"
          hint="It expires at the end of that day, UTC."
          className="sm:col-start-2"
        />
      )}
    </>
  );
}

function NameField({ field, value = "" }: { field: FieldOf; value?: string }) {
  return (
    <TextField
      {...field("name")}
      label="Name"
      autoComplete="off"
      defaultValue={value}
      placeholder="Label printer"
      hint="Where it's used, e.g. “Shop backend”."
    />
  );
}

function NoteField({ field, apiKey }: { field: FieldOf; apiKey?: ApiKeyResource }) {
  return (
    <TextAreaField
      {...field("description")}
      label="Note (optional)"
      rows={2}
      defaultValue={apiKey?.description ?? ""}
    />
  );
}

/** What the page of the keys can ask the server for; each checks by itself whose key it is. */
export interface KeyActions {
  create: FormAction<IssuedApiKey>;
  change: FormAction<null>;
  setActive: FormAction<null>;
  rotate: FormAction<IssuedApiKey>;
  remove: FormAction<null>;
}
