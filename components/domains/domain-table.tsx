import Link from "next/link";
import type { ReactNode } from "react";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo } from "../ui/dates";
import { LinkWait } from "../ui/link-sign";
import { Th } from "../ui/table";
import { domainHref, type ShownDomain } from "./actions";
import { DomainBadges, formatState, Punycode, ReadingMark, readPointing, readProof } from "./domain-status";

interface DomainTableProps {
  domains: readonly ShownDomain[];
  zone: string;
  nowMs: number;
  menuOf: (domain: ShownDomain) => ReactNode;
}

const cell = "max-lg:hidden py-2.5 pr-4";

/** One row per domain, which opens it; on small screens what is hidden is said below its host. */
export function DomainTable({ domains, ...rest }: DomainTableProps) {
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
