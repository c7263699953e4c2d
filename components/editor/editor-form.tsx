import { type ReactNode, useRef, useState } from "react";
import type { ContentType } from "@/lib/content/schema";
import { TypeIcon } from "../codes/type-icon";
import { typeNames } from "../codes/type-names";
import type { Tab } from "../qr-builder/draft/draft";
import type { ChangeDraft } from "../qr-builder/draft/use-draft";
import { ContentForm, ContentTabs } from "../qr-builder/forms/content-form";
import { type FieldFaults, TextArea } from "../qr-builder/forms/form-fields";
import { hasRouting } from "../routes/draft";
import { Button } from "../ui/button";
import { ChoiceCard } from "../ui/checkbox";
import { TextField } from "../ui/field";
import { loadLater } from "../ui/load-later";
import {
  type CodeEditorProps,
  type EditedCode,
  type EditorHost,
  type Entered,
  hasTargets,
} from "./editor-state";
import { everHadSlug, nameDomain, prefixOn, ShortLinkField } from "./short-link";

/** Most accounts have no domain. */
const DomainField = loadLater(() => import("./domain-field").then((loaded) => loaded.DomainField));

/** Most codes have no rules. */
const RoutesSection = loadLater(() =>
  import("../routes/routes-section").then((loaded) => loaded.RoutesSection),
);

/** Many codes have no tags. */
const TagsField = loadLater(() => import("../codes/tags-field").then((loaded) => loaded.TagsField));

const types: readonly ContentType[] = ["url", "wifi", "contact", "vcard", "email", "sms", "text"];

interface EditorFormProps extends Pick<CodeEditorProps, "plan" | "figures" | "actions"> {
  code: EditedCode | null;
  entered: Entered;
  isDynamic: boolean;
  dynamicNote: string | null;
  origin: string;
  hosts: readonly EditorHost[];
  slugPlan: string | undefined;
  isSound: boolean;
  fields: FieldFaults;
  set: (part: Partial<Omit<Entered, "draft">>) => void;
  change: ChangeDraft;
}

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
      {isDynamic && (
        <>
          {(props.hosts.length > 0 || code?.domain) && (
            // As high as the field that is being loaded.
            <div className="min-h-15 touch:min-h-18">
              <DomainField {...props} />
            </div>
          )}
          <ShortLinkField
            shortUrl={code?.shortUrl ?? null}
            prefix={prefixOn(nameDomain(entered.domain, props), props.origin)}
            slug={entered.slug}
            // A code that has or had a slug can return to any of its short links on every plan. An earlier generated
            // link is no slug: each code on a domain has one on the service's host.
            plan={code !== null && everHadSlug(code) ? undefined : props.slugPlan}
            fault={fields.faultOf("slug")}
            onChange={(slug) => set({ slug })}
            onLeave={() => fields.leave("slug")}
          />
        </>
      )}
      {hasTargets(isDynamic, draft.tab) && <Targets {...props} />}
      {code === null && <Tags {...props} />}
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
          hint="This form has no fields for some of this content, so the content is shown and encoded unchanged."
          onChange={(raw) => change({ raw })}
          onLeave={() => fields.leave("raw")}
        />
      )}
    </section>
  );
}

const held: Record<Tab, { what: string; direct: string }> = {
  url: { what: "the address", direct: "It works without our service" },
  wifi: { what: "the network", direct: "Phones join at once, without the internet" },
  contact: { what: "the card", direct: "Phones offer to save it, without the internet" },
  vcard: { what: "the card", direct: "Phones offer to save it, without the internet" },
  email: { what: "the message", direct: "Phones open it to be sent" },
  sms: { what: "the message", direct: "Phones open it to be sent" },
  text: { what: "the text", direct: "Phones show it, without the internet" },
};

interface AfterPrintingProps {
  type: Tab;
  isDynamic: boolean;
  dynamicNote: string | null;
  onChoose: (isDynamic: boolean) => void;
}

