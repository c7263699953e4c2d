import Link from "next/link";
import type { CodeView, Health, SuspendedCode } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { typeNames } from "../codes/type-names";
import { Block, PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatMoment, formatZone } from "../ui/dates";
import { TextLink } from "../ui/links";
import { Notice } from "../ui/notice";
import { Fact, Facts, OtherTargets, PersonsWords, reasonNames, SearchForm } from "./list-parts";
import { type CodeActions, CodeButtons } from "./row-actions";

interface CodesViewProps {
  /** What was pasted; "" is nothing yet. */
  query: string;
  code: CodeView | null;
  suspended: readonly SuspendedCode[];
  blocklist: Health["blocklist"];
  zone: string;
  actions: CodeActions;
}

export function CodesView({ query, code, suspended, blocklist, zone, actions }: CodesViewProps) {
  const hasQuery = query.trim() !== "";
  return (
    <>
      <PageHeader title="Codes" />
      <div className="page-x border-b border-line py-4">
        <SearchForm path="/admin/codes" label="Short URL, short code, slug or id" q={query} most={2_048} />
        <p className="mt-2 text-small text-ink-3">
          Paste it as you received it: the host doesn't matter. Nothing is opened.
        </p>
      </div>
      {hasQuery && code === null && (
        <div className="page-x border-b border-line py-4">
          <Notice title="Code not found">
            A short code has 8 letters and digits and is case-sensitive; a slug has 4 to 60 characters in any
            case. It may have been deleted, or belong to another service.
          </Notice>
        </div>
      )}
      {code !== null && <FoundCode code={code} zone={zone} actions={actions} />}
      <Block id="suspended" title="Suspended" lead={`Latest first. Times in ${formatZone(zone)}.`}>
        <SuspendedList codes={suspended} zone={zone} />
      </Block>
      <Block
        id="blocklist"
        title="Blocklist"
        lead="Addresses no code may open. Checked when a code is created, changed or scanned."
      >
        <BlocklistFacts blocklist={blocklist} zone={zone} />
      </Block>
    </>
  );
}

function SuspendedList({ codes, zone }: { codes: readonly SuspendedCode[]; zone: string }) {
  if (codes.length === 0) return <p className="text-ink-3">No code is suspended.</p>;
  return (
    <ul className="text-small">
      {codes.map(({ id, name, shortCode, target, accountId, email, since, reason }) => (
        <li key={id} className="border-t border-line py-2.5 last:border-b [overflow-wrap:anywhere]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              href={`/admin/codes?q=${shortCode}`}
              prefetch={false}
              className="py-0.5 text-body font-medium hover:underline"
            >
              {name}
            </Link>
            <Badge tone="stop">Suspended</Badge>
            <span className="text-ink-3">{formatMoment(since, zone)}</span>
          </p>
          <p className="text-ink-2">{reason}</p>
          <p className="text-ink-3">
            {target ?? "Opens a page"} ·{" "}
            <TextLink href={`/admin/accounts/${accountId}`}>{email ?? accountId}</TextLink>
          </p>
        </li>
      ))}
    </ul>
  );
}

function BlocklistFacts({
  blocklist: { file, entries, readAt, fault },
  zone,
}: Pick<CodesViewProps, "blocklist" | "zone">) {
  if (file === null) {
    return (
      <p className="text-ink-3">
        There is none. Set <code className="font-mono text-mono">BLOCKLIST_FILE</code> to a file with one
        host, network or beginning of an address a line.
      </p>
    );
  }
  return (
    <>
      {fault !== null && (
        <div className="mb-3">
          <Notice tone="stop" title="The file can't be read">
            {fault}. The last good list stays in use. Fix the file; it is read again automatically.
          </Notice>
        </div>
      )}
      <Facts>
        <Fact name="File">
          <code className="font-mono text-mono">{file}</code>
        </Fact>
        <Fact name="Holds">{countOf(entries, "entry", "entries")}</Fact>
        <Fact name="Read">
          {readAt === null ? "Not yet" : formatMoment(readAt, zone)}, and again whenever it changes
        </Fact>
      </Facts>
    </>
  );
}

