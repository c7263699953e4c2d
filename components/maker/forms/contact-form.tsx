import type { ComponentProps } from "react";
import { TextField } from "../../ui/field";
import type { ContactFields } from "../draft/fields";
import { TextArea } from "./text-area";
import type { FieldFaults } from "./use-field-faults";

type Line = { key: keyof ContactFields; label: string } & Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "autoComplete" | "placeholder"
>;

const lines: readonly Line[] = [
  { key: "firstName", label: "First name", autoComplete: "given-name" },
  { key: "lastName", label: "Last name", autoComplete: "family-name" },
  { key: "organization", label: "Organisation", autoComplete: "organization" },
  { key: "title", label: "Role", autoComplete: "organization-title" },
  { key: "phone", label: "Phone", type: "tel", inputMode: "tel", autoComplete: "tel" },
  { key: "email", label: "E-mail", type: "email", inputMode: "email", autoComplete: "email" },
  { key: "url", label: "Web page", type: "url", inputMode: "url", autoComplete: "url" },
  { key: "address", label: "Postal address", autoComplete: "street-address" },
];

interface ContactFormProps {
  contact: ContactFields;
  fields: FieldFaults;
  onChange: (contact: ContactFields) => void;
}

/** A contact card. One of the first three lines is needed; what is left empty is not in the code. */
export function ContactForm({ contact, fields, onChange }: ContactFormProps) {
  const set = (key: keyof ContactFields, value: string) => onChange({ ...contact, [key]: value });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {lines.map(({ key, label, ...input }) => (
        <TextField
          key={key}
          {...input}
          id={`field-${key}`}
          label={label}
          value={contact[key]}
          fault={fields.faultOf(key)}
          onChange={(event) => set(key, event.target.value)}
          onBlur={() => fields.leave(key)}
        />
      ))}
      <TextArea
        id="field-note"
        label="Note"
        rows={2}
        className="sm:col-span-2"
        hint="Every line makes the code finer. Leave out what the reader doesn't need."
        value={contact.note}
        fault={fields.faultOf("note")}
        onChange={(note) => set("note", note)}
        onLeave={() => fields.leave("note")}
      />
    </div>
  );
}
