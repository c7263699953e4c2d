import type { Metadata } from "next";
import Link from "next/link";
import type { AddressFault } from "@/components/analytics/address";
import { BreakdownSkeleton, breakdowns } from "@/components/analytics/blocks/breakdown";
import { FeedSkeleton, HeatSkeleton, LineSkeleton } from "@/components/analytics/blocks/chart-skeletons";
import { Panel, tooLong } from "@/components/analytics/blocks/panel";
import { StatsSkeleton } from "@/components/analytics/blocks/stats";
import { TopCodesSkeleton } from "@/components/analytics/blocks/top-codes";
import { Chips } from "@/components/analytics/controls/chips";
import { CodePicker } from "@/components/analytics/controls/code-picker";
import { CsvMenu } from "@/components/analytics/controls/csv-menu";
import { RangeLinks } from "@/components/analytics/controls/range-links";
import { ZonePicker } from "@/components/analytics/controls/zone-picker";
import { AnalyticsFrame } from "@/components/analytics/frame";
import { ScansMark } from "@/components/analytics/live/mark";
import { LiveProvider } from "@/components/analytics/live/provider";
import { toggleFilter, type View, writeView } from "@/components/analytics/view";
import { filterWords, sayValue } from "@/components/analytics/words";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { buttonClasses } from "@/components/ui/button";
import { readReport } from "@/lib/analytics";
import { detailsPlan, filterNames, partsOfReport, type ReportParts } from "@/lib/analytics/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { ServiceError } from "@/lib/platform/errors";
import type { SearchParams } from "../../search-params";
import { findCodes } from "../find-codes";
import type { Asked } from "./asked";
import { BreakdownPart, FeedPart, HeatPart, LinePart, NotesPart, StatsPart, TopCodesPart } from "./parts";
import { type Question, readQuestion } from "./question";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  const parts = partsOfReport(session.plan);
  if (parts === null) return <NoDashboard plan={session.plan} kind="analytics" />;
  const caller = callerOf(session);
  const question = await readQuestion(caller, await searchParams);
  const { view, zone, code, fault } = question;
  if (fault !== null) {
    return (
      <>
        <AnalyticsHeader question={question} parts={parts} />
        <UnreadAddress fault={fault} />
      </>
    );
  }
  const report = readReport(caller, {
    timeRange: view.range,
    timezone: zone,
    qrCodeId: view.code,
    filters: view.filters,
  }).catch(nameFault);
  // Each part of the page waits for it and says by itself that it failed.
  report.catch(() => {});
  const page = (
    <AnalyticsFrame>
      <AnalyticsHeader question={question} parts={parts} />
      <FilterBar view={view} code={code} hasDetails={parts.hasDetails} />
      <ReportBody caller={caller} report={report} view={view} zone={zone} parts={parts} />
    </AnalyticsFrame>
  );
  return parts.isLive ? <LiveProvider view={view}>{page}</LiveProvider> : page;
}

/** Throws the fault on; one that the page has words for with the name that a browser knows it by. */
function nameFault(fault: unknown): never {
  const isTooLong = fault instanceof ServiceError && fault.details?.some(({ code }) => code === "too_long");
  throw isTooLong ? Object.assign(fault, { digest: tooLong }) : fault;
}

/** In the place of figures: what of the address says nothing, and the way to figures. */
function UnreadAddress({ fault }: { fault: AddressFault }) {
  const { title, sentence } = sayFault(fault);
  return (
    <div className="page-x py-10">
      <div role="alert" className="max-w-[66ch]">
        <h2 className="text-title-lg">{title}</h2>
        <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{sentence}</p>
      </div>
      <Link
        href="/analytics"
        prefetch={false}
        className={buttonClasses({ kind: "primary", className: "mt-5" })}
      >
        Show the last 30 days
      </Link>
    </div>
  );
}

function sayFault({ name, value }: AddressFault): { title: string; sentence: string } {
  if (name === "code") {
    return {
      title: "There is no such code",
      sentence: "It was deleted, or the address is of another account.",
    };
  }
  if (name === "plan") {
    return {
      title: "Your plan shows scans as a whole",
      sentence: `Figures by the hour, by place, device, system and browser come with ${detailsPlan}.`,
    };
  }
  const title = "This address asks for something that there isn't";
  if (name === "range")
    return { title, sentence: `“${value}” is no range. There are 1h, 1d, 7d, 30d, 90d and 1y.` };
  if (name === "zone") {
    return {
      title,
      sentence: `“${value}” is no time zone. Their names are those of IANA, like Europe/Oslo.`,
    };
  }
  return { title, sentence: `“${value}” is nothing that scans could be narrowed to by ${name}.` };
}

