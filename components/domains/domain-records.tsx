import type { ReactNode } from "react";
import { CopyButton } from "../docs/copy-button";
import type { ShownDomain } from "./actions";
import { ReadingMark, readPointing, readProof } from "./domain-status";

/** The records to add, each with what DNS says of it. */
export function DomainRecords({ domain }: { domain: ShownDomain }) {
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
