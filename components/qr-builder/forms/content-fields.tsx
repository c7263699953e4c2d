import { Plus, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/button";
import { controlClasses, describeControl, FieldFault, TextField } from "../../ui/field";
import { PasswordField } from "../../ui/password-field";
import { Segmented } from "../../ui/segmented";
import { Select } from "../../ui/select";
import type { addressKeys, cardKeys, PhoneRow, VcardFields, WifiFields } from "../draft/draft";
import { type FieldFaults, TextArea } from "./form-fields";

const securities = [
  { value: "WPA", name: "WPA" },
  { value: "WEP", name: "WEP" },
  { value: "nopass", name: "None" },
] as const;

interface WifiFormProps {
  wifi: WifiFields;
  fields: FieldFaults;
  onChange: (wifi: WifiFields) => void;
}

export function WifiForm({ wifi, fields, onChange }: WifiFormProps) {
  const set = (part: Partial<WifiFields>) => onChange({ ...wifi, ...part });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        id="field-ssid"
        label="Network name"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={wifi.ssid}
        fault={fields.faultOf("ssid")}
        hint="As phones list it, capitals included."
        onChange={(event) => set({ ssid: event.target.value })}
        onBlur={() => fields.leave("ssid")}
      />
      {wifi.security !== "nopass" && (
        <PasswordField
          id="field-password"
          label="Password"
          autoComplete="off"
          value={wifi.password}
          fault={fields.faultOf("password")}
          hint="Anyone who scans the code can read it."
          onChange={(event) => set({ password: event.target.value })}
          onBlur={() => fields.leave("password")}
        />
      )}
      <div className="min-w-0 sm:col-span-2">
        <p className="mb-1.5 text-small font-medium" aria-hidden>
          Security
        </p>
        <Segmented
          name="security"
          label="Security"
          choices={securities}
          value={wifi.security}
          onChange={(security) => set({ security })}
        />
        <p className="mt-1.5 text-small text-ink-3">WPA stands for WPA2 and WPA3 too.</p>
      </div>
      <label className="flex min-h-11 items-center gap-2.5 text-body sm:col-span-2 md:min-h-6">
        <input
          type="checkbox"
          checked={wifi.hidden}
          onChange={(event) => set({ hidden: event.target.checked })}
          className="size-4 accent-accent"
        />
        The network is hidden
      </label>
    </div>
  );
}

const kinds = [
  { value: "", name: "Phone" },
  { value: "cell", name: "Mobile" },
  { value: "work", name: "Work" },
  { value: "home", name: "Home" },
  { value: "fax", name: "Fax" },
];

const empty: PhoneRow = { type: "", number: "" };

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
        hint="Each line makes the code denser. Leave out what people don't need."
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

function EmailRows({ card, fields, onChange }: VcardFormProps) {
  const filled = card.emails.map((email) => email.trim() !== "");
  return (
    <Rows
      legend="Emails"
      one={["an", "email"]}
      rows={card.emails}
      empty=""
      onChange={(emails) => onChange({ ...card, emails })}
    >
      {(email, place, change) => {
        const control = `emails.${placeAmongFilled(filled, place) ?? `empty-${place}`}`;
        const fault = fields.faultOf(control);
        return (
          <>
            <input
              {...describeControl({ id: `field-${control}`, fault })}
              type="email"
              inputMode="email"
              autoComplete="email"
              aria-label={`Email ${place + 1}`}
              value={email}
              onChange={(event) => change(event.target.value)}
              onBlur={() => fields.leave(control)}
              className={`${controlClasses} h-9 touch:h-12`}
            />
            <FieldFault id={`field-${control}`} fault={fault} />
          </>
        );
      }}
    </Rows>
  );
}

/** The kinds that everybody knows, and the one that the card has already. */
function kindsWith(type: string) {
  return kinds.some(({ value }) => value === type) ? kinds : [...kinds, { value: type, name: type }];
}

function PhoneRows({ card, fields, onChange }: VcardFormProps) {
  const filled = card.phones.map(({ number }) => number.trim() !== "");
  return (
    <Rows
      legend="Phones"
      one={["a", "phone"]}
      rows={card.phones}
      empty={empty}
      onChange={(phones) => onChange({ ...card, phones })}
    >
      {(row, place, change) => {
        const control = `phones.${placeAmongFilled(filled, place) ?? `empty-${place}`}`;
        const fault = fields.faultOf(control);
        return (
          <>
            <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-2">
              <Select
                shape="field"
                aria-label={`Kind of phone ${place + 1}`}
                choices={kindsWith(row.type)}
                value={row.type}
                onChange={(event) => change({ ...row, type: event.target.value })}
              />
              <input
                {...describeControl({ id: `field-${control}`, fault })}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                aria-label={`Phone ${place + 1}`}
                value={row.number}
                onChange={(event) => change({ ...row, number: event.target.value })}
                onBlur={() => fields.leave(control)}
                className={`${controlClasses} h-9 touch:h-12`}
              />
            </div>
            <FieldFault id={`field-${control}`} fault={fault} />
          </>
        );
      }}
    </Rows>
  );
}

interface VcardFormProps {
  card: VcardFields;
  fields: FieldFaults;
  onChange: (card: VcardFields) => void;
}

interface RowsProps<Row> {
  legend: string;
  one: readonly [article: string, noun: string];
  rows: readonly Row[];
  empty: Row;
  onChange: (rows: readonly Row[]) => void;
  children: (row: Row, place: number, change: (row: Row) => void) => ReactNode;
}

function Rows<Row>({ legend, one: [article, noun], rows, empty, onChange, children }: RowsProps<Row>) {
  const change = (place: number) => (row: Row) => onChange(rows.with(place, row));
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="flex flex-col gap-2">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; it has no other name.
          <div key={place} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{children(row, place, change(place))}</div>
            {rows.length > 1 && (
              <Button
                kind="ghost"
                shape="icon"
                aria-label={`Remove ${noun} ${place + 1}`}
                className="touch:size-12"
                onClick={() => onChange(rows.toSpliced(place, 1))}
              >
                <X size={16} strokeWidth={1.6} aria-hidden />
              </Button>
            )}
          </div>
        ))}
      </div>
      <Button
        kind="ghost"
        shape="small"
        className="mt-1.5 -ml-2.5"
        onClick={() => onChange([...rows, empty])}
      >
        <Plus size={14} strokeWidth={1.6} aria-hidden />
        Add {article} {noun}
      </Button>
    </fieldset>
  );
}

/** The place of a row among those that are filled, which is what faults count; undefined for one that is empty. */
function placeAmongFilled(filled: readonly boolean[], place: number): number | undefined {
  return filled[place] ? filled.slice(0, place).filter(Boolean).length : undefined;
}