/** The figures, part by part; a plan without details is told in a line what the next one adds. */
function ReportBody({ parts, ...asked }: Asked & { parts: ReportParts }) {
  return (
    <>
      <Panel what="Figures" skeleton={<StatsSkeleton />}>
        <StatsPart {...asked} />
      </Panel>
      <Panel what="The line" skeleton={<LineSkeleton />} className="page-x border-b border-line py-6">
        <LinePart {...asked} />
      </Panel>
      {parts.hasDetails ? <DetailPanels {...asked} /> : <NextPlan />}
      <Panel what="Top codes" skeleton={<TopCodesSkeleton />} className="page-x py-6">
        <TopCodesPart {...asked} />
      </Panel>
      <Panel what="Notes" skeleton={<div className="h-9" />} className="page-x pb-8">
        <NotesPart {...asked} />
      </Panel>
    </>
  );
}

function DetailPanels(asked: Asked) {
  return (
    <>
      <div className="page-columns border-b border-line">
        {breakdowns.map((kind) => (
          <Panel
            key={kind.name}
            what={kind.title}
            skeleton={<BreakdownSkeleton title={kind.title} />}
            className="page-column"
          >
            <BreakdownPart kind={kind} {...asked} />
          </Panel>
        ))}
      </div>
      <div className="page-columns heat-columns border-b border-line">
        <Panel what="Hours and weekdays" skeleton={<HeatSkeleton />} className="page-column">
          <HeatPart {...asked} />
        </Panel>
        <Panel what="Last scans" skeleton={<FeedSkeleton />} className="page-column">
          <FeedPart {...asked} />
        </Panel>
      </div>
    </>
  );
}

function NextPlan() {
  return (
    <p className="page-x border-b border-line py-4 text-small text-ink-3">
      Places, devices, systems, browsers and the hours of the week come with {detailsPlan}.{" "}
      <Link href="/plan" prefetch={false} className="link">
        Compare plans
      </Link>
    </p>
  );
}

interface AnalyticsHeaderProps {
  question: Question;
  parts: ReportParts;
}

/** Title, range, zone, and what can be taken along. */
function AnalyticsHeader({ question: { view, zone, fault }, parts }: AnalyticsHeaderProps) {
  return (
    <PageHeader
      title="Analytics"
      mark={parts.isLive && <ScansMark />}
      range={
        <RangeLinks
          links={parts.timeRanges.map((range) => ({
            href: writeView({ ...view, range }),
            name: range,
            isCurrent: fault === null && range === view.range,
          }))}
        />
      }
      actions={
        <>
          <ZonePicker view={view} zone={zone} />
          {fault === null && <CsvMenu kinds={parts.csvKinds} hrefs={listTables({ ...view, zone }, parts)} />}
        </>
      }
    />
  );
}

function listTables(view: View, { csvKinds }: ReportParts) {
  const path = writeView(view, "/analytics/export");
  return Object.fromEntries(
    csvKinds.map((kind) => [kind, `${path}${path.includes("?") ? "&" : "?"}kind=${kind}`]),
  );
}

interface FilterBarProps {
  view: View;
  code: Question["code"];
  hasDetails: boolean;
}

/** Which codes, and what else the figures are narrowed to. */
function FilterBar({ view, code, hasDetails }: FilterBarProps) {
  const chips = filterNames.flatMap((name) => {
    const value = view.filters[name];
    if (value === undefined) return [];
    const words = `${filterWords[name]} is ${sayValue(name, value)}`;
    return [{ words, href: writeView(toggleFilter(view, name, value)) }];
  });
  return (
    <div className="page-x flex min-h-14 flex-wrap items-center gap-2 border-b border-line py-2">
      <CodePicker view={view} code={code} findCodes={findCodes} />
      <Chips chips={chips} />
      {hasDetails && <p className="ml-2 text-small text-ink-3 max-md:hidden">Click any bar to filter</p>}
    </div>
  );
}
