"use client";

import { Download, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import type { RedirectMapFormat } from "@/lib/domains/schema";
import { CopyButton } from "../docs/copy-button";
import { Block, PageHeader } from "../shell/page-header";
import { Button, buttonClasses } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo, formatMoment } from "../ui/dates";
import { useDialogs } from "../ui/dialog";
import { Fact } from "../ui/fact-list";
import type { Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { Spinner } from "../ui/spinner";
import { toast } from "../ui/toast";
import { formatClocks } from "../usage/format";
import { type DomainActions, domainHref, type ShownDomain } from "./actions";
import { AddressesForm, DomainDialogs, DomainMenu, type OpenDialog, useSetDefault } from "./domain-dialogs";
import {
  DomainBadges,
  formatFound,
  formatNext,
  formatState,
  formatUse,
  Punycode,
  ReadingMark,
  readPointing,
  readProof,
} from "./domain-status";

interface DomainPageProps {
  domain: ShownDomain;
  zone: string;
  nowMs: number;
  actions: DomainActions;
}

export function DomainPage({ domain, zone, nowMs, actions }: DomainPageProps) {
  const router = useRouter();
  const dialogs = useDialogs<OpenDialog>();
  const setDefault = useSetDefault(actions.setDefault);
  const { check, isChecking, refusal } = useCheck(domain, actions.verify);
  useFreshWhile(domain.status === "pending");
  const { status } = domain;
  const state = formatState(domain);
  return (
    <>
      <PageHeader
        title={domain.name}
        trail={{ href: "/domains", name: "Domains" }}
        mark={<DomainBadges domain={domain} />}
        actions={
          <>
            <Button
              kind={status === "verified" ? "secondary" : "primary"}
              aria-disabled={isChecking || undefined}
              data-busy={isChecking || undefined}
              onClick={check}
            >
              {isChecking ? <Spinner /> : <RotateCw size={16} strokeWidth={1.6} aria-hidden />}
              {isChecking ? "Checking" : "Check now"}
            </Button>
            <DomainMenu
              domain={domain}
              setDefault={setDefault}
              onDelete={(chosen) => dialogs.show({ kind: "delete", domain: chosen })}
            />
          </>
        }
      />
      <RefusalNote refusal={refusal} />
      {state !== null && (
        <p
          className={`page-x border-b border-line py-3 text-small ${status === "failing" || domain.suspended ? "bg-stop-tint" : "bg-warn-tint"}`}
        >
          {state}
        </p>
      )}
      <div className="grid flex-1 max-lg:content-start lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[48rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <Block id="records" title="DNS records" lead="Add both at your DNS provider.">
            <DomainRecords domain={domain} />
            <p aria-live="polite" className="mt-3 text-small text-ink-2">
              {formatChecks(domain, nowMs, zone)}
            </p>
          </Block>
          <Block
            id="addresses"
            title="Your own pages"
            lead="Where to send visitors when a short link opens no code. If empty, they see a plain page."
          >
            <AddressesForm domain={domain} change={actions.change} />
          </Block>
          <RedirectMap domain={domain} />
        </div>
        <aside
          aria-label="Facts"
          className="bench border-line bg-canvas px-4 py-6 max-lg:border-t md:px-6 lg:border-l"
        >
          <div className="max-w-[30rem]">
            <DomainFacts domain={domain} zone={zone} />
          </div>
        </aside>
      </div>
      <DomainDialogs
        dialogs={dialogs}
        actions={actions}
        domains={[domain]}
        onAdded={(added) => router.push(domainHref(added))}
        onDeleted={() => router.push("/domains")}
      />
    </>
  );
}

/** Asks DNS at once. What it found is on the page by then; the toast says what it means. */
function useCheck({ id, name, status }: ShownDomain, verify: DomainActions["verify"]) {
  const [isChecking, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const check = () => {
    if (isChecking) return;
    startTransition(async () => {
      const data = new FormData();
      data.set("id", id);
      const answer = await callSafely(() => verify(null, data));
      if (answer === null) return;
      setRefusal("refusal" in answer ? answer.refusal : null);
      if ("refusal" in answer) return;
      toast.done(formatFound(answer.done, { name, wasVerified: status === "verified" }));
    });
  };
  return { check, isChecking, refusal };
}

/** So often the page is read again while it is visible and a check may change it. DNS is asked by the service, not by this. */
const everyMs = 15_000;

function useFreshWhile(isWaiting: boolean): void {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    if (!isWaiting || isPending) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) startTransition(() => router.refresh());
    }, everyMs);
    return () => clearInterval(timer);
  }, [isWaiting, isPending, router]);
}

