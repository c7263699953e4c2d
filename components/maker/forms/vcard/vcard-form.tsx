import type { ComponentProps } from "react";
import { TextField } from "../../../ui/field";
import type { addressKeys, cardKeys, VcardFields } from "../../draft/fields";
import { TextArea } from "../text-area";
import { EmailRows } from "./email-rows";
import { PhoneRows } from "./phone-rows";
import type { VcardFormProps } from "./props";

type Input = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "max">;
type CardLine = Input & { key: (typeof cardKeys)[number]; label: string };
type AddressLine = Input & { key: (typeof addressKeys)[number]; label: string; isWide?: boolean };

const person: readonly CardLine[] = [
  { key: "firstName", label: "First name", autoComplete: "given-name" },
  { key: "lastName", label: "Last name", autoComplete: "family-name" },
  { key: "organization", label: "Organisation", autoComplete: "organization" },
  { key: "title", label: "Role", autoComplete: "organization-title" },
];
const others: readonly CardLine[] = [
  { key: "url", label: "Web page", type: "url", inputMode: "url", autoComplete: "url" },
  { key: "birthday", label: "Birthday", type: "date", autoComplete: "bday", max: "9999-12-31" },
];
const address: readonly AddressLine[] = [
  { key: "street", label: "Street", autoComplete: "street-address", isWide: true },
  { key: "postalCode", label: "Postal code", autoComplete: "postal-code" },
  { key: "city", label: "City", autoComplete: "address-level2" },
  { key: "region", label: "Region", autoComplete: "address-level1" },
  { key: "country", label: "Country", autoComplete: "country-name" },
];

/** A contact card with everything that an address book keeps. What is left empty is not in the code. */
export function VcardForm({ card, fields, onChange }: VcardFormProps) {
  const line = ({ key, ...input }: CardLine) => (
    <TextField
      key={key}
      {...input}
      id={`field-${key}`}
      value={card[key]}
      fault={fields.faultOf(key)}
      onChange={(event) => onChange({ ...card, [key]: event.target.value })}
      onBlur={() => fields.leave(key)}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {person.map(line)}
      <PhoneRows card={card} fields={fields} onChange={onChange} />
      <EmailRows card={card} fields={fields} onChange={onChange} />
      {others.map(line)}
      <AddressLines card={card} fields={fields} onChange={onChange} />
      <TextArea
        id="field-note"
        label="Note"
        rows={2}
        className="sm:col-span-2"
        hint="Every line makes the code finer. Leave out what the reader doesn't need."
        value={card.note}
        fault={fields.faultOf("note")}
        onChange={(note) => onChange({ ...card, note })}
        onLeave={() => fields.leave("note")}
      />
    </div>
  );
}

function AddressLines({ card, fields, onChange }: VcardFormProps) {
  const setPart = (part: Partial<VcardFields["address"]>) =>
    onChange({ ...card, address: { ...card.address, ...part } });
  return address.map(({ key, isWide, ...input }) => (
    <TextField
      key={key}
      {...input}
      {...(isWide && { className: "sm:col-span-2" })}
      id={`field-address.${key}`}
      value={card.address[key]}
      fault={fields.faultOf(`address.${key}`)}
      onChange={(event) => setPart({ [key]: event.target.value })}
      onBlur={() => fields.leave(`address.${key}`)}
    />
  ));
}
