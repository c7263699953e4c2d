import type { Environment } from "@/lib/accounts/schema";
import type { EventKind, Webhook } from "@/lib/webhooks/schema";
import { Checkbox } from "../../ui/checkbox";
import { FieldFault, TextField } from "../../ui/field";
import { eventWords, shownKinds } from "../words";

/** What ties a control to its form. */
type FieldOf = (name: string) => { id: string; name: string; fault: string | undefined };

interface WebhookFieldsProps {
  field: FieldOf;
  webhook?: Pick<Webhook, "name" | "url" | "events">;
}

/** Name, address, and what it hears of. */
export function WebhookFields({ field, webhook }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        {...field("name")}
        label="Name"
        autoComplete="off"
        defaultValue={webhook?.name ?? ""}
        placeholder="Order desk"
        hint="What listens there, so that you know it again."
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
        hint="An https address that everybody on the internet can reach. It is looked up when you save it, and at every delivery."
      />
      <EventFields field={field} chosen={webhook?.events ?? ["scan.created"]} />
    </>
  );
}

function EventFields({ field, chosen }: { field: FieldOf; chosen: readonly EventKind[] }) {
  const { id, name, fault } = field("events");
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend className="mb-0.5 text-small font-medium">It hears of</legend>
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
            hint={eventWords[kind]}
          />
        ))}
      </div>
      <FieldFault id={id} fault={fault} />
    </fieldset>
  );
}

/** What a form is about, as its action reads it. */
export function HiddenFields({ environment, id }: { environment: Environment; id?: string }) {
  return (
    <>
      <input type="hidden" name="environment" value={environment} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
    </>
  );
}
