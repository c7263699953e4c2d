"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { countOf } from "../ui/counts";
import { useDialogs } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink, TextLink } from "../ui/links";
import { formatClocks } from "../usage/format";
import { type DomainActions, domainHref, type ShownDomain } from "./actions";
import { DomainDialogs, DomainMenu, type OpenDialog, useSetDefault } from "./domain-dialogs";
import { AddDomainForm } from "./domain-forms";
import { DomainTable } from "./domain-table";

export interface DomainsViewProps {
  domains: readonly ShownDomain[];
  /** What the plan is called and how many domains it includes. */
  planName: string;
  most: number;
  /** The first plan that includes more; undefined: none does. */
  planWithMore: string | undefined;
  /** Whether codes are created in the browser, too. */
  hasEditor: boolean;
  zone: string;
  nowMs: number;
  actions: DomainActions;
}

export function DomainsView({
  domains,
  planName,
  most,
  planWithMore,
  hasEditor,
  zone,
  nowMs,
  actions,
}: DomainsViewProps) {
  const router = useRouter();
  const dialogs = useDialogs<OpenDialog>();
  const setDefault = useSetDefault(actions.setDefault);
  const isFull = domains.length >= most;
  const open = (added: { id: string }) => router.push(domainHref(added));
  if (domains.length === 0) {
    return (
      <>
        <PageHeader title="Domains" />
        {isFull ? (
          <NoDomainsHere planName={planName} planWith={planWithMore ?? ""} />
        ) : (
          <FirstDomain hasEditor={hasEditor} add={actions.add} onAdded={open} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Domains"
        actions={
          !isFull && (
            <Button kind="primary" onClick={() => dialogs.show({ kind: "new" })}>
              <Plus size={16} strokeWidth={1.6} aria-hidden />
              Add domain
            </Button>
          )
        }
      />
      <DomainTable
        domains={domains}
        zone={zone}
        nowMs={nowMs}
        menuOf={(domain) => (
          <DomainMenu
            domain={domain}
            setDefault={setDefault}
            onDelete={(chosen) => dialogs.show({ kind: "delete", domain: chosen })}
          />
        )}
      />
      <p className="page-x py-4 text-small text-ink-3">
        {describePlan(planName, most, domains)}{" "}
        {isFull && planWithMore !== undefined && (
          <>
            <TextLink href="/plan">{planWithMore} includes more</TextLink>.{" "}
          </>
        )}
        {formatClocks(zone)}
      </p>
      <DomainDialogs
        dialogs={dialogs}
        actions={actions}
        domains={domains}
        onAdded={open}
        onDeleted={dialogs.close}
      />
    </>
  );
}

/** What the plan includes, and after a downgrade what becomes of the others. */
function describePlan(planName: string, most: number, domains: readonly ShownDomain[]): string {
  if (most === 0) return `${planName} includes no domains. Yours keep working and take no new codes.`;
  const included = `${planName} includes ${countOf(most, "domain")}.`;
  if (!domains.some(({ isOverLimit }) => isOverLimit)) return included;
  const oldest = most === 1 ? "The oldest one takes" : `The ${most} oldest take`;
  return `${included} ${oldest} new codes. The others keep working and take none.`;
}

function NoDomainsHere({ planName, planWith }: { planName: string; planWith: string }) {
  return (
    <EmptyState
      mark="No domains"
      title={`Your own domain comes with ${planWith}`}
      action={
        <ButtonLink href="/plan" kind="primary">
          See the plans
        </ButtonLink>
      }
    >
      <p>
        With your own domain, short links start with your name, such as go.example.com/menu. Printed codes
        stay yours, because you keep the domain.
      </p>
      <p>On {planName}, short links start with the address of this service.</p>
    </EmptyState>
  );
}

const steps = [
  [
    "Add two DNS records",
    "You get them in the next step, ready to copy. One proves the host is yours, one sends visitors here.",
  ],
  [
    "Check your DNS",
    "Choose “Check now” once the records are there. Otherwise we check after 10 minutes, then hourly.",
  ],
] as const;

const lastSteps = {
  editor: ["Choose it in the editor", "New short links start with your host. Existing ones keep working."],
  api: ["Create codes on it", "Send its host as domain with a code, or make it the default for new ones."],
} as const;

interface FirstDomainProps {
  hasEditor: boolean;
  add: DomainActions["add"];
  onAdded: (added: { id: string }) => void;
}

function FirstDomain({ hasEditor, add, onAdded }: FirstDomainProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="page-start py-8 pr-4 md:pr-6 xl:pr-8">
        <div className="max-w-[40rem]">
          <h2 className="text-title-lg">Your first domain</h2>
          <p className="mt-2 mb-6 text-ink-2">
            Short links start with your name, such as go.example.com/menu. Printed codes stay yours, because
            you keep the domain.
          </p>
          <AddDomainForm id="first-domain" add={add} onAdded={onAdded} />
        </div>
      </div>
      <aside
        aria-label="What happens next"
        className="bench border-line bg-canvas px-4 py-8 max-lg:border-t md:px-6 lg:border-l"
      >
        <h2 className="text-small font-medium">What happens next</h2>
        <ol className="mt-3 grid gap-4 text-small">
          {[...steps, lastSteps[hasEditor ? "editor" : "api"]].map(([title, words], at) => (
            <li key={title} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
              <span className="text-ink-3">{at + 1}</span>
              <span>
                <span className="block font-medium">{title}</span>
                <span className="text-ink-2">{words}</span>
              </span>
            </li>
          ))}
        </ol>
      </aside>
    </div>
  );
}
