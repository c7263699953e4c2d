import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { parseUrl } from "@/lib/platform/errors";
import { TypeIcon } from "../../codes/type-icon";
import { typeNames } from "../../codes/type-names";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { Tabs } from "../../ui/tabs";
import type { ContactFields, Draft, EmailFields, SmsFields, Tab } from "../draft/draft";
import type { ChangeDraft } from "../draft/use-draft";
import { VcardForm, WifiForm } from "./content-fields";
import { type FieldFaults, TextArea } from "./form-fields";

const lines: readonly Line[] = [
  { key: "firstName", label: "First name", autoComplete: "given-name" },
  { key: "lastName", label: "Last name", autoComplete: "family-name" },
  { key: "organization", label: "Organisation", autoComplete: "organization" },
  { key: "title", label: "Role", autoComplete: "organization-title" },
  { key: "phone", label: "Phone", type: "tel", inputMode: "tel", autoComplete: "tel" },
  { key: "email", label: "Email", type: "email", inputMode: "email", autoComplete: "email" },
  { key: "url", label: "Web page", type: "url", inputMode: "url", autoComplete: "url" },
  { key: "address", label: "Postal address", autoComplete: "street-address" },
];

export interface ContentFormProps {
  draft: Draft;
  isSound: boolean;
  fields: FieldFaults;
  change: ChangeDraft;
}

export function ContentForm({ type, ...props }: ContentFormProps & { type: Tab }) {
  const { draft, isSound, fields, change } = props;
  switch (type) {
    case "url":
      return (
        <AddressForm url={draft.url} isSound={isSound} fields={fields} onChange={(url) => change({ url })} />
      );
    case "wifi":
      return <WifiForm wifi={draft.wifi} fields={fields} onChange={(wifi) => change({ wifi })} />;
    case "contact":
      return (
        <ContactForm contact={draft.contact} fields={fields} onChange={(contact) => change({ contact })} />
      );
    case "vcard":
      return <VcardForm card={draft.vcard} fields={fields} onChange={(vcard) => change({ vcard })} />;
    case "email":
      return <EmailForm email={draft.email} fields={fields} onChange={(email) => change({ email })} />;
    case "sms":
      return <SmsForm sms={draft.sms} fields={fields} onChange={(sms) => change({ sms })} />;
    case "text":
      return <PlainText {...props} />;
  }
}

function PlainText({ draft, fields, change }: ContentFormProps) {
  const length = [...draft.text].length.toLocaleString("en-GB");
  return (
    <TextArea
      id="field-text"
      label="Text"
      rows={4}
      value={draft.text}
      fault={fields.faultOf("text")}
      hint={draft.text === "" ? "Phones show it as it is." : `${length} characters. Phones show it as it is.`}
      onChange={(text) => change({ text })}
      onLeave={() => fields.leave("text")}
    />
  );
}

interface SmsFormProps {
  sms: SmsFields;
  fields: FieldFaults;
  onChange: (sms: SmsFields) => void;
}

function SmsForm({ sms, fields, onChange }: SmsFormProps) {
  return (
    <div className="grid gap-4">
      <TextField
        id="field-phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="With its country, as in +47 22 12 34 56."
        value={sms.phone}
        fault={fields.faultOf("phone")}
        onChange={(event) => onChange({ ...sms, phone: event.target.value })}
        onBlur={() => fields.leave("phone")}
      />
      <TextArea
        id="field-message"
        label="Message"
        rows={3}
        hint="People who scan can change it before they send it."
        value={sms.message}
        fault={fields.faultOf("message")}
        onChange={(message) => onChange({ ...sms, message })}
        onLeave={() => fields.leave("message")}
      />
    </div>
  );
}

interface AddressFormProps {
  url: string;
  isSound: boolean;
  fields: FieldFaults;
  onChange: (url: string) => void;
}

/** A web address. One without its scheme gets it at the press of a button, never by itself. */
function AddressForm({ url, isSound, fields, onChange }: AddressFormProps) {
  const fault = fields.faultOf("url");
  const completed = `https://${url.trim()}`;
  const needsScheme = !/^\s*[a-z][a-z0-9+.-]*:/i.test(url) && parseUrl(completed) !== null;
  const length = url.trim().length;
  return (
    <TextField
      id="field-url"
      label="Address"
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={2_100}
      large
      value={url}
      fault={fault}
      hint={
        isSound
          ? `${length.toLocaleString("en-GB")} characters. Shorter addresses make coarser, sturdier codes.`
          : "An address starts with https:// or http://."
      }
      remedy={
        needsScheme && (
          <Button shape="small" onClick={() => onChange(completed)}>
            Add https://
          </Button>
        )
      }
      trailing={isSound && <Check size={16} strokeWidth={1.6} className="mr-2 text-ink-3" aria-hidden />}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => fields.leave("url")}
    />
  );
}

interface EmailFormProps {
  email: EmailFields;
  fields: FieldFaults;
  onChange: (email: EmailFields) => void;
}

function EmailForm({ email, fields, onChange }: EmailFormProps) {
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
        hint="Separate several addresses with commas."
      />
      <TextField {...line("cc")} {...address} label="Cc" />
      <TextField {...line("bcc")} {...address} label="Bcc" />
      <TextField {...line("subject")} autoComplete="off" label="Subject" className="sm:col-span-2" />
      <TextArea
        id="field-body"
        label="Text"
        rows={3}
        className="sm:col-span-2"
        hint="People who scan can change all of it before they send it."
        value={email.body}
        fault={fields.faultOf("body")}
        onChange={(body) => onChange({ ...email, body })}
        onLeave={() => fields.leave("body")}
      />
    </div>
  );
}

type Line = { key: keyof ContactFields; label: string } & Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "autoComplete" | "placeholder"
>;

interface ContactFormProps {
  contact: ContactFields;
  fields: FieldFaults;
  onChange: (contact: ContactFields) => void;
}

function ContactForm({ contact, fields, onChange }: ContactFormProps) {
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
        hint="Each line makes the code denser. Leave out what people don't need."
        value={contact.note}
        fault={fields.faultOf("note")}
        onChange={(note) => set("note", note)}
        onLeave={() => fields.leave("note")}
      />
    </div>
  );
}

interface ContentTabsProps extends ContentFormProps {
  types: readonly Tab[];
}

export function ContentTabs({ types, ...props }: ContentTabsProps) {
  const { draft, change } = props;
  return (
    <Tabs
      label="What the code holds"
      isDense={types.length > 5}
      value={draft.tab}
      onChange={(tab) => change({ tab })}
      tabs={types.map((type) => ({
        value: type,
        name: typeNames[type],
        icon: <TypeIcon type={type} />,
        panel: (
          <div className="pt-4 md:pt-5">
            <ContentForm type={type} {...props} />
          </div>
        ),
      }))}
    />
  );
}