/** Whether what is printed can still change; the one choice that can't be undone. */
function AfterPrinting({ type, isDynamic, dynamicNote, onChoose }: AfterPrintingProps) {
  const { what, direct } = held[type];
  const where = type === "url" ? "where it goes" : "what it opens";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">After printing</legend>
      <div className="after-printing grid gap-3 sm:grid-cols-2">
        <ChoiceCard
          name="isDynamic"
          value="dynamic"
          title="Dynamic"
          isChosen={isDynamic}
          onChoose={() => onChoose(true)}
        >
          The code holds a short link. You can change {where} at any time, and scans are counted.
          {dynamicNote !== null && <span className="mt-1.5 block font-medium text-warn">{dynamicNote}</span>}
        </ChoiceCard>
        <ChoiceCard
          name="isDynamic"
          value="static"
          title="Static"
          isChosen={!isDynamic}
          onChoose={() => onChoose(false)}
        >
          The code holds {what} itself. {direct}, and it can't be changed once printed.
        </ChoiceCard>
      </div>
    </fieldset>
  );
}

/** What becomes of printed copies of a stored code. */
function AsItIs({ type, shortUrl }: { type: Tab; shortUrl: string | null }) {
  return (
    <div>
      <p className="mb-1.5 text-small font-medium">After printing</p>
      {shortUrl === null ? (
        <Fact title="Static">
          The code holds {held[type].what} itself. Printed copies don't change; new content needs a new
          picture.
        </Fact>
      ) : (
        <Fact title="Dynamic">
          The code holds <span className="font-mono text-mono [overflow-wrap:anywhere]">{shortUrl}</span>.
          Printed copies open the new content as soon as you save.
        </Fact>
      )}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="max-w-[66ch] text-small text-ink-2">
      <span className="font-medium text-ink">{title}.</span> {children}
    </p>
  );
}

/** Rules, campaign parameters and goals: loaded when they are asked for, or where the code has some. */
function Targets({ entered, plan, figures, actions, fields, set }: EditorFormProps) {
  const { routing, draft } = entered;
  return (
    <OptionalSection
      id="targets-heading"
      title="Smart targets"
      hint="Rules by device, place, language and time, campaign parameters, goals."
      verb="Set up"
      isOpenAtFirst={hasRouting(routing)}
    >
      <RoutesSection
        {...{ routing, plan, figures, fields }}
        target={draft.url}
        presets={actions.utmPresets}
        change={(part) => set({ routing: { ...routing, ...part } })}
      />
    </OptionalSection>
  );
}

/** Tags of a new code; those of a stored one are edited on its page. */
function Tags({ entered, actions, fields, set }: EditorFormProps) {
  return (
    <OptionalSection
      id="tags-heading"
      title="Tags"
      hint="Group related codes so you can filter by tag in the list and in analytics."
      verb="Add"
    >
      <TagsField
        id="field-tags"
        entered={entered.tags}
        fault={fields.faultOf("tags")}
        listTags={actions.listTags}
        onChange={(tags) => set({ tags })}
      />
    </OptionalSection>
  );
}

interface OptionalSectionProps {
  id: string;
  title: string;
  hint: string;
  verb: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** What most codes go without: a line with a button until somebody wants it. */
function OptionalSection({ id, title, hint, verb, isOpenAtFirst = false, children }: OptionalSectionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const section = useRef<HTMLElement>(null);
  const open = () => {
    setOpen(true);
    // The button goes.
    section.current?.focus();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      className="outline-none border-y border-line py-4 [&+section]:-mt-5 [&+section]:border-t-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-small font-medium">
            {title}
          </h2>
          <p className="mt-0.5 text-small text-ink-3">{hint}</p>
        </div>
        {!isOpen && (
          <Button shape="small" aria-expanded={false} aria-describedby={id} onClick={open}>
            {verb}
          </Button>
        )}
      </div>
      {isOpen && <div className="mt-5">{children}</div>}
    </section>
  );
}
