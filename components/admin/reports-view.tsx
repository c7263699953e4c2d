import { pageReported, type ReportedCode, type ReportedPage } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { typeNames } from "../codes/type-names";
import { PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatMoment, formatZone } from "../ui/dates";
import { TextLink } from "../ui/links";
import { Pager } from "../ui/pager";
import { SegmentedLinks } from "../ui/segmented-links";
import {
  Fact,
  Facts,
  OtherTargets,
  PersonsWords,
  type ReportQuery,
  reasonNames,
  reportsHref,
} from "./list-parts";
import { type CodeActions, CodeButtons } from "./row-actions";

interface ReportsViewProps {
  query: ReportQuery;
  found: ReportedPage;
  zone: string;
  actions: CodeActions;
}

export function ReportsView({ query, found, zone, actions }: ReportsViewProps) {
  const { codes, page, pages, total } = found;
  const { isSettled } = query;
  return (
    <>
      <PageHeader
        title="Reports"
        mark={<span className="text-body font-normal text-ink-3">{countOf(total, "code")}</span>}
        range={
          <SegmentedLinks
            label="Reports"
            links={[
              { href: "/admin/reports", name: "Open", isCurrent: !isSettled },
              { href: "/admin/reports?show=dismissed", name: "Dismissed", isCurrent: isSettled },
            ]}
          />
        }
      />
      {codes.length === 0 ? (
        <Nothing isSettled={isSettled} />
      ) : (
        <>
          <ul>
            {codes.map((reported) => (
              <Reported
                key={reported.shortCode}
                reported={reported}
                isSettled={isSettled}
                zone={zone}
                actions={actions}
              />
            ))}
          </ul>
          <Pager
            label="Pages of reported codes"
            limit={pageReported}
            {...{ page, pages, total }}
            hrefOf={(next) => reportsHref({ isSettled, page: next })}
          />
          <p className="page-x pb-6 text-small text-ink-3">
            Times in {formatZone(zone)}. Reports are kept for 180 days, or until their code is deleted.
          </p>
        </>
      )}
    </>
  );
}

function Nothing({ isSettled }: { isSettled: boolean }) {
  return (
    <div className="page-x py-12">
      <h2 className="text-heading">{isSettled ? "No dismissed reports" : "No open reports"}</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        {isSettled
          ? "Dismissed reports are listed here."
          : "Every page a code opens has “Report this code” at the bottom. Reports are listed here."}
      </p>
    </div>
  );
}

interface ReportedProps extends Pick<ReportsViewProps, "zone" | "actions"> {
  reported: ReportedCode;
  isSettled: boolean;
}

function Reported({ reported, isSettled, zone, actions }: ReportedProps) {
  const { shortCode, shortUrl, count, latestAt, reasons, notes, code } = reported;
  return (
    <li className="page-x border-b border-line py-6">
      <div className="max-w-[40rem]">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-heading [overflow-wrap:anywhere]">
          {code?.name ?? shortCode}
          {code?.suspendedAt && <Badge tone="stop">Suspended</Badge>}
          {code === null && <Badge>Deleted</Badge>}
        </h2>
        <p className="mt-1 text-small text-ink-2">
          {countOf(count, "report")}, the last {formatMoment(latestAt, zone)}:{" "}
          {reasons.map(({ reason, count: of }) => `${reasonNames[reason]} ${formatCount(of)}`).join(", ")}
        </p>
        {notes.map(({ id, note, reason, createdAt }) => (
          <div key={id} className="mt-3 text-small">
            <p className="text-ink-3">
              {reasonNames[reason]}, {formatMoment(createdAt, zone)}
            </p>
            <PersonsWords text={note} />
          </div>
        ))}
        {code !== null && (
          <>
            <div className="mt-4">
              <CodeFacts code={code} shortUrl={shortUrl} zone={zone} />
            </div>
            <div className="mt-4">
              <CodeButtons
                shortCode={shortCode}
                name={code.name}
                isSuspended={code.suspendedAt !== null}
                waitingUpTo={isSettled ? null : latestAt}
                actions={actions}
              />
            </div>
          </>
        )}
      </div>
    </li>
  );
}

interface CodeFactsProps {
  code: NonNullable<ReportedCode["code"]>;
  shortUrl: string;
  zone: string;
}

function CodeFacts({ code, shortUrl, zone }: CodeFactsProps) {
  return (
    <Facts>
      <Fact name="Target">
        {code.target ?? `${typeNames[code.type]}; it opens a page`}
        <OtherTargets urls={code.otherTargets} />
      </Fact>
      <Fact name="Short URL">
        <span className="font-mono text-mono">{shortUrl}</span>{" "}
        <a href={`${shortUrl}+`} target="_blank" rel="noopener noreferrer" className="link">
          Preview safely
        </a>
      </Fact>
      <Fact name="Owner">
        <TextLink href={`/admin/accounts/${code.accountId}`}>{code.email ?? code.accountId}</TextLink>,{" "}
        {entitlements[code.plan].name}
      </Fact>
      <Fact name="Scans">{formatCount(code.scanCount)}</Fact>
      {code.suspendedAt !== null && (
        <Fact name="Suspended">
          {formatMoment(code.suspendedAt, zone)}: {code.suspendedReason}
        </Fact>
      )}
    </Facts>
  );
}
