import { TextField } from "../../ui/field";
import type { EmailFields } from "../draft/fields";
import { TextArea } from "./text-area";
import type { FieldFaults } from "./use-field-faults";

interface EmailFormProps {
  email: EmailFields;
  fields: FieldFaults;
  onChange: (email: EmailFields) => void;
}

/** A message to be written, begun for whoever scans; commas divide several addresses. */
export function EmailForm({ email, fields, onChange }: EmailFormProps) {
  const line = (key: Exclude<keyof EmailFields, "body">) => ({
    id: `field-${key}`,
    value: email[key],
    fault: fields.faultOf(key),
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...email, [key]: target.value }),
    onBlur: () => fields.leave(key),
  });
  const address = {
    inputMode: "email",
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
  } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...line("to")}
        {...address}
        label="To"
        className="sm:col-span-2"
        hint="Commas divide several addresses."
      />
      <TextField {...line("cc")} {...address} label="Cc" />
      <TextField {...line("bcc")} {...address} label="Bcc" />
      <TextField {...line("subject")} autoComplete="off" label="Subject" className="sm:col-span-2" />
      <TextArea
        id="field-body"
        label="Text"
        rows={3}
        className="sm:col-span-2"
        hint="Whoever scans can change all of it before they send it."
        value={email.body}
        fault={fields.faultOf("body")}
        onChange={(body) => onChange({ ...email, body })}
        onLeave={() => fields.leave("body")}
      />
    </div>
  );
}
