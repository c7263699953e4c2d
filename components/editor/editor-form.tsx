import type { ContentType } from "@/lib/content/schema";
import { typeNames } from "../codes/code-facts";
import { TypeIcon } from "../codes/type-icon";
import type { ChangeDraft } from "../qr-builder/draft/use-draft";
import { ContentForm } from "../qr-builder/forms/content-form";
import { ContentTabs } from "../qr-builder/forms/content-tabs";
import { TextArea } from "../qr-builder/forms/text-area";
import type { FieldFaults } from "../qr-builder/forms/use-field-faults";
import { TextField } from "../ui/field";
import { AfterPrinting, AsItIs } from "./after-printing";
import type { EditedCode, Entered } from "./editor-state";

/** In the order of their tabs: what one scans most first. */
const types: readonly ContentType[] = ["url", "wifi", "contact", "vcard", "email", "sms", "text"];

interface EditorFormProps {
  code: EditedCode | null;
  entered: Entered;
  isDynamic: boolean;
  dynamicNote: string | null;
  isSound: boolean;
  fields: FieldFaults;
  set: (part: Partial<Pick<Entered, "name" | "isDynamic">>) => void;
  change: ChangeDraft;
}

/** Name, content, and what is to be after printing. The type and the last are chosen once. */
export function EditorForm(props: EditorFormProps) {
  const { code, entered, isDynamic, dynamicNote, fields, set } = props;
  const { draft, name } = entered;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField
        id="field-name"
        label="Name"
        autoComplete="off"
        placeholder="Menu, table cards"
        value={name}
        fault={fields.faultOf("name")}
        onChange={(event) => set({ name: event.target.value })}
        onBlur={() => name !== "" && fields.leave("name")}
      />
      {code === null ? (
        <ContentTabs
          types={types}
          draft={draft}
          isSound={props.isSound}
          fields={fields}
          change={props.change}
        />
      ) : (
        <StoredContent {...props} />
      )}
      {code === null ? (
        <AfterPrinting
          type={draft.tab}
          isDynamic={isDynamic}
          dynamicNote={dynamicNote}
          onChoose={(chosen) => set({ isDynamic: chosen })}
        />
      ) : (
        <AsItIs type={draft.tab} shortUrl={code.shortUrl} />
      )}
    </div>
  );
}

function StoredContent({ entered: { draft }, isSound, fields, change }: EditorFormProps) {
  const isNamedByForm = draft.raw === null && (draft.tab === "url" || draft.tab === "text");
  return (
    <section aria-label="What the code opens">
      {!isNamedByForm && (
        <h2 className="mb-4 flex items-center gap-2 border-b border-line pb-3 text-body font-medium">
          <TypeIcon type={draft.tab} />
          {typeNames[draft.tab]}
        </h2>
      )}
      {draft.raw === null ? (
        <ContentForm type={draft.tab} draft={draft} isSound={isSound} fields={fields} change={change} />
      ) : (
        <TextArea
          id="field-raw"
          label="Content as it was stored"
          rows={8}
          isCode
          value={draft.raw}
          fault={fields.faultOf("raw")}
          hint="It holds more than this page has fields for, so it is shown as it is and goes into the code as it is."
          onChange={(raw) => change({ raw })}
          onLeave={() => fields.leave("raw")}
        />
      )}
    </section>
  );
}
