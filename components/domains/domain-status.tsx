import { Check, CircleAlert, Clock } from "lucide-react";
import type { ConsoleDomain, DomainStatus } from "@/lib/domains/schema";
import { Badge } from "../ui/badge";
import { formatDate, formatMoment, formatTime } from "../ui/dates";
import type { FoundDomain, ShownDomain } from "./actions";

const badges = {
  pending: { tone: "warn", word: "Pending" },
  verified: { tone: "ok", word: "Verified" },
  failing: { tone: "stop", word: "Failing" },
} as const satisfies Record<DomainStatus, unknown>;

type Use = Pick<ConsoleDomain, "status" | "isServed" | "isOverLimit" | "isDefault" | "suspended">;

/** Whether new codes can have it. */
export const takesCodes = ({ isServed, isOverLimit, suspended }: Use): boolean =>
  isServed && !isOverLimit && suspended === undefined;

/** Which new codes get it, or why none does. */
export function formatUse({ status, isServed, isOverLimit, isDefault, suspended }: Use): string {
  if (suspended !== undefined) return "Can't use it: it is suspended";
  if (!isServed && status !== "pending") return "Can't use it: another account has verified the host";
  if (isOverLimit) return "Can't use it: your plan includes fewer domains";
  if (!isServed) return "Can use it once it is verified";
  return isDefault ? "Use it by default" : "Use it when chosen";
}

export function DomainBadges({ domain }: { domain: Use }) {
  const { tone, word } = badges[domain.status];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {domain.suspended && <Badge tone="stop">Suspended</Badge>}
      {domain.isDefault && takesCodes(domain) && <Badge tone="accent">Default</Badge>}
    </>
  );
}

/** The host in Unicode; what differs in punycode is said by `Punycode`. */
export function Punycode({ domain }: { domain: Pick<ShownDomain, "name" | "host"> }) {
  if (domain.name === domain.host) return null;
  return <code className="font-mono text-mono text-ink-3 [overflow-wrap:anywhere]">{domain.host}</code>;
}

type Reading = { tone: "ok" | "warn" | "stop" | "wait"; words: string };

/** What became of the TXT record. */
export function readProof({ findings, status }: Pick<FoundDomain, "findings" | "status">): Reading {
  if (findings === null) return { tone: "wait", words: "Not checked yet" };
  if (findings.hasProof) return { tone: "ok", words: "Found" };
  if (findings.fault !== null) return { tone: "warn", words: formatFault(findings.fault) };
  return status === "pending"
    ? { tone: "wait", words: "Waiting for the TXT record" }
    : { tone: "stop", words: "The TXT record is missing" };
}

/** Addresses that are named; a host can have dozens. */
const mostNamed = 3;

/** Where the host points. */
export function readPointing({
  findings,
  pointsHere,
}: Pick<FoundDomain, "findings" | "pointsHere">): Reading {
  if (findings === null) return { tone: "wait", words: "Not checked yet" };
  if (pointsHere) return { tone: "ok", words: "Points here" };
  const { addresses, fault } = findings;
  if (addresses.length > 0) return { tone: "warn", words: `Points elsewhere: ${formatList(addresses)}` };
  if (fault !== null) return { tone: "warn", words: formatFault(fault) };
  return { tone: "wait", words: "The host has no address yet" };
}

function formatList(addresses: readonly string[]): string {
  const named = addresses.slice(0, mostNamed).join(", ");
  const more = addresses.length - mostNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}

const faultWords: Record<string, string> = {
  ETIMEOUT: "The name servers didn't answer in time",
  ESERVFAIL: "The name servers reported a failure (SERVFAIL)",
  EREFUSED: "The name servers refused to answer (REFUSED)",
  ECONNREFUSED: "The name servers couldn't be reached",
  EBADRESP: "The name servers sent an unreadable answer",
};

/** Why DNS did not answer, of its code. */
const formatFault = (code: string): string => faultWords[code] ?? `DNS didn't answer (${code})`;

const looks = {
  ok: { Icon: Check, classes: "text-ok" },
  warn: { Icon: CircleAlert, classes: "text-warn" },
  stop: { Icon: CircleAlert, classes: "text-stop" },
  wait: { Icon: Clock, classes: "text-ink-2" },
} as const;

/** A finding: icon and words. */
export function ReadingMark({ reading: { tone, words } }: { reading: Reading }) {
  const { Icon, classes } = looks[tone];
  return (
    <span className={`inline-flex min-w-0 items-start gap-2 font-medium ${classes}`}>
      <Icon size={14} strokeWidth={1.8} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
    </span>
  );
}

/** What a check found, in one or two sentences. */
export function formatFound(
  found: FoundDomain,
  { name, wasVerified }: { name: string; wasVerified: boolean },
): string {
  const pointing = readPointing(found);
  if (found.status === "verified" && !wasVerified) return `${name} is verified.`;
  if (found.findings?.hasProof !== true) {
    const isMissing = found.findings?.fault === null && found.status === "pending";
    return `Checked. ${isMissing ? "The TXT record isn't there yet" : readProof(found).words}.`;
  }
  if (pointing.tone === "ok") return "Checked. Both DNS records are right.";
  return `Checked. The TXT record is there. ${pointing.words}.`;
}

/** What a domain needs from its owner, and what happens until then; null: nothing. */
export function formatState(domain: ConsoleDomain): string | null {
  const { status, isServed, isOverLimit, pointsHere, findings, suspended } = domain;
  if (suspended !== undefined)
    return `The operator suspended this domain: “${suspended.reason}” Every address on it shows visitors a notice. It takes no new codes and can't be deleted until the operator resumes it.`;
  if (status === "failing" && !isServed)
    return "Another account has verified this host, so short links on it no longer open your codes. Put the TXT record back and remove the other account's, then check now; or move your codes and delete the domain.";
  if (status === "failing")
    return "The TXT record has been missing for three daily checks. Short links on this domain still work. Put the record back, or another account can take over the host.";
  if (status === "pending" && findings?.hasProof === true)
    return "The TXT record is there, but another account has verified this host, too. Remove its TXT record from your DNS, then check now.";
  if (isOverLimit)
    return status === "pending"
      ? "Your plan has no room for this domain. It takes no new codes, even once it is verified."
      : "Your plan includes fewer domains. Short links on this one keep working, and it takes no new codes.";
  if (status !== "verified" || findings === null || findings.fault !== null) return null;
  if (!findings.hasProof)
    return "The TXT record was missing at the last check. Put it back: after three daily checks without it, the domain is failing.";
  return pointsHere
    ? null
    : "You own the host, but its DNS doesn't point here. Short links on it work only if your server forwards visitors to us.";
}

/** `at 14:05`, or with the day where it is another one; a check that is due comes within the minute. */
export function formatNext(iso: string, nowMs: number, zone: string): string {
  if (Date.parse(iso) <= nowMs) return "within a minute";
  const isToday = formatDate(iso, zone) === formatDate(new Date(nowMs).toISOString(), zone);
  return isToday ? `at ${formatTime(iso, zone)}` : `on ${formatMoment(iso, zone)}`;
}