/** The records to add, each with what DNS says of it. */
function DomainRecords({ domain }: { domain: ShownDomain }) {
  const { host, dns, warnings = [] } = domain;
  const isApex = warnings.some(({ code }) => code === "apex_domain");
  return (
    <div className="grid gap-6">
      <DnsRecord
        type="TXT"
        what="proves that the host is yours"
        name={dns.txtName}
        value={dns.txtValue}
        status={<ReadingMark reading={readProof(domain)} />}
      />
      <DnsRecord
        type={isApex ? "ALIAS" : "CNAME"}
        what="sends visitors here"
        name={host}
        value={dns.cname}
        status={<ReadingMark reading={readPointing(domain)} />}
      >
        {isApex && (
          <p className="mt-2 text-small text-ink-2">
            {domain.name} is the top of its zone, where DNS allows no CNAME. Use ALIAS, ANAME or a flattened
            CNAME if your provider has it, otherwise A and AAAA records with the addresses of {dns.cname}. A
            subdomain, such as go.{domain.name}, is easier.
          </p>
        )}
        {dns.cname === "localhost" && (
          <p className="mt-2 text-small text-ink-2">
            This service has no public host until BASE_URL is set. Set it before you add the record.
          </p>
        )}
      </DnsRecord>
      <p className="text-small text-ink-3">
        Some providers append your domain to the name automatically; leave it out there. Keep the TXT record
        for as long as you use the domain.
      </p>
    </div>
  );
}

interface DnsRecordProps {
  type: string;
  what: string;
  name: string;
  value: string;
  status: ReactNode;
  children?: ReactNode;
}

function DnsRecord({ type, what, name, value, status, children }: DnsRecordProps) {
  const id = `record-${type.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line pb-2">
        <h3 id={id} className="text-body font-medium">
          {type} <span className="font-normal text-ink-2">{what}</span>
        </h3>
        <p className="flex text-small">{status}</p>
      </div>
      <dl>
        <Copied name="Name" text={name} label={`the name of the ${type} record`} />
        <Copied name="Value" text={value} label={`the value of the ${type} record`} />
      </dl>
      {children}
    </section>
  );
}

function Copied({ name, text, label }: { name: string; text: string; label: string }) {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1 text-small">
      <dt className="text-ink-3">{name}</dt>
      <dd className="contents">
        <code className="min-w-0 py-1.5 font-mono text-mono [overflow-wrap:anywhere]">{text}</code>
        <CopyButton text={text} label={label} />
      </dd>
    </div>
  );
}

function formatChecks({ checkedAt, nextCheckAt }: ShownDomain, nowMs: number, zone: string): string {
  const next = formatNext(nextCheckAt, nowMs, zone);
  if (checkedAt === null) return `We check for the first time ${next}.`;
  const last = formatAgo(checkedAt, nowMs, zone);
  return `Checked ${last.charAt(0).toLowerCase()}${last.slice(1)}. We check again ${next}.`;
}

const formats: readonly { format: RedirectMapFormat; name: string }[] = [
  { format: "nginx", name: "nginx" },
  { format: "caddy", name: "Caddy" },
  { format: "json", name: "JSON" },
  { format: "csv", name: "CSV" },
];

function RedirectMap({ domain }: { domain: ShownDomain }) {
  return (
    <Block
      id="redirect-map"
      title="Redirect map"
      lead="Every short link on this domain with its current target. Use it to redirect printed codes from your own server."
    >
      <ul className="flex flex-wrap gap-2">
        {formats.map(({ format, name }) => (
          <li key={format}>
            <a
              href={`${domainHref(domain)}/redirect-map?format=${format}`}
              download
              className={buttonClasses({})}
            >
              <Download size={16} strokeWidth={1.6} aria-hidden />
              <span>
                <span className="sr-only">Redirect map for </span>
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function DomainFacts({ domain, zone }: { domain: ShownDomain; zone: string }) {
  const { codes, aliases, verifiedAt, createdAt, warnings = [] } = domain;
  const isMixed = warnings.some(({ code }) => code === "mixed_script");
  return (
    <>
      <dl className="text-small">
        {domain.name !== domain.host && (
          <Fact name="Punycode">
            <Punycode domain={domain} />
          </Fact>
        )}
        <Fact name="Codes">{countOf(codes, "code")}</Fact>
        <Fact name="Earlier short links">{aliases === 0 ? "None" : formatCount(aliases)}</Fact>
        <Fact name="New codes">{formatUse(domain)}</Fact>
        <Fact name="Verified">{verifiedAt === null ? "Not yet" : formatMoment(verifiedAt, zone)}</Fact>
        <Fact name="Added">{formatMoment(createdAt, zone)}</Fact>
        <Fact name="Id">
          <code className="font-mono text-mono">{domain.id}</code>
        </Fact>
      </dl>
      {isMixed && (
        <p className="mt-4 text-small text-ink-2">
          The name mixes alphabets. Visitors may mistake it for another one, and some browsers show its
          punycode.
        </p>
      )}
      <p className="mt-4 text-small text-ink-3">{formatClocks(zone)}</p>
    </>
  );
}
