import type { Draft, Tab } from "../draft/draft";
import type { ChangeDraft } from "../draft/use-draft";
import { AddressForm } from "./address-form";
import { ContactForm } from "./contact-form";
import { EmailForm } from "./email-form";
import { SmsForm } from "./sms-form";
import { TextArea } from "./text-area";
import type { FieldFaults } from "./use-field-faults";
import { VcardForm } from "./vcard/vcard-form";
import { WifiForm } from "./wifi-form";

export interface ContentFormProps {
  draft: Draft;
  isSound: boolean;
  fields: FieldFaults;
  change: ChangeDraft;
}

/** The form of one kind of content. */
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