interface FoundCodeProps {
  code: CodeView;
  zone: string;
  actions: CodeActions;
}

function FoundCode({ code, zone, actions }: FoundCodeProps) {
  const { name, shortCode, suspended, reports } = code;
  return (
    <Block
      id="found"
      title={
        <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          {name}
          {suspended !== null && <Badge tone="stop">Suspended</Badge>}
          {code.isSandbox && <Badge tone="warn">Sandbox</Badge>}
          <Badge tone={shortCode === null ? "neutral" : "accent"}>
            {shortCode === null ? "Static" : "Dynamic"}
          </Badge>
        </span>
      }
    >
      <CodeFacts code={code} zone={zone} />
      <div className="mt-4">
        {shortCode === null ? (
          <p className="text-ink-2">It holds its content itself: printed copies can't be stopped.</p>
        ) : (
          <CodeButtons
            shortCode={shortCode}
            name={name}
            isSuspended={suspended !== null}
            waitingUpTo={reports.latest.find(({ isSettled }) => !isSettled)?.createdAt ?? null}
            actions={actions}
          />
        )}
      </div>
      {reports.latest.length > 0 && (
        <ul className="mt-6 text-small">
          {reports.latest.map((report) => (
            <li key={report.id} className="border-t border-line py-2.5 last:border-b">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{reasonNames[report.reason]}</span>
                {!report.isSettled && <Badge tone="warn">Open</Badge>}
                <span className="text-ink-3">{formatMoment(report.createdAt, zone)}</span>
              </p>
              {report.note !== null && <PersonsWords text={report.note} />}
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

function CodeFacts({ code, zone }: Pick<FoundCodeProps, "code" | "zone">) {
  const { shortUrl, suspended, reports } = code;
  return (
    <Facts>
      <Fact name="Target">
        {code.target ?? `${typeNames[code.type]}; its content isn't shown here`}
        <OtherTargets urls={code.otherTargets} />
        {code.isBlocked && (
          <span className="block text-stop">
            {code.otherTargets.length === 0
              ? "The blocklist stops this address."
              : "The blocklist stops one of these addresses."}
          </span>
        )}
      </Fact>
      {shortUrl !== null && (
        <Fact name="Short URL">
          <span className="font-mono text-mono">{shortUrl}</span>{" "}
          <a href={`${shortUrl}+`} target="_blank" rel="noopener noreferrer" className="link">
            Preview safely
          </a>
        </Fact>
      )}
      {code.accountId !== null && (
        <Fact name="Owner">
          <TextLink href={`/admin/accounts/${code.accountId}`}>{code.email ?? code.accountId}</TextLink>
          {code.plan !== null && `, ${entitlements[code.plan].name}`}
        </Fact>
      )}
      <Fact name="Scans">
        {code.shortCode === null ? "Not counted" : formatCount(code.scanCount)}
        {code.lastScannedAt !== null && `, the last ${formatMoment(code.lastScannedAt, zone)}`}
      </Fact>
      <Fact name="Created">{formatMoment(code.createdAt, zone)}</Fact>
      <Fact name="Last changed">
        {formatMoment(code.updatedAt, zone)}
        {code.earlierTargets > 0 && `, after ${countOf(code.earlierTargets, "earlier target")}`}
      </Fact>
      <Fact name="Reports">
        {countOf(reports.count, "report")}
        {reports.waiting > 0 && `, ${formatCount(reports.waiting)} open`}
      </Fact>
      {suspended !== null && (
        <Fact name="Suspended">
          {formatMoment(suspended.since, zone)}: {suspended.reason}
        </Fact>
      )}
      <Fact name="Id">
        <code className="font-mono text-mono">{code.id}</code>
      </Fact>
    </Facts>
  );
}
