import { Contact, Link2, Type, Wifi } from "lucide-react";
import { Tabs } from "../../ui/tabs";
import type { Draft } from "../draft/draft";
import type { ChangeDraft } from "../draft/use-draft";
import { AddressForm } from "./address-form";
import { ContactForm } from "./contact-form";
import { TextArea } from "./text-area";
import type { FieldFaults } from "./use-field-faults";
import { WifiForm } from "./wifi-form";

const icon = { size: 16, strokeWidth: 1.6 };

interface ContentTabsProps {
  draft: Draft;
  isSound: boolean;
  fields: FieldFaults;
  change: ChangeDraft;
}

/** What the code holds: one tab a type, each with a form of its own that remembers what was typed. */
export function ContentTabs({ draft, isSound, fields, change }: ContentTabsProps) {
  const length = [...draft.text].length.toLocaleString("en-GB");
  const panels = {
    url: (
      <AddressForm url={draft.url} isSound={isSound} fields={fields} onChange={(url) => change({ url })} />
    ),
    wifi: <WifiForm wifi={draft.wifi} fields={fields} onChange={(wifi) => change({ wifi })} />,
    contact: (
      <ContactForm contact={draft.contact} fields={fields} onChange={(contact) => change({ contact })} />
    ),
    text: (
      <TextArea
        id="field-text"
        label="Text"
        rows={4}
        value={draft.text}
        fault={fields.faultOf("text")}
        hint={
          draft.text === "" ? "Phones show it as it is." : `${length} characters. Phones show it as it is.`
        }
        onChange={(text) => change({ text })}
        onLeave={() => fields.leave("text")}
      />
    ),
  };
  const panel = (tab: Draft["tab"]) => <div className="pt-4 md:pt-5">{panels[tab]}</div>;
  return (
    <Tabs
      label="What the code holds"
      value={draft.tab}
      onChange={(tab) => change({ tab })}
      tabs={[
        { value: "url", name: "Web address", icon: <Link2 {...icon} />, panel: panel("url") },
        { value: "wifi", name: "Wi-Fi", icon: <Wifi {...icon} />, panel: panel("wifi") },
        { value: "contact", name: "Contact", icon: <Contact {...icon} />, panel: panel("contact") },
        { value: "text", name: "Text", icon: <Type {...icon} />, panel: panel("text") },
      ]}
    />
  );
}
