"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo } from "../ui/dates";
import { useDialogs } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { LinkWait } from "../ui/link-sign";
import { ButtonLink, TextLink } from "../ui/links";
import { Th } from "../ui/table";
import { formatClocks } from "../usage/format";
import { type DomainActions, domainHref, type ShownDomain } from "./actions";
import { AddDomainForm, DomainDialogs, DomainMenu, type OpenDialog, useSetDefault } from "./domain-dialogs";
import { DomainBadges, formatState, Punycode, ReadingMark, readPointing, readProof } from "./domain-status";

interface DomainsViewProps {
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

interface DomainTableProps {
  domains: readonly ShownDomain[];
  zone: string;
  nowMs: number;
  menuOf: (domain: ShownDomain) => ReactNode;
}

const cell = "max-lg:hidden py-2.5 pr-4";

/** One row per domain, which opens it; on small screens what is hidden is said below its host. */
function DomainTable({ domains, ...rest }: DomainTableProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Domains</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line whitespace-nowrap text-ink-3">
          <Th className="page-start h-9 pr-4 font-medium">Host</Th>
          <Th className="pr-4 font-medium">DNS</Th>
          <Th className="pr-4 text-right font-medium">Codes</Th>
          <Th className="pr-4 font-medium">Checked</Th>
          <Th className="page-end w-0">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function DomainRow({
  domain,
  zone,
  nowMs,
  menuOf,
}: { domain: ShownDomain } & Omit<DomainTableProps, "domains">) {
  const { status, codes, checkedAt } = domain;
  const state = formatState(domain);
  const reading = <ReadingMark reading={status === "verified" ? readPointing(domain) : readProof(domain)} />;
  return (
    <tr className="relative [transform:translate(0)] border-b border-line hover:bg-canvas has-data-popup-open:bg-accent-tint">
      <th scope="row" className="page-start h-15 min-w-0 py-2.5 pr-4 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={domainHref(domain)}
            prefetch={false}
            className="flex min-w-0 items-center gap-2 text-body font-medium outline-none [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {domain.name}
            <LinkWait />
          </Link>
          <DomainBadges domain={domain} />
        </span>
        <span className="block">
          <Punycode domain={domain} />
        </span>
        {state !== null && (
          <span
            className={`mt-0.5 block max-w-[66ch] ${domain.suspended || (domain.status === "failing" && !domain.isServed) ? "text-stop" : "text-ink-2"}`}
          >
            {state}
          </span>
        )}
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 lg:hidden">
          {reading}
          <span>{countOf(codes, "code")}</span>
        </span>
      </th>
      <td className={cell}>{reading}</td>
      <td className={`${cell} text-right font-medium`}>{formatCount(codes)}</td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>
        {checkedAt === null ? "Never" : formatAgo(checkedAt, nowMs, zone)}
      </td>
      <td className="page-end py-2 text-right align-middle">
        <span className="relative z-1 inline-block">{menuOf(domain)}</span>
      </td>
    </tr>
  );
}

/** What the plan includes, and after a downgrade what becomes of the others. */
function describePlan(planName: string, most: number, domains: readonly ShownDomain[]): string {
  if (most === 0) return `${planName} includes no domains. Yours keep working and take no new codes.`;
  const included = `${planName} includes ${countOf(most, "domain")}.`;
  if (!domains.some(({ isServed, isOverLimit }) => isServed && isOverLimit)) return included;
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
