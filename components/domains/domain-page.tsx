"use client";

import { Download, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import type { RedirectMapFormat } from "@/lib/domains/schema";
import { Block, PageHeader } from "../shell/page-header";
import { Button, buttonClasses } from "../ui/button";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo, formatMoment } from "../ui/dates";
import { useDialogs } from "../ui/dialog";
import type { Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/use-form";
import { Spinner } from "../ui/spinner";
import { toast } from "../ui/toast";
import { formatClocks } from "../usage/format";
import { type DomainActions, domainHref, type ShownDomain } from "./actions";
import { DomainDialogs, DomainMenu, type OpenDialog, useSetDefault } from "./domain-dialogs";
import { AddressesForm } from "./domain-forms";
import { DomainRecords } from "./domain-records";
import { DomainBadges, formatFound, formatNext, formatState, formatUse, Punycode } from "./domain-status";

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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
