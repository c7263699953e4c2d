"use client";

import { useState } from "react";
import type { Permission } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { Checkbox } from "../ui/checkbox";
import { FieldFault, TextField } from "../ui/field";
import { SelectField } from "../ui/select";
import { TextAreaField } from "../ui/text-area";
import { permissionWords } from "./permission-words";
import { expiryChoices } from "./read-key-form";

/** What ties a control to its form. */
type FieldOf = (name: string) => { id: string; name: string; fault: string | undefined };

interface PermissionFieldsProps {
  field: FieldOf;
  held: readonly Permission[];
}

/** What the key may do: one checkbox each, with what it means. */
export function PermissionFields({ field, held }: PermissionFieldsProps) {
  const { id, name, fault } = field("permissions");
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend className="mb-0.5 text-small font-medium">It may</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {permissionWords.map(({ permission, words }) => (
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
        With all four it may also make and change keys, none that can do more than itself.
      </p>
      <FieldFault id={id} fault={fault} />
    </fieldset>
  );
}

/** Requests an hour; the account's own limit stands above all its keys. */
export function LimitField({ field, value, most }: { field: FieldOf; value: number; most: number }) {
  return (
    <TextField
      {...field("rateLimit")}
      label="Limit"
      inputMode="numeric"
      autoComplete="off"
      defaultValue={value}
      hint={`1 to ${most.toLocaleString("en-GB")} requests an hour`}
    />
  );
}

/** When it ends: a span from now, a day, or never. */
export function ExpiryFields({ field }: { field: FieldOf }) {
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
          hint="It ends with that day, in UTC."
          className="sm:col-start-2"
        />
      )}
    </>
  );
}

/** What one calls it, and a note on where it is used. */
export function NameField({ field, value = "" }: { field: FieldOf; value?: string }) {
  return (
    <TextField
      {...field("name")}
      label="Name"
      autoComplete="off"
      defaultValue={value}
      placeholder="Label printer"
      hint="Where it is used, so that you know it again."
    />
  );
}

export function NoteField({ field, apiKey }: { field: FieldOf; apiKey?: ApiKeyResource }) {
  return (
    <TextAreaField
      {...field("description")}
      label="Note (optional)"
      rows={2}
      defaultValue={apiKey?.description ?? ""}
    />
  );
}
