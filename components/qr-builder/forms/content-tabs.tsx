import { TypeIcon } from "../../codes/type-icon";
import { Tabs } from "../../ui/tabs";
import type { Tab } from "../draft/draft";
import { ContentForm, type ContentFormProps } from "./content-form";

/** As short as a row of seven wants them. */
const names: Record<Tab, string> = {
  url: "Web address",
  wifi: "Wi-Fi",
  contact: "Contact",
  vcard: "vCard",
  email: "Email",
  sms: "SMS",
  text: "Text",
};

interface ContentTabsProps extends ContentFormProps {
  types: readonly Tab[];
}

/** What the code holds: one tab a type, each with a form of its own that remembers what was typed. */
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
        name: names[type],
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
